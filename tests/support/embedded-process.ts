import { writeSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#server/db/open-database.ts';

/**
 * `<data directory> write` adds rows until it is killed and prints the number of each after its commit. `…
 * read` prints all rows. `… clock` prints an instant. `… hold` prints a line and keeps the database open.
 */
const [dataDir = '', task = ''] = process.argv.slice(2);

const print = (line: string | number) => writeSync(1, `${line}\n`);

try {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  await db.execute(sql`create table if not exists scratch (number int primary key, filling text not null)`);
  if (task === 'hold') {
    print('open');
    setInterval(() => undefined, 60_000);
  } else if (task === 'write') {
    const { rows } = await db.execute<{ next: number }>(
      sql`select coalesce(max(number) + 1, 0) as next from scratch`,
    );
    for (let number = rows[0]?.next ?? 0; ; number += 1) {
      await db.transaction((tx) =>
        tx.execute(sql`insert into scratch values (${number}, repeat(${String(number)}, 500))`),
      );
      print(number);
    }
  } else if (task === 'read') {
    const { rows } = await db.execute<{ number: number }>(sql`select number from scratch order by number`);
    print(JSON.stringify(rows.map((row) => row.number)));
    await db.close();
  } else if (task === 'clock') {
    const { rows } = await db.execute<{ at: string }>(
      sql`select '2026-07-01T12:00:00-07:00'::timestamptz::text as at`,
    );
    print(rows[0]?.at ?? '');
    await db.close();
  }
} catch (error) {
  print(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  process.exit(1);
}
