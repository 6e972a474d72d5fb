import { sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';

export const IMPORT_OF_CLIENTS = '01980000-0000-7000-8000-00000000c11e';
export const IMPORT_OF_STUDENTS = '01980000-0000-7000-8000-000000057d01';

/** How the organization moved in: its clients and students from files. */
export async function seedImports(tx: Transaction, movedIn: string): Promise<void> {
  const files = [
    [IMPORT_OF_CLIENTS, 'client', 'clients.xlsx', '09:05', 'clients', ['client', 'client_account'], 0],
    [IMPORT_OF_STUDENTS, 'student', 'students.csv', '09:20', 'students', ['student', 'student_account'], 4],
  ] as const;
  for (const [id, kind, file_name, time, table, entities, faulty] of files) {
    const rows = sql.identifier(table);
    const at = pacificInstant(movedIn, time);
    await tx.execute(
      sql`insert into imports (id, kind, file_name, existing, columns, lines, faulty, done, added, started_by,
          started_at, finished_at)
        select ${id}::uuid, ${kind}, ${file_name}, 'skip', '{}'::jsonb, count(*) + ${faulty}::int,
          ${faulty}::int, count(*), count(*),
          (select id from users where role = ${ROLES.superAdmin} order by id limit 1),
          ${at}::timestamptz, ${at}::timestamptz + interval '30 seconds'
        from ${rows}`,
    );
    for (const entity of entities) {
      await tx.execute(
        sql`insert into import_rows (import, entity, row_id, position, line, is_new, version)
          select ${id}::uuid, ${entity}, id, row_number() over (order by id) - 1,
            row_number() over (order by id) + 1, true, 1 from ${rows}`,
      );
    }
  }
}
