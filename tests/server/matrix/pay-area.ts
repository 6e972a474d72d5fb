import { type Area, GRANTED, OFFICE } from './matrix-people.ts';

/** Pay: super admins, and others with the grant. */
export const PAY_AREA: Area[] = [
  {
    calls: ['provider-rate.list', 'provider-rate.create'],
    kind: 'provider',
    may: GRANTED,
    who: { paula: 'superadmin bella lena', otto: 'superadmin bella sven', fern: 'superadmin bella' },
  },
  {
    calls: ['provider-rate.update', 'provider-rate.delete'],
    kind: 'provider-rate',
    may: GRANTED,
    who: { paula: 'superadmin bella lena', otto: 'superadmin bella sven' },
  },
  {
    calls: [
      ...([
        'payroll.read-run',
        'payroll.list-run-lines',
        'payroll.change-run',
        'payroll.discard-run',
      ] as const),
      ...(['payroll.reopen-run', 'payroll.read-difference', 'payroll.read-file'] as const),
    ],
    kind: 'run',
    may: GRANTED,
    who: { one: GRANTED },
  },
  {
    calls: ['extra-pay.update', 'extra-pay.delete'],
    kind: 'extra-pay',
    may: GRANTED,
    who: { one: GRANTED },
  },
  { calls: ['pay-rate.update', 'pay-rate.delete'], kind: 'pay-rate', may: GRANTED, who: { one: GRANTED } },
  { calls: ['payroll.decide-line'], kind: 'line', may: GRANTED, who: { one: GRANTED } },
  {
    calls: ['payroll.read-start'],
    kind: 'pay-period',
    may: GRANTED,
    who: { one: GRANTED },
    anyId: true,
  },
  { calls: ['payroll.read-closing'], kind: 'pay-period', may: GRANTED, who: { one: GRANTED }, anyId: true },
  {
    calls: ['pay-period.read', 'pay-period.update', 'pay-period.delete'],
    kind: 'pay-period',
    may: OFFICE,
    who: { one: OFFICE },
  },
];
