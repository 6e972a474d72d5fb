import type { LocalDatabase } from '#db/local-database.ts';
import { waitingTimesheets } from '#db/timesheets.ts';
import { amendedManifest } from '#domain/timesheets/manifest.ts';
import type { ManifestItem } from '#domain/timesheets/timesheet.ts';
import type { Workspace } from '../workspace.ts';
import { queueWrite } from './queue-write.ts';

/** The lane of decisions about one period, which arrive in the order in which they were made. */
export function periodLane(provider: string, start: string): string {
  return `timesheet:${provider}:${start}`;
}

/** Rows with anything queued on this device, in any state. */
export async function rowsWithUnsent(db: LocalDatabase): Promise<ReadonlySet<string>> {
  return new Set((await db.outbox.orderBy('entity_id').keys()) as string[]);
}

/**
 * Amends timesheets submitted on this device if the server waits for more than this device still holds:
 * writes that were discarded, or settled without a write of their own, will never arrive. Runs after a pull.
 * @param unsentBefore what was queued before the pull: some of it may have arrived since
 */
export async function amendTimesheets(
  workspace: Workspace,
  unsentBefore: ReadonlySet<string>,
): Promise<void> {
  const { db, user_id, clock } = workspace;
  for (const sheet of await waitingTimesheets(db, user_id, clock.now())) {
    const changedSince = await arrivedAndChanged(db, sheet.manifest, unsentBefore);
    const awaited = sheet.manifest.filter(({ id }) => unsentBefore.has(id) && !changedSince.has(id));
    if (sheet.waiting_for <= awaited.length) continue;
    const handed = await handedOver(db, sheet.id);
    // Another device submitted it, and knows what it holds.
    if (handed === null) continue;
    const manifest = await manifestNow(db, sheet.manifest, new Set([...handed, ...changedSince]));
    if (JSON.stringify(manifest) === JSON.stringify(sheet.manifest)) continue;
    await queueWrite(workspace, {
      endpoint: 'timesheet.amend',
      id: sheet.id,
      body: { manifest },
      lane: periodLane(sheet.provider_id, sheet.period_start_date),
    });
  }
}

/** Rows whose writes are in quarantine until the office decides; null for a timesheet of another device. */
async function handedOver(db: LocalDatabase, timesheetId: string): Promise<ReadonlySet<string> | null> {
  const entries = await db.history
    .filter(({ entity_id, outcome }) => entity_id === timesheetId || outcome === 'quarantined')
    .toArray();
  const isOwn = entries.some(
    ({ entity_id, effect, outcome }) =>
      entity_id === timesheetId && effect === 'create' && outcome === 'sent',
  );
  if (!isOwn) return null;
  return new Set(entries.flatMap(({ entity_id, outcome }) => (outcome === 'quarantined' ? [entity_id] : [])));
}

/** Rows that have arrived as submitted, though a later change of them is queued here. */
async function arrivedAndChanged(
  db: LocalDatabase,
  manifest: readonly ManifestItem[],
  unsent: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const changed = manifest.filter(({ id }) => unsent.has(id));
  if (changed.length === 0) return new Set();
  const entries = await db.history
    .where('write_id')
    .anyOf(changed.flatMap(({ write_ids }) => write_ids))
    .toArray();
  const sent = new Set(entries.flatMap(({ write_id, outcome }) => (outcome === 'sent' ? write_id : [])));
  return new Set(
    changed.filter(({ write_ids }) => write_ids.every((write) => sent.has(write))).map(({ id }) => id),
  );
}

/**
 * The part of a manifest that has arrived or can still arrive from this device.
 * @param kept rows to leave as they are
 */
async function manifestNow(
  db: LocalDatabase,
  manifest: readonly ManifestItem[],
  kept: ReadonlySet<string>,
): Promise<ManifestItem[]> {
  const versions = new Map<string, number>();
  for (const { entity, id } of manifest) {
    const row = await db.rowsOf(entity).get(id);
    if (row !== undefined) versions.set(id, row.version);
  }
  const ids = manifest.map(({ id }) => id);
  const waiting = await db.outbox.where('entity_id').anyOf(ids).sortBy('seq');
  const writes = waiting.map(({ entity, entity_id, write_id }) => ({
    entity: entity as ManifestItem['entity'],
    entity_id,
    write_id,
  }));
  const amended = new Map(amendedManifest(manifest, versions, writes).map((item) => [item.id, item]));
  return manifest.flatMap((item) => (kept.has(item.id) ? item : (amended.get(item.id) ?? [])));
}
