import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { rowLoaders } from '#server/modules/sync/row-loaders.ts';
import type { Person } from '#tests/server/api-world.ts';
import { type SeenEntity, TABLES } from './tables.ts';

export interface ServerRow {
  id: string;
  version: number;
  provider?: string;
  provider_id?: string;
  student?: string;
}

/** The rows of a noun that a person may see. */
export type Visible = (entity: SeenEntity, user_id: string) => readonly ServerRow[];

/** Rows of a student's file, which are seen by whoever sees the student. */
const SEEN_WITH_STUDENT: readonly SeenEntity[] = [
  'student_service',
  'parent',
  'student_note',
  'attachment',
  'goal',
];
/** What stands under the name of one provider, and is read by their supervisor too. */
const SUPERVISED: readonly SeenEntity[] = ['session', 'soap_note', 'goal_entry'];
const EVERYBODYS: readonly SeenEntity[] = ['school_closure', 'goal_option', 'plan_option', 'clinical_code'];

/**
 * Every row of these nouns as the server hands it out now, and what each person may
 * see of them, told anew from who serves whom: the server's own rules are not asked.
 */
export async function everything(
  db: Database,
  entities: readonly SeenEntity[],
  { admin, sally, otto }: Record<'admin' | 'sally' | 'otto', Person>,
): Promise<Visible> {
  const kept = entities.map((entity) =>
    entity === 'student'
      ? sql`select 'student' as entity, id from students`
      : sql`select ${sql.raw(`'${entity}'`)} as entity, id from ${sql.identifier(TABLES[entity])}
          where deleted_at is null`,
  );
  const { rows } = await db.execute<{ entity: SeenEntity; id: string }>(sql.join(kept, sql` union all `));
  const { rows: assigned } = await db.execute<{ student: string; provider: string }>(
    sql`select student, provider from student_providers`,
  );
  const all = new Map<SeenEntity, readonly ServerRow[]>();
  for (const entity of entities) {
    const ids = rows.filter((row) => row.entity === entity).map((row) => row.id);
    const load = rowLoaders[entity];
    all.set(
      entity,
      ids.length === 0
        ? []
        : await db.transaction(async (tx) => (await load(tx, ids)) as readonly ServerRow[]),
    );
  }
  return (entity, user_id) => {
    const known = all.get(entity) ?? [];
    if (user_id === admin.id || EVERYBODYS.includes(entity)) return known;
    const team = user_id === sally.id ? [sally.id, otto.id] : [user_id];
    const reached = new Set(
      assigned.filter(({ provider }) => team.includes(provider)).map(({ student }) => student),
    );
    if (entity === 'student') return known.filter(({ id }) => reached.has(id));
    if (SEEN_WITH_STUDENT.includes(entity)) return known.filter(({ student = '' }) => reached.has(student));
    if (SUPERVISED.includes(entity)) return known.filter(({ provider = '' }) => team.includes(provider));
    return known.filter((row) => (row.provider ?? row.provider_id) === user_id);
  };
}
