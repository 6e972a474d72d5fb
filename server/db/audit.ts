import type { Transaction } from './database.ts';
import { audit_entries } from './schema/sync.ts';

export interface AuditEntry {
  /** Who did it; nothing where nobody is known, as for a rejected sign-in. */
  user_id: string | null;
  /** `noun.verb`, as the contract names it. */
  action: string;
  entity?: string;
  row_id?: string;
  /** Facts that tell no content: changed field names, on whose behalf. Never a value a person typed. */
  details?: Record<string, unknown>;
}

/** Writes one row of the audit in the transaction of what it tells, so that neither stands without the other. */
export async function audit(
  tx: Pick<Transaction, 'insert'>,
  facts: { now: string; request_id: string },
  entry: AuditEntry,
): Promise<void> {
  await tx.insert(audit_entries).values({
    at: facts.now,
    user_id: entry.user_id,
    action: entry.action,
    entity: entry.entity ?? null,
    row_id: entry.row_id ?? null,
    request_id: facts.request_id,
    details: entry.details ?? {},
  });
}
