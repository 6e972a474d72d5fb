import type { FixedInvoiceLine } from '#contract/invoices.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { serviceWords } from './invoice-words.ts';

/** Lines of one student, service, and hourly rate. */
export interface InvoiceSum {
  key: string;
  student: string;
  service: string;
  hourly_cents: number | null;
  sessions: number;
  minutes: number;
  amount_cents: number;
}

/** An invoice by student, service, and rate: the amounts of its lines added up, by name. */
export function invoiceSums(lines: readonly FixedInvoiceLine[]): InvoiceSum[] {
  const groups = groupedBy(lines, (line) =>
    JSON.stringify([line.facts.student_name, serviceWords(line), line.facts.hourly_cents, line.kind]),
  );
  return [...groups]
    .flatMap(([key, own]): InvoiceSum[] => {
      const [first] = own;
      if (first === undefined) return [];
      return [
        {
          ...{ key, student: first.facts.student_name || 'Indirect work', service: serviceWords(first) },
          ...{ hourly_cents: first.facts.hourly_cents, sessions: own.length },
          minutes: own.reduce((sum, { minutes }) => sum + minutes, 0),
          amount_cents: own.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
        },
      ];
    })
    .sort((a, b) => a.student.localeCompare(b.student) || a.service.localeCompare(b.service));
}
