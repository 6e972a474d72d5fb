import { z } from 'zod';
import { defineEntity, setByServer } from './define-entity.ts';
import { day, personName, requiredText } from './fields.ts';
import { author, captured, never } from './server-fields.ts';

/** Claims that were filed with a payer together. What it has never changes; voided, its lines can be claimed again. */
export const claim_batch = defineEntity({
  reach: 'office',
  clear: [],
  once: {
    /** Session dates. */
    start_date: day,
    end_date: day,
    payer: requiredText(100),
    payer_id: requiredText(80),
    receiver_name: requiredText(100),
    receiver_id: requiredText(15),
    submitter_id: requiredText(15),
    organization: requiredText(100),
    npi: requiredText(10),
    tax_id: requiredText(10),
    street: requiredText(100),
    city: requiredText(100),
    state: requiredText(2),
    zip: requiredText(10),
    contact_name: requiredText(100),
    contact_phone: requiredText(30),
  },
  fields: {},
  setByServer: {
    /** In the file's interchange, group, and transaction; no two batches have the same. */
    control_number: setByServer(z.int()),
    claim_count: setByServer(z.int()),
    total_cents: setByServer(z.int()),
    created_by: author,
    created_by_name: setByServer(personName, () => ''),
    captured_at: captured.captured_at,
    void_reason: setByServer(z.string(), () => ''),
    voided_at: never,
  },
});
