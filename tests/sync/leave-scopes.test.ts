import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EntityName } from '#contract/entity-name.ts';
import { type OutboxRow, type StoredRow, TABLE_OF } from '#db/local-database.ts';
import { createRandom } from '#server/db/seed/random.ts';
import { leaveScopes } from '#sync/pull/leave-scopes.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';

const STUDENTS = Array.from({ length: 12 }, (_, at) => `s${at}`);
const FILES = ['student_service', 'parent', 'student_note', 'attachment', 'goal'] as const;
const OTHERS = ['session', 'soap_note', 'provider', 'school_closure'] as const;

type Row = StoredRow & { student?: string };

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});

afterEach(() => device.close());

function rowIn(id: string, scopes: string[], rest: Partial<Row> = {}): Row {
  return {
    ...{ id, scopes, version: 1, record_state: 'sent', is_gone: 0, generation: 1, is_withdrawn: 0 },
    ...{ sealed: new Uint8Array(12), base: null, confirmed: [] },
    ...rest,
  };
}

function fill(rows: Partial<Record<EntityName, readonly Row[]>>): Promise<unknown> {
  const put = ([entity, ones = []]: [string, readonly Row[] | undefined]) =>
    device.db.rowsOf(entity as EntityName).bulkPut([...ones]);
  return Promise.all(Object.entries(rows).map(put));
}

function leave(scopes: readonly string[]): Promise<string[]> {
  const { db } = device;
  return db.transaction('rw', db.tables, async () => await leaveScopes(db, scopes));
}

async function everything(): Promise<Record<string, Row[]>> {
  const tables = await Promise.all(
    Object.entries(TABLE_OF).map(async ([entity, name]) => [entity, await device.db.table(name).toArray()]),
  );
  return Object.fromEntries(tables);
}

/** A device with rows of all kinds in some of the scopes, some of them with unsynced changes. */
function randomRows(seed: number): Partial<Record<EntityName, Row[]>> {
  const random = createRandom(seed);
  const rows: Partial<Record<EntityName, Row[]>> = {};
  const wide = ['org', 'service:a', 'service:b', 'team:t', 'user:u'];
  const state = () => ({
    record_state: random.pick(['sent', 'sent', 'sent', 'waiting', 'attention'] as const),
  });
  rows.student = STUDENTS.map((id) => {
    const own = random.chance(0.2) ? random.pick(STUDENTS) : id;
    return rowIn(id, [`student:${own}`, ...wide.filter(() => random.chance(0.15))], state());
  });
  rows.client = ['c1', 'c2', 'c3'].map((id) =>
    rowIn(id, [`client:${id}`, ...wide.filter(() => random.chance(0.2))]),
  );
  for (const entity of FILES) {
    rows[entity] = STUDENTS.flatMap((student) =>
      [1, 2].map((nth) => {
        const scopes = random.chance(0.2)
          ? []
          : [`student:${student}`, ...(random.chance(0.2) ? ['org'] : [])];
        return rowIn(`${student}-${nth}`, scopes, { student, version: random.int(0, 2), ...state() });
      }),
    );
  }
  for (const entity of OTHERS) {
    rows[entity] = Array.from({ length: 20 }, (_, at) =>
      rowIn(
        `r${at}`,
        wide.filter(() => random.chance(0.4)),
        state(),
      ),
    );
  }
  return rows;
}

/** What stays of a row by the rule for rows, which knows nothing about tables. */
function stays(row: Row, isFile: boolean, scopes: readonly string[]): Row | null {
  const rest = row.scopes.filter((scope) => !scopes.includes(scope));
  const isOfLeft = isFile && row.scopes.length === 0 && scopes.includes(`student:${row.student}`);
  if (rest.length === row.scopes.length && !(isOfLeft && row.version > 0)) return row;
  const left: Row = { ...row, scopes: rest, is_withdrawn: rest.length === 0 ? 1 : 0 };
  return rest.length > 0 || row.record_state !== 'sent' ? left : null;
}

describe('leaving scopes together', () => {
  const sets = [
    ['of students and clients', ['student:s1', 'student:s2', 'student:s7', 'client:c2']],
    ['of clients only', ['client:c1']],
    ['of a service with its students', ['service:a', 'student:s3', 'student:s4', 'client:c1', 'client:c3']],
    ['of the whole organization', ['org']],
    ['of a role', ['team:t', 'service:a', 'service:b', ...STUDENTS.map((id) => `student:${id}`)]],
  ] as const;

  test.each(sets)('%s leaves of each row what the rule for one row says', async (_, scopes) => {
    for (const seed of [1, 2]) {
      const rows = randomRows(seed);
      await Promise.all(device.db.tables.map((table) => table.clear()));
      await fill(rows);
      await leave(scopes);
      const files: readonly string[] = FILES;
      const expected = Object.entries(rows).map(([entity, ones]) => [
        entity,
        ones.map((row) => stays(row, files.includes(entity), scopes)).filter((row) => row !== null),
      ]);
      const here = await everything();
      for (const [entity, ones] of expected) {
        expect(new Set(here[entity as string]), `${entity} of seed ${seed}`).toEqual(new Set(ones as Row[]));
      }
    }
  });

  test('walks over more rows than fit into one question', async () => {
    await fill({
      session: Array.from({ length: 1_203 }, (_, at) =>
        rowIn(`r${at}`, [at % 2 === 0 ? 'service:a' : 'user:u']),
      ),
    });
    await leave(['service:a', 'service:b']);
    expect(await device.db.sessions.count()).toBe(601);
  });

  test('takes a new row of a file along once the server may have seen it', async () => {
    const { db } = device;
    const untold = (id: string) => rowIn(id, [], { student: 's1', version: 0, record_state: 'waiting' });
    await fill({ parent: [untold('seen'), untold('unseen')] });
    await db.outbox.bulkAdd(
      [1, 0].map(
        (attempts, at) => ({ write_id: `w${at}`, entity_id: ['seen', 'unseen'][at], attempts }) as OutboxRow,
      ),
    );
    await leave(['student:s1']);
    expect(await db.parents.toArray()).toMatchObject([
      { id: 'seen', is_withdrawn: 1 },
      { id: 'unseen', is_withdrawn: 0 },
    ]);
  });

  test('of students reads their files by index and no table of anything else', async () => {
    await fill(randomRows(4));
    const read = new Map<string, number>();
    for (const [entity, name] of Object.entries(TABLE_OF)) {
      device.db.table(name).hook('reading', (row) => {
        read.set(entity, (read.get(entity) ?? 0) + 1);
        return row;
      });
    }
    await leave(['student:s1', 'student:s2', 'client:c1']);
    expect(Object.fromEntries(read)).toEqual({
      // Those whose scope ended are looked up once more.
      ...{ student: STUDENTS.length + 2, client: 3 },
      ...Object.fromEntries(FILES.map((entity) => [entity, 4])),
    });
  });
});
