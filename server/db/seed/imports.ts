import { sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import type { Transaction } from '#server/db/database.ts';

/** How the organization moved in: its clients and students from files, when its first school year began. */
export async function seedImports(tx: Transaction, firstDay: string): Promise<void> {
  const files = [
    [
      '01980000-0000-7000-8000-00000000c11e',
      'client',
      'clients.xlsx',
      '16:05',
      'clients',
      ['client', 'client_account'],
      0,
    ],
    [
      '01980000-0000-7000-8000-000000057d01',
      'student',
      'students.csv',
      '16:20',
      'students',
      ['student', 'student_account'],
      4,
    ],
  ] as const;
  for (const [id, kind, file_name, time, table, entities, faulty] of files) {
    const rows = sql.identifier(table);
    await tx.execute(
      sql`insert into imports (id, kind, file_name, existing, columns, lines, faulty, done, added, started_by,
          started_at, finished_at)
        select ${id}::uuid, ${kind}, ${file_name}, 'skip', '{}'::jsonb, count(*) + ${faulty}::int,
          ${faulty}::int, count(*), count(*),
          (select id from users where role = ${ROLES.superAdmin} order by id limit 1),
          ${`${firstDay}T${time}:00Z`}::timestamptz, ${`${firstDay}T${time}:30Z`}::timestamptz
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
