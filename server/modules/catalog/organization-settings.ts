import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { MealPolicyRow, OrganizationFacts, OrganizationRow } from '#contract/organization.ts';
import { imageTypeOfBytes, SNIFFED_BYTES } from '#domain/attachments/attachment-kinds.ts';
import type { MealPolicy } from '#domain/lunch/meal-policy.ts';
import { layoutProblems } from '#domain/payroll/pay-file-layout.ts';
import { PACIFIC_ZONE } from '#domain/time/pacific.ts';
import type { Config } from '#server/config.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { organization_logos } from '#server/db/schema/organization.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, withTouched } from '#server/records/changing-rows.ts';

const records: Records<OrganizationRow> = { entity: 'organization', scopes: () => [], about: () => ({}) };

/** The settings of an organization that has changed none. There is one row, so its id is the same everywhere. */
const UNCHANGED: OrganizationRow = {
  id: '00000000-0000-7000-8000-000000000001',
  name: '',
  address: '',
  payment_instructions: '',
  uses_24_hour_clock: false,
  pay_period_kind: 'half-monthly',
  pay_period_anchor: '2026-07-05',
  pay_file_columns: [],
  pay_file_codes: [],
  logo: null,
  version: 0,
};

/** The organization's settings; version 0 if none was ever changed. */
export async function organizationSettings(tx: Transaction): Promise<OrganizationRow> {
  return (await keptRows(tx, 'organization', sql`true limit 1`))[0] ?? UNCHANGED;
}

/** The name in use: as set in Admin, otherwise as configured. Empty if neither is. */
export async function organizationName(
  tx: Transaction,
  config: Pick<Config, 'organizationName'>,
): Promise<string> {
  return (await organizationSettings(tx)).name.trim() || config.organizationName;
}

/** The organization's own meal policies, by their first days. */
export async function mealPolicies(tx: Transaction): Promise<MealPolicy[]> {
  return (await keptRows(tx, 'meal_policy', sql`true order by starts_on`)).map(policyOf);
}

function policyOf({ id: _, policy_version, ...limits }: MealPolicyRow): MealPolicy {
  return { ...limits, version: policy_version };
}

/** What each device keeps of the organization. */
export async function organizationFacts(
  tx: Transaction,
  config: Pick<Config, 'organizationName'>,
): Promise<OrganizationFacts> {
  const { name, uses_24_hour_clock, logo } = await organizationSettings(tx);
  return {
    name: name.trim() || config.organizationName,
    logo: logo === null ? null : await logoAddress(tx, logo),
    time_zone: PACIFIC_ZONE,
    uses_24_hour_clock,
    meal_policies: await mealPolicies(tx),
  };
}

async function logoAddress(tx: Transaction, sha256: string): Promise<string | null> {
  const [found] = await jsonRows<{ media_type: string; base64: string }>(
    tx,
    sql`select media_type, base64 from organization_logos where sha256 = ${sha256}`,
  );
  return found === undefined ? null : `data:${found.media_type};base64,${found.base64}`;
}

export async function updateOrganization(
  call: Call,
  changes: { [Field in keyof OrganizationRow]?: OrganizationRow[Field] | undefined },
): Promise<OrganizationRow> {
  const { tx, context } = call;
  const before = { ...(await organizationSettings(tx)), deleted_at: null };
  refuseOutdated(before, context.base_version);
  const { deleted_at: _, ...next } = withTouched(before, changes);
  refuseProblems(layoutProblems({ columns: next.pay_file_columns, codes: next.pay_file_codes }));
  if (before.version === 0) return call.create(records, { ...next, version: 1 });
  return call.change(records, before, next);
}

/** Images that every browser shows, and prints. */
const LOGO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Stores a logo if its first bytes are those of an image, whatever its file was called. */
export async function updateLogo(call: Call, bytes: Uint8Array): Promise<OrganizationRow> {
  const media_type = imageTypeOfBytes(bytes.subarray(0, SNIFFED_BYTES));
  if (media_type === null || !LOGO_TYPES.has(media_type)) {
    return refuseProblems({ logo: 'Choose a PNG, JPEG, or WebP image.' }) as never;
  }
  const logo = createHash('sha256').update(bytes).digest('hex');
  await call.tx
    .insert(organization_logos)
    .values({ sha256: logo, media_type, base64: Buffer.from(bytes).toString('base64') })
    .onConflictDoNothing();
  return updateOrganization(call, { logo });
}
