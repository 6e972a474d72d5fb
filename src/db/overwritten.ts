import { decrypt, encrypt } from '#contract/encryption.ts';
import { keyOf } from './encrypted-rows.ts';
import type { HistoryRow, LocalDatabase, OutboxRow } from './local-database.ts';

/** A write gets a new id with each merge, so the replaced values are bound to its row. */
export function overwrittenPlace(entityId: string): string {
  return `overwritten|${entityId}`;
}

/** By field, the other side's values that the write replaced; empty if there are none. */
export async function openOverwritten(
  db: LocalDatabase,
  { entity_id, overwritten }: Pick<HistoryRow, 'entity_id' | 'overwritten'>,
): Promise<Record<string, unknown>> {
  if (overwritten === undefined) return {};
  return (await decrypt(keyOf(db), overwrittenPlace(entity_id), overwritten)) as Record<string, unknown>;
}

/** Adds replaced values to those that go into the write's history; for each field the newest wins. */
export async function withOverwritten(
  db: LocalDatabase,
  write: Pick<OutboxRow, 'entity_id' | 'overwritten'>,
  overwritten: Record<string, unknown>,
): Promise<Pick<OutboxRow, 'overwritten'>> {
  if (Object.keys(overwritten).length === 0) return {};
  const all = { ...(await openOverwritten(db, write)), ...overwritten };
  return { overwritten: await encrypt(keyOf(db), overwrittenPlace(write.entity_id), all) };
}
