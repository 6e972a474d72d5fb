import { z } from 'zod';
import { ask, defineEntity } from './define-entity.ts';
import { day, requiredText, text, uuid } from './fields.ts';

/** Someone to call at the district, school, or family. */
export const ClientContact = z.strictObject({
  name: requiredText(100),
  /** What they are there, such as "Special education director". */
  role: text(100),
  email: text(200),
  phone: text(40),
});
export type ClientContact = z.output<typeof ClientContact>;

/**
 * What only the office keeps about a client, under the client's id. Name, active, and the need for codes are
 * on devices (`client`).
 */
export const client_account = defineEntity({
  reach: 'office',
  clear: [],
  once: {},
  setByServer: {},
  fields: {
    /** The paying district that it belongs to, itself a client. */
    district: ask(uuid.nullable()),
    /** Who looks after it at our office. */
    manager: ask(uuid.nullable()),
    services: ask(z.array(uuid).max(50)),
    regions: ask(z.array(uuid).max(20)),
    /** Its sessions are billed to an insurance. */
    is_insurance: ask(z.boolean()),
    contacts: ask(z.array(ClientContact).max(20)),
    contract_number: ask(text(60)),
    contract_start: ask(day.nullable()),
    contract_end: ask(day.nullable()),
    /** The most that may be billed under the contract. */
    contract_cap_cents: ask(z.int().min(0).max(100_000_000_000).nullable()),
    purchase_order: ask(text(60)),
    invoice_address: ask(text(500)),
  },
});
