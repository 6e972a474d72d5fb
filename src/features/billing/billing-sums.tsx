import { Building2, type LucideIcon, MapPin, UsersRound } from 'lucide-react';
import { wholeLines } from '#contract/report-files/billing-line-file.ts';
import {
  type BillingSumRow,
  clientBillingFile,
  locationBillingFile,
  MONEY_COLUMNS,
  MONEY_HEADS,
  providerBillingFile,
} from '#contract/report-files/billing-sum-file.ts';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { countedOf } from '#domain/text/counted.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { SUM_FILTERS } from './billing-filters.ts';
import { rateParts } from './line-words.ts';

/** The query of the lines that a sum is made of. */
type Subject = 'client' | 'provider' | 'location';

interface SumsShown {
  file: typeof clientBillingFile;
  subject: Subject;
  nouns: readonly [one: string, many: string];
  icon: LucideIcon;
}

/** What is open of a row, where something is. */
function Open({ row }: { row: BillingSumRow }) {
  const { blocked, unapproved, late } = row;
  if (blocked + unapproved + late === 0) return <span className="text-muted-foreground">Nothing</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {blocked > 0 && <Badge variant="warning">{blocked.toLocaleString('en-US')} to resolve</Badge>}
      {unapproved > 0 && <Badge variant="outline">{unapproved.toLocaleString('en-US')} not approved</Badge>}
      {late > 0 && <Badge variant="neutral">{late.toLocaleString('en-US')} late</Badge>}
    </span>
  );
}

/** The lines of a row that a figure is made of. */
async function partsOf(api: ApiClient, { id, asked }: BillingSumRow, subject: Subject, column: string) {
  const { lines } = await wholeLines(api, { ...asked, [subject]: id });
  return rateParts(
    lines.filter(({ invoice }) => column === 'amount' || (invoice !== null) === (column === 'invoiced')),
  );
}

/** A report that adds up the lines of some days by client, provider, or location. */
const sumsIn = ({ file, subject, nouns, icon }: SumsShown) =>
  defineReport(SUM_FILTERS, {
    ...file,
    rowName: (row) => row.name,
    opens: (row) => row.id,
    rowHeight: 52,
    tightRowHeight: 60,
    remark: (shown, all) => countedOf(shown.length, all.length, ...nouns),
    totals: (rows) => [
      ['Amount', moneyText(sumOf(rows, (row) => row.amount_cents))],
      ['Invoiced', moneyText(sumOf(rows, (row) => row.invoiced_cents))],
      ['To invoice', moneyText(sumOf(rows, (row) => row.open_cents))],
      ['Lines to resolve', sumOf(rows, (row) => row.blocked)],
    ],
    columns: withCells(file.columns, {
      name: ({ name, group }) => <TwoLines first={name} second={group} />,
      'open-tasks': (row) => <Open row={row} />,
    }),
    why(row, column) {
      const figure = MONEY_COLUMNS.find((one) => one === column);
      if (figure === undefined) return null;
      return () => ({
        title: `${MONEY_HEADS[figure]}, ${row.name}`,
        rule: 'Each line is minutes × hourly rate, rounded half up to the cent. Open the row for its sessions.',
        parts: (api) => partsOf(api, row, subject, figure),
      });
    },
    empty: {
      ...{ icon, title: `No ${nouns[1]} on these days` },
      help: 'Try other dates. Sessions are listed here with the amount billed.',
      filtered: `No ${nouns[1]} match these filters.`,
    },
  });

export const clientBilling = sumsIn({
  ...{ file: clientBillingFile, subject: 'client', nouns: ['client', 'clients'], icon: Building2 },
});
export const providerBilling = sumsIn({
  ...{ file: providerBillingFile, subject: 'provider', nouns: ['provider', 'providers'], icon: UsersRound },
});
export const locationBilling = sumsIn({
  ...{ file: locationBillingFile, subject: 'location', nouns: ['location', 'locations'], icon: MapPin },
});
