import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instantColumn, xid8 } from '#server/db/schema/columns.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

const scratch = pgTable('scratch_values', {
  id: uuid().primaryKey(),
  words: text().array().notNull(),
  ids: uuid().array().notNull(),
  day: date({ mode: 'string' }).notNull(),
  at: instantColumn().notNull(),
  amount: numeric().notNull(),
  seq: bigint({ mode: 'number' }).notNull(),
  count: integer().notNull(),
  is_done: boolean().notNull(),
  details: jsonb().$type<unknown>().notNull(),
  nothing: text(),
  raw: bytes().notNull(),
  xid: xid8().notNull(),
});

const row = {
  id: '0190c0de-0000-7000-8000-000000000001',
  words: ['plain', 'a "quoted", {braced} \\ word', '', 'NULL', 'ümlaut 👩‍🏫'],
  ids: ['0190c0de-0000-7000-8000-000000000002'],
  day: '2026-03-08',
  at: '2026-03-08T10:00:00.120Z',
  amount: '12345678901234567890.10',
  seq: 9_007_199_254_740_991,
  count: -7,
  is_done: true,
  details: { list: [1, null, 'x'], text: 'it\'s "so"' },
  nothing: null,
  raw: Uint8Array.of(0, 1, 254, 255),
  xid: '18446744073709551615',
};

describe.each(databaseKinds)('values on %s', (kind) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    await opened.db.execute(sql`
      create table scratch_values (
        id uuid primary key, words text[], ids uuid[], day date, at timestamptz(3), amount numeric, seq bigint,
        count int, is_done bool, details jsonb, nothing text, raw bytea, xid xid8
      )
    `);
    await opened.db.insert(scratch).values(row);
  });
  afterAll(() => opened.close());

  test('of columns are read as written', async () => {
    const [found] = await opened.db.select().from(scratch);
    expect({ ...found, raw: [...(found?.raw ?? [])] }).toEqual({ ...row, raw: [...row.raw] });
  });

  test('of a returned row equal those of a selected one', async () => {
    const [found] = await opened.db
      .update(scratch)
      .set({ at: '2026-11-01T01:30:00.000-07:00' })
      .returning({ at: scratch.at, day: scratch.day, seq: scratch.seq });
    expect(found).toEqual({ at: '2026-11-01T08:30:00.000Z', day: row.day, seq: row.seq });
  });

  test('of a raw query have one format', async () => {
    const { rows } = await opened.db.execute(sql`
      select count(*) as counted, sum(count) as summed, avg(count)::float8 as mean, 1.50 as exact,
        9007199254740993::int8 as huge, '2026-03-08'::date as day, '2026-03-08 10:00:00.12+00'::timestamptz as at,
        array['a', null, 'b,c'] as list, '{"a": [1]}'::jsonb as details, true as is_it, null as nothing
      from scratch_values
    `);
    expect(rows).toEqual([
      {
        counted: '1',
        summed: '-7',
        mean: -7,
        exact: '1.50',
        huge: '9007199254740993',
        day: '2026-03-08',
        at: '2026-03-08 10:00:00.12+00',
        list: ['a', null, 'b,c'],
        details: { a: [1] },
        is_it: true,
        nothing: null,
      },
    ]);
  });

  test('keep two columns of the same name apart in a join', async () => {
    const [found] = await opened.db
      .select({ first: scratch.id, second: sql<string>`other.id` })
      .from(scratch)
      .innerJoin(sql`(select 'x' as id) other`, sql`true`);
    expect(found).toEqual({ first: row.id, second: 'x' });
  });

  test.each([
    ['a value of the wrong form', sql`select 'x'::uuid`, '22P02'],
    ['a day that does not exist', sql`select '2026-02-30'::date`, '22008'],
    ['text with a zero byte', sql`select ${'\u0000'}::text`, '22021'],
    [
      'a second row with the key of the first',
      sql`insert into scratch_values (id) values (${row.id})`,
      '23505',
    ],
    ['a table that is not there', sql`select 1 from nowhere`, '42P01'],
  ])('are rejected for %s with the SQLSTATE in the cause', async (_, query, code) => {
    await expect(opened.db.execute(query)).rejects.toMatchObject({ cause: { code } });
  });
});
