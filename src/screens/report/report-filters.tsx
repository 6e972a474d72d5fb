import type { CSSProperties } from 'react';
import { ALL, heldBy } from '#contract/report-files/chosen-rows.ts';
import { Combobox } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { ChoiceFilter, DayRangeFields } from '#ui/report-head.tsx';
import { SearchField } from '#ui/search-field.tsx';
import type { StudentChoice } from './everyone.ts';
import { type LooseAddress, type LooseReport, saidChoice } from './report-state.ts';

interface ReportFiltersProps {
  report: LooseReport;
  address: LooseAddress;
  days: { from: string; to: string };
  choicesOf: (filter: string) => readonly StudentChoice[];
  onChange: (change: LooseAddress) => void;
}

/** Filters that are legible beside each other on a tablet or laptop; dates take more room. */
const MOST_IN_LINE = 6;
const MOST_WITH_DATES = 5;

/** Whether a report has filters besides its pay period. */
export function hasFilters(report: LooseReport): boolean {
  return Object.values(report.shapes).some((shape) => shape !== 'period');
}

/** The filters of a report in the order of their shapes. */
export function ReportFilters({ report, address, days, choicesOf, onChange }: ReportFiltersProps) {
  const fields = Object.entries(report.shapes).reduce((sum, [name, shape]) => {
    const spec = report.filters[name];
    if (shape === 'days') return sum + 2;
    if (spec === undefined || spec.isCounted === true) return sum;
    // A search takes as much room as two others.
    return sum + (spec.choices === undefined ? 2 : 1);
  }, 0);
  const most = Object.values(report.shapes).includes('days') ? MOST_WITH_DATES : MOST_IN_LINE;
  return (
    <search
      aria-label="Filters"
      // Without room for all in one line, two are equally full: none has a filter alone.
      style={{ '--columns': fields <= most ? fields : Math.ceil(fields / 2) } as CSSProperties}
      className="grid grid-cols-2 gap-3 md:max-[1400px]:grid-cols-[repeat(var(--columns),minmax(0,18rem))] min-[1400px]:flex min-[1400px]:flex-wrap min-[1400px]:*:min-w-28 min-[1400px]:*:max-w-72 min-[1400px]:*:flex-1"
    >
      {Object.entries(report.shapes).map(([name, shape]) => {
        if (shape === 'days') return <DayRangeFields key={name} {...days} onChange={onChange} />;
        const spec = report.filters[name];
        if (spec === undefined || spec.isCounted === true) return null;
        const held = address[name];
        if (spec.choices === undefined && spec.everyone === undefined) {
          return (
            <Field
              key={name}
              label={spec.label}
              className="md:max-[1400px]:col-span-2 min-[1400px]:min-w-44! min-[1400px]:flex-2!"
            >
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
        if (spec.everyone === 'student') {
          return (
            <Field key={name} label={spec.label}>
              <Combobox
                // Thousands: they are found by typing.
                options={[
                  { value: '', label: spec.all ?? 'All' },
                  ...choices.map(({ id, name: label, ...hint }) => ({ value: id, label, ...hint })),
                ]}
                searchLabel="Find a student"
                value={chosen}
                onValueChange={(id) => onChange({ [name]: saidChoice(spec.initial, id) })}
              />
            </Field>
          );
        }
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
