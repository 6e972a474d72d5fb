import type { EntityName } from '#contract/entity-name.ts';
import { audit } from '#server/db/audit.ts';
import { recordChanges, recordDeletion } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import type { CallFacts, SignedInActor } from '#server/plugins/call.ts';

/** Who calls, within the transaction of the call. */
export interface OptionCaller {
  tx: Transaction;
  actor: SignedInActor;
  facts: CallFacts;
}

/** Options and codes reach every device. */
const SCOPES = ['global'];

export async function noteBankChange(
  caller: OptionCaller,
  entity: EntityName,
  verb: 'create' | 'update',
  id: string,
): Promise<void> {
  await recordChanges(caller.tx, [{ entity, id, scopes: SCOPES }]);
  await noteInAudit(caller, entity, verb, id);
}

/** Many rows that one call brought: one line in the audit says how many. */
export async function noteBankImport(
  { tx, actor, facts }: OptionCaller,
  entity: EntityName,
  ids: readonly string[],
  details: Record<string, unknown>,
): Promise<void> {
  await recordChanges(
    tx,
    ids.map((id) => ({ entity, id, scopes: SCOPES })),
  );
  await audit(tx, facts, { user_id: actor.user_id, action: `${entity}.import`, entity, details });
}

export async function noteBankDeletion(caller: OptionCaller, entity: EntityName, id: string): Promise<void> {
  await recordDeletion(caller.tx, entity, id);
  await noteInAudit(caller, entity, 'delete', id);
}

function noteInAudit(
  { tx, actor, facts }: OptionCaller,
  entity: EntityName,
  verb: string,
  id: string,
): Promise<void> {
  return audit(tx, facts, { user_id: actor.user_id, action: `${entity}.${verb}`, entity, row_id: id });
}
