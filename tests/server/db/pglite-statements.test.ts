import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Executor, openExecutor } from '#server/db/pglite-executor.ts';

let executor: Executor;

const ask = (sql: string, params: unknown[] = []) => executor.query(sql, params, 'object');

beforeAll(async () => {
  executor = await openExecutor({ dataDir: null, template: null });
});

afterAll(() => executor.close());

test('values of every type arrive as given', async () => {
  const text =
    'select $1::int as n, $2::text as t, $3::jsonb as j, $4::text[] as a, $5::boolean as b, $6::text as none';
  for (let time = 0; time < 2; time += 1) {
    const { rows } = await ask(text, [7, 'seven', { seven: [7] }, ['a,b', '"c"'], true, null]);
    expect(rows).toEqual([{ n: 7, t: 'seven', j: { seven: [7] }, a: ['a,b', '"c"'], b: true, none: null }]);
  }
});

test('reports how many rows were affected, and by which command', async () => {
  await ask('create table counted (n int)');
  expect(await ask('insert into counted values (1), (2)')).toMatchObject({
    affectedRows: 2,
    command: 'INSERT',
  });
  expect(await executor.query('select n from counted order by n', [], 'array')).toMatchObject({
    rows: [[1], [2]],
    command: 'SELECT',
  });
});

test('reads the current table after it changes under a prepared statement', async () => {
  await ask('create table changing (a int)');
  await ask('insert into changing values (1)');
  const text = 'select * from changing';
  expect((await ask(text)).rows).toEqual([{ a: 1 }]);
  await ask("alter table changing add column b text default 'new'");
  expect((await ask(text)).rows).toEqual([{ a: 1, b: 'new' }]);
});

test("a failure carries its SQLSTATE and doesn't affect the next query", async () => {
  await ask('create table once (id int primary key)');
  const text = 'insert into once values ($1)';
  await ask(text, [1]);
  await expect(ask(text, [1])).rejects.toMatchObject({ code: '23505' });
  await expect(ask('selec 1')).rejects.toMatchObject({ code: '42601' });
  await ask('begin');
  await expect(ask('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
  await expect(ask('select 1')).rejects.toMatchObject({ code: '25P02' });
  expect((await ask('commit')).command).toBe('ROLLBACK');
  await expect(ask(text, [2])).resolves.toMatchObject({ affectedRows: 1 });
});

test("concurrent queries don't get each other's results", async () => {
  const asked = Array.from({ length: 600 }, (_, n) => ask(`select $1::int + ${n} as sum`, [n]));
  const answers = await Promise.all(asked);
  expect(answers.map(({ rows }) => rows)).toEqual(asked.map((_, n) => [{ sum: 2 * n }]));
});
