import { ALL, heldBy } from '#contract/report-files/chosen-rows.ts';
import { Field } from '#ui/field.tsx';
import { ChoiceFilter, DayRangeFields } from '#ui/report-head.tsx';
import { SearchField } from '#ui/search-field.tsx';
import type { Choice } from './define-report.ts';
import { type LooseAddress, type LooseReport, saidChoice } from './report-state.ts';

interface ReportFiltersProps {
  report: LooseReport;
  address: LooseAddress;
  days: { from: string; to: string };
  choicesOf: (filter: string) => readonly Choice[];
  onChange: (change: LooseAddress) => void;
}

/** The filters of a report in the order of their shapes. */
export function ReportFilters({ report, address, days, choicesOf, onChange }: ReportFiltersProps) {
  if (Object.values(report.shapes).every((shape) => shape === 'period')) return null;
  return (
    <search
      aria-label="Filters"
      className="grid grid-cols-2 gap-3 md:flex md:flex-wrap md:*:min-w-32 md:*:max-w-72 md:*:flex-1 print:hidden"
    >
      {Object.entries(report.shapes).map(([name, shape]) => {
        if (shape === 'days') return <DayRangeFields key={name} {...days} onChange={onChange} />;
        const spec = report.filters[name];
        if (spec === undefined || spec.isCounted === true) return null;
        const held = address[name];
        if (spec.choices === undefined) {
          return (
            <Field key={name} label={spec.label} className="md:min-w-60!">
              <SearchField
                value={typeof held === 'string' ? held : ''}
                placeholder={spec.placeholder}
                onSearch={(words) => onChange({ [name]: words })}
              />
            </Field>
          );
        }
        const choices = choicesOf(name);
        const own = heldBy(report, address, name);
        const chosen = own === ALL ? '' : own;
        return (
          <ChoiceFilter
            key={name}
            label={spec.label}
            {...(spec.all === undefined ? {} : { all: spec.all })}
            value={held === true ? (choices[0]?.id ?? '') : chosen}
            choices={choices}
            onChange={(id) =>
              onChange({ [name]: shape === 'flag' ? id !== '' : saidChoice(spec.initial, id) })
            }
          />
        );
      })}
    </search>
  );
}
