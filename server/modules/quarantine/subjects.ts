import { z } from 'zod';
import type { EntityName } from '#contract/entity-name.ts';
import { uuid } from '#contract/fields.ts';
import { endpointNamed, isEndpointName } from '#contract/index.ts';
import type { Transaction } from '#server/db/database.ts';
import { loadCalendarEventRows } from '#server/modules/calendar/queries.ts';
import { loadSessionRows } from '#server/modules/sessions/queries.ts';
import { loadGoalEntryRows, loadSoapNoteRows } from '#server/modules/soap/queries.ts';
import type { WriteContent } from './take-in.ts';

/** The students and services that a write is about. */
export interface Subjects {
  students: readonly string[];
  services: readonly string[];
}

interface Kept {
  write_id: string;
  content: WriteContent | null;
}

/** Nobody has checked the body yet: what is not an id in its place counts for nothing. */
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

/** What the write itself names. */
export function namedIn({ content }: Pick<Kept, 'content'>): Subjects {
  return subjectsOf([Named.parse(content?.body)]);
}

/** What each write is about, by its id: what it names, and what the row that it changes names. */
export async function readSubjects(
  tx: Transaction,
  writes: readonly Kept[],
): Promise<ReadonlyMap<string, Subjects>> {
  const changed = {
    session: rowsChangedBy(writes, 'session'),
    calendar_event: rowsChangedBy(writes, 'calendar_event'),
    soap_note: rowsChangedBy(writes, 'soap_note'),
    goal_entry: rowsChangedBy(writes, 'goal_entry'),
  };
  const rows = new Map<string, Named>();
  for (const row of await loadSessionRows(tx, changed.session)) rows.set(row.id, Named.parse(row));
  for (const row of await loadCalendarEventRows(tx, changed.calendar_event))
    rows.set(row.id, Named.parse(row));
  for (const row of await loadSoapNoteRows(tx, changed.soap_note)) rows.set(row.id, Named.parse(row));
  for (const row of await loadGoalEntryRows(tx, changed.goal_entry)) rows.set(row.id, Named.parse(row));
  return new Map(
    writes.map(({ write_id, content }) => {
      const row = rows.get(content?.params.id?.toLowerCase() ?? '');
      return [write_id, subjectsOf([Named.parse(content?.body), ...(row === undefined ? [] : [row])])];
    }),
  );
}

function rowsChangedBy(writes: readonly Kept[], entity: EntityName): string[] {
  return writes.flatMap(({ content }) => {
    const name = content?.endpoint ?? '';
    if (!isEndpointName(name) || endpointNamed(name).offline?.entity !== entity) return [];
    const id = uuid.safeParse(content?.params.id);
    return id.success ? [id.data] : [];
  });
}
