import { z } from 'zod';
import { entityRows } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { endpointNamed, isEndpointName } from '#contract/index.ts';
import { uuid } from '#entities/fields.ts';
import type { Transaction } from '#server/db/database.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import type { WriteContent } from './take-in.ts';

/** The students and services that a write is about. */
export interface Subjects {
  students: readonly string[];
  services: readonly string[];
  /** The session or event that it changes, as it is now: devices of people who decide may not hold it. */
  current?: object;
}

/** What the office's devices hold in part, and ask the server for. */
const ASKED_FOR: readonly EntityName[] = ['session', 'calendar_event'];

interface Kept {
  write_id: string;
  content: WriteContent;
}

/** The body was not validated yet: a value that isn't an id is ignored. */
const Named = z
  .object({
    student_ids: z.array(uuid).catch([]),
    student: uuid.nullable().catch(null),
    service: uuid.nullable().catch(null),
    service_list: z.array(uuid).catch([]),
  })
  .catch({ student_ids: [], student: null, service: null, service_list: [] });

type Named = z.output<typeof Named>;

function subjectsOf(named: readonly Named[]): Subjects {
  const some = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  return {
    students: some(named.flatMap(({ student_ids, student }) => [...student_ids, student])),
    services: some(named.flatMap(({ service_list, service }) => [...service_list, service])),
  };
}

/** The subjects of each write, by its id: those it references, and those of the row that it changes. */
export async function readSubjects(
  tx: Transaction,
  writes: readonly Kept[],
): Promise<ReadonlyMap<string, Subjects>> {
  const changed = new Map<EntityName, string[]>();
  for (const { content } of writes) {
    const row = rowChangedBy(content);
    if (row !== null) changed.set(row.entity, [...(changed.get(row.entity) ?? []), row.id]);
  }
  const rows = new Map<string, { named: Named; current?: object }>();
  for (const [entity, ids] of changed) {
    for (const row of await loadRows(tx, entity, ids)) {
      rows.set(row.id, { named: Named.parse(row), ...(ASKED_FOR.includes(entity) ? { current: row } : {}) });
    }
  }
  return new Map(
    writes.map(({ write_id, content }) => {
      const row = rows.get(content.params.id?.toLowerCase() ?? '');
      const subjects = subjectsOf([Named.parse(content.body), ...(row === undefined ? [] : [row.named])]);
      return [write_id, { ...subjects, ...(row?.current === undefined ? {} : { current: row.current }) }];
    }),
  );
}

/** Entities whose rows reference a student or a service. */
function namesSubjects(entity: EntityName): boolean {
  const { shape } = entityRows[entity];
  return ['student_ids', 'student', 'service', 'service_list'].some((name) => name in shape);
}

/** The row that a write changes or deletes; null for a creation. */
function rowChangedBy(content: WriteContent): { entity: EntityName; id: string } | null {
  const name = content.endpoint;
  const offline = isEndpointName(name) ? endpointNamed(name).offline : undefined;
  if (offline === undefined || offline.effect === 'create' || !namesSubjects(offline.entity)) return null;
  const id = uuid.safeParse(content.params.id);
  return id.success ? { entity: offline.entity, id: id.data } : null;
}
