import type { MoveWrite } from '#server/db/schema/caseload-moves.ts';
import type { Call } from '#server/records/call.ts';

const RECORDED: readonly string[] = ['student_service', 'calendar_event'];

/**
 * The same call, which keeps what it writes: of each row the state before the first write and the version after the
 * last. A row that is created and removed again leaves nothing.
 */
export function recordedCall(call: Call): { step: Call; writes: () => MoveWrite[] } {
  const found = new Map<string, MoveWrite>();
  const keep = (entity: string, id: string, version: number, before: object | null) => {
    if (!RECORDED.includes(entity)) return;
    const known = found.get(`${entity} ${id}`);
    found.set(`${entity} ${id}`, {
      ...{ entity: entity as MoveWrite['entity'], id, version },
      before: known === undefined ? (before as Record<string, unknown> | null) : known.before,
    });
  };
  const recorded = (inner: Call): Call => ({
    ...inner,
    async create(kind, row, note) {
      const made = await inner.create(kind, row, note);
      keep(kind.entity, made.id, made.version, null);
      return made;
    },
    async createIfFree(kind, row, note) {
      const isNew = await inner.createIfFree(kind, row, note);
      if (isNew) keep(kind.entity, row.id, row.version, null);
      return isNew;
    },
    async change(kind, before, next, note) {
      const row = await inner.change(kind, before, next, note);
      keep(kind.entity, row.id, row.version, before);
      return row;
    },
    async remove(kind, before, note) {
      await inner.remove(kind, before, note);
      const known = found.get(`${kind.entity} ${before.id}`);
      if (known?.before === null) found.delete(`${kind.entity} ${before.id}`);
      else keep(kind.entity, before.id, before.version + 1, before);
    },
    withContext: (context) => recorded(inner.withContext(context)),
    apart: (work) => inner.apart((savepoint) => work(recorded(savepoint))),
  });
  return { step: recorded(call), writes: () => [...found.values()] };
}
