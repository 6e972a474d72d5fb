import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';

/**
 * Makes the schema one expansion newer, as a newer version does while servers of this one still run: columns in every
 * table, one of them required and filled by default, a table, an index, and the record of the migration.
 */
export async function expandSchema(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select tablename::text as name from pg_tables where schemaname = 'public'`);
  await db.transaction(async (tx) => {
    for (const { name } of rows) {
      await tx.execute(sql`
        alter table ${sql.identifier(name)}
          add column next_text text not null default '', add column next_list jsonb`);
    }
    await tx.execute(sql`create table next_table (id uuid primary key, name text not null)`);
    await tx.execute(sql`create index next_index on sessions (next_text)`);
    await tx.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'of the next version', max(created_at) + 1 from drizzle.__drizzle_migrations`);
  });
}
