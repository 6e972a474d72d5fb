import { ALL, heldBy } from '#contract/report-files/chosen-rows.ts';
import { ChoiceChips } from '#ui/choice-chips.tsx';
import type { Choice, PagedSums } from './define-report.ts';
import { countedFilters, countsOf, type LooseAddress, type LooseReport, saidChoice } from './report-state.ts';

interface CountedChoicesProps {
  report: LooseReport;
  address: LooseAddress;
  rows: readonly object[];
  /** Counts of all rows by filter and choice, where the rows are those of some pages: none until they are loaded. */
  served: PagedSums['counts'];
  choicesOf: (filter: string) => readonly Choice[];
  onChange: (change: LooseAddress) => void;
}

/** Filters whose choices are always visible, each with its number of rows. */
export function CountedChoices({ report, address, rows, served, choicesOf, onChange }: CountedChoicesProps) {
  return countedFilters(report).map(([name, { label, all = 'All', initial }]) => {
    const held = heldBy(report, address, name) || ALL;
    const choices = choicesOf(name);
    const counts =
      served === undefined
        ? countsOf(report, rows, address, name, choices)
        : servedCounts(choices, served[name] ?? {});
    const isCounted = served === undefined || name in served;
    const countText = (count: number) => (isCounted ? ` ${count.toLocaleString('en-US')}` : '');
    const shown = counts.choices.filter(({ id, count }) => count > 0 || id === held);
    return (
      <ChoiceChips
        key={name}
        aria-label={label}
        value={held}
        choices={[
          { value: ALL, label: `${all}${countText(counts.all)}` },
          ...shown.map((one) => ({
            value: one.id,
            label: `${one.name}${countText(one.count)}`,
          })),
        ]}
        onValueChange={(id) => onChange({ [name]: saidChoice(initial, id === ALL ? '' : id) })}
      />
    );
  });
}

function servedCounts(choices: readonly Choice[], counts: Readonly<Record<string, number>>) {
  return {
    all: Object.values(counts).reduce((sum, count) => sum + count, 0),
    choices: choices.map((one) => ({ ...one, count: counts[one.id] ?? 0 })),
  };
}
