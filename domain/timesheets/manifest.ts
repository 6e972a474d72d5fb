import type { ManifestItem } from './timesheet.ts';

/** The fields of a queued write that a manifest needs. */
export interface CoveredWrite {
  entity: ManifestItem['entity'];
  entity_id: string;
  write_id: string;
}

/**
 * The manifest of a timesheet: the rows of its period with the device's versions, and every unconfirmed write
 * about them or about rows that it moves out of the period.
 * @param writes oldest first
 */
export function manifestOf(
  rows: readonly Pick<ManifestItem, 'entity' | 'id' | 'version'>[],
  writes: readonly CoveredWrite[],
): ManifestItem[] {
  const items = new Map<string, ManifestItem>();
  for (const { entity, id, version } of rows) items.set(id, { entity, id, version, write_ids: [] });
  for (const { entity, entity_id, write_id } of writes) {
    const item = items.get(entity_id) ?? { entity, id: entity_id, version: 0, write_ids: [] };
    items.set(entity_id, { ...item, write_ids: [...item.write_ids, write_id] });
  }
  return [...items.values()];
}

/**
 * The part of a manifest that can still arrive: its rows as the device has them now, with the writes still
 * queued for them. Items that are neither were dropped.
 * @param versions versions of the listed rows that the device has, by id
 * @param writes oldest first
 */
export function amendedManifest(
  manifest: readonly ManifestItem[],
  versions: ReadonlyMap<string, number>,
  writes: readonly CoveredWrite[],
): ManifestItem[] {
  return manifest.flatMap((item) => {
    const waiting = writes.filter(({ entity, entity_id }) => entity === item.entity && entity_id === item.id);
    const version = versions.get(item.id);
    if (version === undefined && waiting.length === 0) return [];
    return [{ ...item, version: version ?? 0, write_ids: waiting.map(({ write_id }) => write_id) }];
  });
}

/**
 * The manifest after a write about one of its items was accepted. A write that was merged or corrected has a
 * different id than the listed one: it replaces the first awaited write of its item.
 * @param accepted which of the listed writes have taken effect
 * @returns the same manifest if the write isn't about it
 */
export function withArrival(
  manifest: readonly ManifestItem[],
  write: CoveredWrite,
  accepted: ReadonlySet<string>,
): readonly ManifestItem[] {
  const item = manifest.find(({ entity, id }) => entity === write.entity && id === write.entity_id);
  const isListed = manifest.some(({ write_ids }) => write_ids.includes(write.write_id));
  if (item === undefined || isListed) return manifest;
  const awaited = item.write_ids.find((id) => !accepted.has(id));
  if (awaited === undefined) return manifest;
  const write_ids = item.write_ids.map((id) => (id === awaited ? write.write_id : id));
  return manifest.map((other) => (other === item ? { ...item, write_ids } : other));
}
