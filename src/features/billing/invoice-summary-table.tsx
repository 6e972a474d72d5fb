import type { FixedInvoiceLine } from '#contract/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { hoursText } from '#domain/time/duration.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import { invoiceSums } from './invoice-summary.ts';

/** What an invoice charges by student, service, and rate: on paper only, where each session would take pages. */
export function InvoiceSummaryTable({ lines }: { lines: readonly FixedInvoiceLine[] }) {
  const sums = invoiceSums(lines);
  return (
    <div className="hidden print:block">
      <Table aria-label="Summary of the invoice" className="text-xs">
        <TableHeader>
          <TableRow>
            <TableHead className="h-7 px-1">Student</TableHead>
            <TableHead className="h-7 px-1">Service</TableHead>
            <TableHead className="h-7 px-1 text-right">Sessions</TableHead>
            <TableHead className="h-7 px-1 text-right">Hours</TableHead>
            <TableHead className="h-7 px-1 text-right">Hourly rate</TableHead>
            <TableHead className="h-7 px-1 text-right">Amount</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {sums.map((sum, at) => (
            <TableRow key={sum.key} className="break-inside-avoid">
              <TableCell className="h-auto whitespace-nowrap px-1 py-px leading-tight">
                {sums[at - 1]?.student === sum.student ? '' : sum.student}
              </TableCell>
              <TableCell className="h-auto px-1 py-px leading-tight">{sum.service}</TableCell>
              <TableCell className="h-auto px-1 py-px leading-tight text-right tabular-nums">
                {sum.sessions}
              </TableCell>
              <TableCell className="h-auto px-1 py-px leading-tight text-right tabular-nums">
                {hoursText(sum.minutes)}
              </TableCell>
              <TableCell className="h-auto px-1 py-px leading-tight text-right tabular-nums">
                {sum.hourly_cents === null ? '' : moneyText(sum.hourly_cents)}
              </TableCell>
              <TableCell className="h-auto px-1 py-px leading-tight text-right tabular-nums">
                {moneyText(sum.amount_cents)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
