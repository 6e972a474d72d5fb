import type { FixedInvoiceLine, Invoice } from '#contract/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { displayDay, displayTime } from '#domain/time/pacific.ts';
import type { WhyLink } from '#screens/report/why.tsx';
import { WhyButton } from '#screens/report/why.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import { serviceWords } from './invoice-words.ts';
import { whyOfLine } from './line-words.ts';

interface InvoiceLinesTableProps {
  lines: readonly FixedInvoiceLine[];
  invoice: Pick<Invoice, 'id' | 'number' | 'status' | 'credited_invoice' | 'note'>;
  whyLink: WhyLink;
}

/** The lines of an invoice by student, each student with a sum. All of them are rendered, for paper. */
export function InvoiceLinesTable({ lines, invoice, whyLink }: InvoiceLinesTableProps) {
  const students = [...groupedBy(lines, ({ facts }) => facts.student_name || 'Indirect work')].sort(
    ([a], [b]) => a.localeCompare(b),
  );
  return (
    <Table aria-label="Lines of the invoice" className="print:text-xs">
      <TableHeader>
        <TableRow>
          <TableHead>Date</TableHead>
          <TableHead>Service</TableHead>
          <TableHead>Provider</TableHead>
          <TableHead className="text-right">Minutes</TableHead>
          <TableHead className="text-right">Hourly rate</TableHead>
          <TableHead className="text-right">Amount</TableHead>
        </TableRow>
      </TableHeader>
      {students.map(([student, own]) => (
        <TableBody key={student}>
          <TableRow className="break-inside-avoid break-after-avoid">
            <TableHead scope="rowgroup" colSpan={5} className="bg-transparent pt-4 text-foreground">
              {student}
            </TableHead>
            <TableCell className="pt-4 text-right font-semibold tabular-nums">
              {moneyText(own.reduce((sum, { amount_cents }) => sum + amount_cents, 0))}
            </TableCell>
          </TableRow>
          {own.map((line) => (
            <TableRow key={line.id} className="break-inside-avoid">
              <TableCell className="whitespace-nowrap py-1 tabular-nums print:h-auto">
                {displayDay(line.facts.session_date)}, {displayTime(line.facts.start_time)}
              </TableCell>
              <TableCell className="py-1 print:h-auto">
                {serviceWords(line)}
                {line.credited_by !== null && (
                  // What was sent never changes, on paper either.
                  <span className="text-muted-foreground print:hidden">{` (credited with ${line.credited_by})`}</span>
                )}
              </TableCell>
              <TableCell className="whitespace-nowrap py-1 print:h-auto">
                {line.facts.provider_name}
              </TableCell>
              <TableCell className="py-1 text-right tabular-nums print:h-auto">{line.minutes}</TableCell>
              <TableCell className="py-1 text-right tabular-nums print:h-auto">
                {line.facts.hourly_cents === null ? '' : moneyText(line.facts.hourly_cents)}
              </TableCell>
              <TableCell className="py-1 text-right tabular-nums print:h-auto">
                <WhyButton why={() => whyOfInvoiceLine(line, invoice)} linkTo={whyLink}>
                  {moneyText(line.amount_cents)}
                </WhyButton>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      ))}
    </Table>
  );
}

function whyOfInvoiceLine(
  { kind, facts, amount_cents }: FixedInvoiceLine,
  { id, number, status, credited_invoice, note }: InvoiceLinesTableProps['invoice'],
) {
  const why = whyOfLine({
    ...facts,
    amount_cents,
    invoice: { id, number: number ?? 'Draft', status },
  });
  if (kind === 'session') return why;
  const because =
    credited_invoice === null
      ? 'The session changed after it was invoiced, so this line is credited.'
      : `Credited: ${note}`;
  return { ...why, rule: `${because} Original: ${why.rule}` };
}
