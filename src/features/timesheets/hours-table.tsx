import { Fragment, type ReactNode } from 'react';
import type { DayProblem } from '#domain/timesheets/day-problems.ts';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { cn } from '#ui/class-names.ts';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import { DayProblemLine } from './day-problem-line.tsx';
import { FIGURES, figureText } from './hours-columns.ts';

export interface HoursRow extends TimesheetTotals {
  key: string;
  /** The row's title: a day, a week, or a period. */
  title: ReactNode;
  problems?: readonly DayProblem[];
}

interface HoursTableProps {
  label: string;
  /** The header of the first column. */
  first: string;
  rows: readonly HoursRow[];
  /** The current totals of the rows. */
  totals: TimesheetTotals;
  /** As submitted, if different. */
  submitted?: TimesheetTotals | null;
}

/** Hours by row with totals. A day's problems are shown below it. */
export function HoursTable({ label, first, rows, totals, submitted = null }: HoursTableProps) {
  return (
    <ScrollRegion aria-label={label} className="overflow-x-auto rounded-lg border border-border bg-card">
      <Table>
        <TableHeader>
          <TableRow>
            <TableHead>{first}</TableHead>
            {FIGURES.map(({ name, header }) => (
              <TableHead key={name} align="end">
                {header}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map(({ key, title, problems = [], ...figures }) => (
            <Fragment key={key}>
              <TableRow>
                <th
                  scope="row"
                  className={cn(
                    'h-10 px-3 text-left font-normal whitespace-nowrap print:h-auto',
                    problems.length === 0 && 'border-border border-b group-last/row:border-b-0',
                  )}
                >
                  {title}
                </th>
                {FIGURES.map(({ name }) => (
                  <TableCell
                    key={name}
                    align="end"
                    className={cn(
                      'h-10 py-0.5 print:h-auto',
                      figures[name] === 0 && 'text-muted-foreground',
                      problems.length > 0 && 'border-b-0',
                    )}
                  >
                    {figures[name] === 0 ? '–' : figureText(name, figures[name])}
                  </TableCell>
                ))}
              </TableRow>
              {problems.length > 0 && (
                <TableRow>
                  <td
                    colSpan={FIGURES.length + 1}
                    className="border-border border-b px-3 pb-2.5 group-last/row:border-b-0"
                  >
                    <ul className="grid gap-1">
                      {problems.map((problem) => (
                        <li key={problem}>
                          <DayProblemLine problem={problem} />
                        </li>
                      ))}
                    </ul>
                  </td>
                </TableRow>
              )}
            </Fragment>
          ))}
        </TableBody>
        <tfoot className="table-row-group">
          <TableRow>
            <th scope="row" className="h-11 border-border border-t px-3 text-left font-semibold">
              {submitted === null ? 'Total' : 'Total as of now'}
            </th>
            {FIGURES.map(({ name }) => (
              <TableCell key={name} align="end" className="border-t border-b-0 font-semibold">
                {figureText(name, totals[name])}
              </TableCell>
            ))}
          </TableRow>
          {submitted !== null && (
            <TableRow>
              <th scope="row" className="h-10 whitespace-nowrap px-3 text-left font-normal">
                As submitted
              </th>
              {FIGURES.map(({ name }) => (
                <TableCell
                  key={name}
                  align="end"
                  className={cn(
                    'h-10 border-b-0',
                    submitted[name] === totals[name] ? 'text-muted-foreground' : 'text-warning',
                  )}
                >
                  {figureText(name, submitted[name])}
                </TableCell>
              ))}
            </TableRow>
          )}
        </tfoot>
      </Table>
    </ScrollRegion>
  );
}
