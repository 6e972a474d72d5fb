import type { RecordName } from '#contract/entity-name.ts';
import type { RecordedWrite } from '#server/db/schema/bulk-changes.ts';
import type { Call } from './call.ts';

/**
 * The same call, which keeps what it writes to these entities: of each row the state before the first write and after
 * the last. A row that is created and removed again leaves nothing.
 */
export function recordedCall<const Name extends RecordName>(
  call: Call,
  entities: readonly Name[],
): { step: Call; writes: () => RecordedWrite<Name>[] } {
  const found = new Map<string, RecordedWrite<Name>>();
  const keep = (
    entity: RecordName,
    row: { id: string; version: number },
    before: object | null,
    isGone = false,
  ) => {
    if (!isAmong(entity, entities)) return;
    const known = found.get(`${entity} ${row.id}`);
    const first = known === undefined ? (before as Record<string, unknown> | null) : known.before;
    found.set(`${entity} ${row.id}`, {
      ...{ entity, id: row.id, version: row.version, before: first },
      after: isGone ? null : changedFields(first, row),
    });
  };
  const recorded = (inner: Call): Call => ({
    ...inner,
    async create(kind, row, note) {
      const made = await inner.create(kind, row, note);
      keep(kind.entity, made, null);
      return made;
    },
    async createIfFree(kind, row, note) {
      const isNew = await inner.createIfFree(kind, row, note);
      if (isNew) keep(kind.entity, row, null);
      return isNew;
    },
    async recreate(kind, before, row) {
      const made = await inner.recreate(kind, before, row);
      keep(kind.entity, made, before);
      return made;
    },
    async change(kind, before, next, note) {
      const row = await inner.change(kind, before, next, note);
      keep(kind.entity, row, before);
      return row;
    },
    async remove(kind, before, note) {
      await inner.remove(kind, before, note);
      const known = found.get(`${kind.entity} ${before.id}`);
      if (known?.before === null) found.delete(`${kind.entity} ${before.id}`);
      else keep(kind.entity, { ...before, version: before.version + 1 }, before, true);
    },
    withContext: (context) => recorded(inner.withContext(context)),
    apart: (work) => inner.apart((savepoint) => work(recorded(savepoint))),
  });
  return { step: recorded(call), writes: () => [...found.values()] };
}

function isAmong<Name extends RecordName>(entity: RecordName, entities: readonly Name[]): entity is Name {
  return (entities as readonly RecordName[]).includes(entity);
}

/** What differs from before, besides what the server counts itself. */
function changedFields(before: Record<string, unknown> | null, row: object): Record<string, unknown> {
  const fields = Object.entries(row).filter(
    ([name, value]) =>
      name !== 'version' &&
      name !== 'deleted_at' &&
      (before === null || JSON.stringify(before[name]) !== JSON.stringify(value)),
  );
  return Object.fromEntries(fields);
}
