import { v7 as uuidv7 } from 'uuid';
import type { AdminMessageFile } from '#contract/admin-messages.ts';
import type { ProviderRate } from '#contract/providers.ts';
import type { Rate } from '#contract/rates.ts';
import type { UserFile } from '#contract/users.ts';
import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';

/** Records of the office as the server has them. */
const STUDENT = uuidv7();
const kept = { version: 1, record_state: 'sent' as const };
const row = { id: uuidv7(), service: null, archived: false, ...kept };

export const closure = {
  ...{ id: uuidv7(), client: null, closure_date: '2026-04-06', reason: 'Spring break', version: 1 },
};
export const policy = {
  ...MEAL_POLICY,
  ...{ id: uuidv7(), starts_on: '2026-07-01', policy_version: 2, version: 1 },
};
export const assigned = {
  ...{ id: uuidv7(), student: STUDENT, service: uuidv7(), provider: null, authorised_minutes: null },
  ...{ authorised_per: 'week' as const, start_date: '2025-07-01', end_date: null, ...kept },
};
export const option = { ...row, option_text: 'Orders lunch.', translations: {} };
export const code = { ...row, kind: 'dx' as const, code: 'F80.2', description: 'Mixed', is_sample: false };
export const rate: Rate = {
  ...{ id: uuidv7(), version: 3, level: 'client', service: uuidv7(), client: STUDENT, student: null },
  ...{ region: null, setting: 'individual', start_year: 2026, amount_cents: 9_650, is_draft: false },
};
export const payRate: ProviderRate = {
  ...{ id: uuidv7(), version: 3, provider: uuidv7(), service: uuidv7(), start_year: 2026 },
  amount_cents: 4_850,
};
export const colleague: UserFile = {
  ...{ id: uuidv7(), version: 3, name: 'Tessa Quill', username: 'tessa.quill', email: 'tessa@test.example' },
  ...{ full_name: 'Tessa Quill', role: '3', grants: [], emp: 'w2_exempt', is_active: true },
  ...{ is_provider: false, is_invited: false, invitation: null, has_second_factor: false },
  ...{ last_login_at: null, open_logins: 0, unsynced: 0 },
};
export const settings = {
  ...{
    id: uuidv7(),
    name: '',
    address: '',
    payment_instructions: '',
    uses_24_hour_clock: false,
    pay_period_kind: 'half-monthly' as const,
  },
  ...{ pay_period_anchor: '2026-07-05', logo: null, version: 0, configured_name: '', today: '2026-03-10' },
  ...{ pay_file_columns: [], pay_file_codes: [] },
};
export const message: AdminMessageFile = {
  ...{ id: uuidv7(), title: 'Fire drill', display_msg: '', message: '<p>Go.</p>' },
  audience: { is_everyone: true, roles: [], clients: [], regions: [], people: [] },
  ...{ requires_acknowledgment: false, requires_signature: false, attachments: [], content_hash: 'a' },
  ...{ shown_from: '2026-03-10T16:00:00.000Z', shown_until: null, recalled_at: null },
  ...{ sent_by: STUDENT, sent_at: '2026-03-10T16:00:00.000Z', sent_by_name: 'Tessa Quill', version: 1 },
  ...{ receivers: 1, viewed: 0, people: [] },
};
