import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { migrate, migrationsFolder } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { createDatabase } from '#tests/support/database.ts';
import { MIGRATED } from '#tests/support/postgres-cluster.ts';

/** Says that nothing running uses any more what the next statement takes away. */
const CONTRACTS = /--\s*contracts: \d+\.\d+\.\d+/;

/** Statements that a server of the version before would trip over while it runs beside the new one. */
const STUMBLING: readonly RegExp[] = [
  /\bdrop (table|column|type|view|schema|sequence|function)\b/i,
  /\brename\b/i,
  /^truncate\b/i,
  /\balter column "?\w+"? (set not null|set data type|type|drop default)\b/i,
  /\badd column (?!.*\bdefault\b).*\bnot null\b/i,
];
/** The same, unless the table is new. */
const STUMBLING_ON_OLD: readonly RegExp[] = [
  /\bcreate unique index (?:"?\w+"? )?on (?:"?public"?\.)?"?(\w+)"?/i,
  /\balter table "?(\w+)"? add constraint .*\b(?:check|unique|foreign key|exclude)\b/i,
];

/** Made before this rule: a server that doesn't know of them is told `record.exists`, which it handles. */
const OLDER = ['service_categories_name', 'pay_periods_start_date_index'];

/** The statements of a migration that break a server of the version before. */
function stumblingBlocks(text: string): string[] {
  const made = new Set(
    [...text.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)].map(([, name]) => name),
  );
  return text
    .split(/--> statement-breakpoint|;\s*\n/)
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(
      (statement) => !CONTRACTS.test(statement) && !OLDER.some((name) => statement.includes(`"${name}"`)),
    )
    .filter(
      (statement) =>
        STUMBLING.some((pattern) => pattern.test(statement)) ||
        STUMBLING_ON_OLD.some((pattern) => {
          const table = pattern.exec(statement)?.[1];
          return table !== undefined && !made.has(table);
        }),
    );
}

const files = readdirSync(migrationsFolder()).filter((name) => name.endsWith('.sql'));

describe('migrations', () => {
  test('only add: a server of the version before keeps working beside the new one', () => {
    expect(files.length).toBeGreaterThan(30);
    const found = files.flatMap((name) => {
      const text = readFileSync(path.join(migrationsFolder(), name), 'utf8');
      return stumblingBlocks(text).map((statement) => `${name}: ${statement.slice(0, 120)}`);
    });
    expect(found).toEqual([]);
  });

  test.each([
    'ALTER TABLE "users" DROP COLUMN "email";',
    'DROP TABLE "users";',
    'ALTER TABLE "users" RENAME COLUMN "email" TO "address";',
    'ALTER TABLE "users" ALTER COLUMN "email" SET NOT NULL;',
    'ALTER TABLE "users" ALTER COLUMN "role" SET DATA TYPE integer;',
    'ALTER TABLE "users" ADD COLUMN "phone" text NOT NULL;',
    'CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone");',
    'ALTER TABLE "users" ADD CONSTRAINT "phone" CHECK (length(phone) > 3);',
  ])('%s is found', (statement) => {
    expect(stumblingBlocks(statement)).toHaveLength(1);
    expect(stumblingBlocks(`-- contracts: 0.4.0 was the last to use it\n${statement}`)).toEqual([]);
  });

  test.each([
    `ALTER TABLE "users" ADD COLUMN "phone" text DEFAULT '' NOT NULL;`,
    'ALTER TABLE "users" ADD COLUMN "phone" text;',
    'CREATE INDEX "users_phone" ON "users" USING btree ("phone");',
    'CREATE TABLE "phones" ("id" uuid NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "phones" USING btree ("id");',
  ])('%s is fine', (statement) => {
    expect(stumblingBlocks(statement)).toEqual([]);
  });

  test('give up waiting for a locked table, so that nobody waits behind them, and try again', async () => {
    const { url, drop } = await createDatabase(MIGRATED);
    const db = openPostgres(url);
    let migrating: Promise<string> = Promise.resolve('');
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table drizzle.__drizzle_migrations`);
      migrating = migrate(db).then(() => 'migrated');
      expect(await Promise.race([migrating, sleep(4_000, 'still waiting')])).toBe('still waiting');
    });
    expect(await migrating).toBe('migrated');
    await db.close();
    await drop();
  });
});
