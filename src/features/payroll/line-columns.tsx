import { findingWords, type LineRow, payLineColumns } from '#contract/report-files/pay-line-file.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { type CellTools, type ReportColumn, withCells } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';

/** What the screen shows in the columns of pay lines. */
export const lineCells = {
  day: ({ day, session }: LineRow, { linkTo }: CellTools) =>
    session === null
      ? displayDay(day)
      : linkTo(session, displayDay(day), 'underline underline-offset-2 tabular-nums'),
  what: ({ what, service_name, client_name, finding }: LineRow) => (
    <TwoLines
      first={
        <>
          {service_name === '' ? what : service_name}
          {finding !== null && (
            <Badge variant={finding === 'missing-rate' ? 'destructive' : 'warning'} className="ml-2">
              {findingWords({ finding })}
            </Badge>
          )}
        </>
      }
      second={service_name !== '' && client_name}
    />
  ),
};

/** The columns that every list of pay lines has. */
export function lineColumns<Row extends LineRow>(): ReportColumn<Row>[] {
  return withCells(payLineColumns<Row>(), lineCells);
}
