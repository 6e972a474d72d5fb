import type { EntityName } from '#contract/entity-name.ts';
import type { Call } from '#server/records/call.ts';

/** Options and codes reach every device. */
export const BANK_SCOPES = ['global'];

/** Many rows that one call brought: one line in the audit says how many. */
export async function noteBankImport(
  call: Call,
  entity: EntityName,
  ids: readonly string[],
  details: Record<string, unknown>,
): Promise<void> {
  await call.follow(ids.map((id) => ({ entity, id, scopes: BANK_SCOPES })));
  await call.note({ action: `${entity}.import`, entity, details });
}
