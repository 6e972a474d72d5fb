import type { ManifestItem } from './timesheet.ts';

/** A waiting write, as far as a manifest goes. */
export interface CoveredWrite {
  entity: ManifestItem['entity'];
  entity_id: string;
  write_id: string;
}

/**
 * What a timesheet covers: the rows of its period with the versions that the device
 * holds, and every write about them, or about rows that leave the period by it,
 * that the office has not confirmed.
 *
 * @param writes in the order in which they were made
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
 * What of a manifest can still arrive: its rows as the device has them now, with the
 * writes about them that still wait there. What is neither there nor waits was given up.
 *
 * @param versions by id, of the listed rows that the device has
 * @param writes in the order in which they were made
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
 * The manifest after a write about one of its items was accepted. A write that was
 * merged or corrected on its way bears another id than the one listed: it takes
 * the place of the first of its item that is still awaited.
 *
 * @param accepted which of the listed writes have taken effect
 * @returns the same manifest where nothing of it is about the write
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
