import { Link } from '@tanstack/react-router';
import { CircleDollarSign } from 'lucide-react';
import { clientRateFile, isMissing, rateSetting } from '#contract/report-files/client-rate-file.ts';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { fiscalYearText, RATE_LEVEL_LABELS } from '#domain/money/rates.ts';
import { countedOf } from '#domain/text/counted.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { CLIENT_RATE_FILTERS } from './billing-filters.ts';

/** The rate that each client gets, where it comes from, and what is missing. */
export const clientRatesReport = defineReport(CLIENT_RATE_FILTERS, {
  ...clientRateFile,
  rowName: (row) => `${row.client_name}, ${row.service_name}, ${rateSetting(row)}`,
  rowHeight: 60,
  remark: (shown, all) => countedOf(shown.length, all.length, 'rate'),
  totals: (rows) => [
    ['Without a rate', rows.filter(isMissing).length],
    ['Sessions without a rate', sumOf(rows.filter(isMissing), ({ sessions }) => sessions)],
    ['Billed', moneyText(sumOf(rows, ({ amount_cents }) => amount_cents))],
  ],
  columns: withCells(clientRateFile.columns, {
    client: ({ client_name, start_year }) => (
      <TwoLines first={client_name} second={fiscalYearText(start_year)} />
    ),
    service: (row) => <TwoLines first={row.service_name} second={rateSetting(row)} />,
    rate: ({ rate_cents, client, client_name }) =>
      rate_cents === null ? (
        <Link
          to="/clients/info/$id/$client_slug"
          params={{ id: client, client_slug: clientSlug(client_name) }}
          search={{ tab: 'rates' }}
          className="underline underline-offset-2"
        >
          Add a rate
        </Link>
      ) : (
        moneyText(rate_cents)
      ),
    level: ({ level }) =>
      level === null ? <Badge variant="warning">Missing</Badge> : RATE_LEVEL_LABELS[level],
    reason: ({ reason }) => <ClampedText text={reason} />,
  }),
  empty: {
    ...{ icon: CircleDollarSign, title: 'No clients with services yet' },
    help: "Add services to a client's contract, and their rates appear here.",
    filtered: 'No rates match these filters.',
  },
});
