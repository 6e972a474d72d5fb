import { Car } from 'lucide-react';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { extraPayFile } from '#contract/report-files/extra-pay-file.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { rateText } from '#domain/payroll/extra-pay.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { RATE_UNITS } from '#domain/payroll/recorded-rates.ts';
import { countedOf } from '#domain/text/counted.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { ExtraPayForm } from './extra-pay-form.tsx';
import { EXTRA_PAY_FILTERS } from './payroll-filters.ts';

/** Mileage and paid time off, which the office enters and payroll runs pay. */
export const extraPayList = defineReport(EXTRA_PAY_FILTERS, {
  ...extraPayFile,
  remark: (shown, all) => countedOf(shown.length, all.length, 'entry', 'entries'),
  totals: (rows) => [['Amount', moneyText(sumOf(rows, ({ amount_cents }) => amount_cents))]],
  columns: withCells(extraPayFile.columns, {
    quantity: ({ extra }) => `${extra.quantity_hundredths / 100} ${RATE_UNITS[extra.pay_type].many}`,
    rate: ({ extra }) => rateText(extra.rate_tenths),
  }),
  why: (row, column) =>
    column === 'amount'
      ? () => ({
          title: `${LINE_KIND_LABELS[row.extra.pay_type]}, ${row.extra.provider_name}`,
          rule: row.why,
          parts: [
            {
              ...{ id: row.extra.id, label: LINE_KIND_LABELS[row.extra.pay_type] },
              figure: moneyText(row.amount_cents),
            },
          ],
        })
      : null,
  edits: {
    entity: 'extra_pay',
    permission: 'payroll.view',
    form: (row, leads) => <ExtraPayForm extra={row?.extra ?? null} {...leads} />,
  },
  empty: {
    ...{ icon: Car, title: 'No extra pay yet' },
    help: 'Add miles driven or paid time off. The next payroll run pays it as a line with its reason.',
    filtered: 'No extra pay matches these filters.',
  },
});
