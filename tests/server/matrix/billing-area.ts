import { type Area, GRANTED, LISTED, MONEY_CLIENTS } from './matrix-people.ts';

/** Rates, billing, and QuickBooks: super admins, and others with the grant, for the clients that they reach. */
export const BILLING_AREA: Area[] = [
  { calls: ['rate.list-of-client', 'invoice.read-cap'], kind: 'client', may: GRANTED, who: MONEY_CLIENTS },
  { calls: ['rate.list-of-region'], kind: 'region', may: GRANTED, who: LISTED(GRANTED) },
  { calls: ['rate.read', 'rate.update', 'rate.delete'], kind: 'rate', may: GRANTED, who: MONEY_CLIENTS },
  {
    calls: ['billing-condition.read', 'billing-condition.update', 'billing-condition.archive'],
    kind: 'condition',
    may: GRANTED,
    who: MONEY_CLIENTS,
  },
  {
    calls: [
      ...(['invoice.read', 'invoice.update', 'invoice.refresh', 'invoice.send', 'invoice.void'] as const),
      ...(['invoice.delete', 'invoice.credit', 'invoice-payment.create'] as const),
    ],
    kind: 'invoice',
    may: GRANTED,
    who: MONEY_CLIENTS,
  },
  { calls: ['invoice-payment.delete'], kind: 'payment', may: GRANTED, who: MONEY_CLIENTS },
  {
    // Files of the whole organization.
    calls: ['quickbooks.read'],
    kind: 'quickbooks',
    may: 'superadmin bella',
    who: { one: 'superadmin bella' },
  },
  {
    calls: ['claim-batch.read', 'claim-batch.void'],
    kind: 'claims',
    may: 'superadmin bella',
    who: { one: 'superadmin bella' },
  },
];
