import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ClientContact } from '#entities/client-account.ts';
import { instantColumn } from './columns.ts';

/** What only the office keeps about a client: one row for each, under the client's id. */
export const client_accounts = pgTable(
  'client_accounts',
  {
    id: uuid().primaryKey(),
    district: uuid(),
    manager: uuid(),
    services: uuid().array().notNull().default([]),
    regions: uuid().array().notNull().default([]),
    is_insurance: boolean().notNull().default(false),
    contacts: jsonb().$type<ClientContact[]>().notNull().default([]),
    contract_number: text().notNull().default(''),
    contract_start: date({ mode: 'string' }),
    contract_end: date({ mode: 'string' }),
    contract_cap_cents: bigint({ mode: 'number' }),
    purchase_order: text().notNull().default(''),
    invoice_address: text().notNull().default(''),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.district)],
);
