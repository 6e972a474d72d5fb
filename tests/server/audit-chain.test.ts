import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CommandProblem, verifyAuditCommand } from '#server/commands.ts';
import { audit } from '#server/db/audit.ts';
import { sealAudit, verifyAudit } from '#server/db/audit-chain.ts';
import type { Database } from '#server/db/database.ts';
import { openPostgres } from '#server/db/postgres.ts';
import type { Sender } from '#server/db/write-unit.ts';
import { faultCodeOf } from '#server/plugins/database-faults.ts';
import {
  type DatabaseKind,
  databaseKinds,
  openTestDatabase,
  ruleKinds,
  type TestDatabase,
} from '#tests/support/database.ts';

const NOW = '2026-03-10T18:00:00.000Z';
const INSUFFICIENT_PRIVILEGE = '42501';

function write(on: Sender, row_id: string): Promise<void> {
  return audit(
    on,
    { now: NOW, request_id: 'test' },
    {
      user_id: null,
      action: 'student.update',
      entity: 'student',
      row_id,
      row_version: 2,
      details: { fields: ['first_name'], student: row_id },
      changes: { first_name: ['Zoë', { b: [1, null], a: true }] },
    },
  );
}

async function writeMany(db: Database, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) await write(db, `row-${at}`);
}

/** The rows of the chained entries, in the order of the chain. */
async function chainedRows(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ row_id: string }>(
    sql`select e.row_id from audit_chain c join audit_entries e on e.id = c.entry_id order by c.position`,
  );
  return rows.map(({ row_id }) => row_id);
}

/** What only the owner of the database could do. */
async function tamper(db: Database, ...statements: string[]): Promise<void> {
  for (const table of ['audit_entries', 'audit_chain']) {
    await db.execute(sql.raw(`alter table ${table} disable trigger append_only`));
  }
  for (const statement of statements) await db.execute(sql.raw(statement));
}

let opened: TestDatabase;
let db: Database;

function emptyDatabaseOn(kind: DatabaseKind): void {
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
  });
  afterEach(() => opened.close());
}

describe.each(databaseKinds)('the chain of the audit on %s', (kind) => {
  emptyDatabaseOn(kind);

  test('has every entry once, in the order of their ids, in as many steps as it takes', async () => {
    expect(await verifyAuditCommand(db)).toMatch(/^0 records verified\.\n/);
    await db.execute(sql`insert into audit_entries (at, action, row_id, details)
      select ${NOW}, 'student.read', 'row-' || n, '{}' from generate_series(1, 1203) n`);
    expect(await sealAudit(db)).toBe(1_203);
    expect(await sealAudit(db)).toBe(0);
    await write(db, 'row-1204');
    expect(await verifyAudit(db)).toMatchObject({ verified: 1_203, unsealed: 1, broken: null });
    expect(await sealAudit(db)).toBe(1);
    expect(await chainedRows(db)).toEqual(Array.from({ length: 1_204 }, (_, at) => `row-${at + 1}`));
    expect(await verifyAuditCommand(db)).toMatch(/^1204 records verified\.\nLast hash: [0-9a-f]{64}$/);
  });

  test('is refused by the database to be changed, deleted, or emptied, and so are the entries', async () => {
    await writeMany(db, 2);
    await sealAudit(db);
    for (const statement of [
      `update audit_entries set action = 'student.read'`,
      `update audit_entries set changes = null where row_id = 'row-1'`,
      'delete from audit_entries',
      'truncate audit_entries',
      `update audit_chain set hash = ''`,
      'delete from audit_chain where position = 2',
      'truncate audit_chain',
    ]) {
      const refused = await db.execute(sql.raw(statement)).then(
        () => null,
        (error: unknown) => faultCodeOf(error),
      );
      expect(refused, statement).toBe(INSUFFICIENT_PRIVILEGE);
    }
    expect(await verifyAudit(db)).toMatchObject({ verified: 2, broken: null });
  });
});

describe.each(ruleKinds)('verifying the chain of the audit on %s', (kind) => {
  emptyDatabaseOn(kind);

  test.each([
    ['a detail', `update audit_entries set details = details || '{"kind": "late"}' where row_id = 'row-3'`],
    [
      'an old value',
      `update audit_entries set changes = jsonb_set(changes, '{first_name,0}', '"Zoe"') where row_id = 'row-3'`,
    ],
    ['a person', `update audit_entries set user_id = gen_random_uuid() where row_id = 'row-3'`],
    ['a time', `update audit_entries set at = at + interval '1 ms' where row_id = 'row-3'`],
    ['a hash', `update audit_chain set hash = repeat('0', 64) where position = 3`],
    ['a deleted entry', `delete from audit_entries where row_id = 'row-3'`],
    ['a deleted link', 'delete from audit_chain where position = 3'],
  ])('shows the first record of which %s was changed by its owner', async (_, statement) => {
    await writeMany(db, 5);
    await sealAudit(db);
    await tamper(db, statement);
    const { verified, broken } = await verifyAudit(db);
    expect({ verified, position: broken?.position }).toEqual({
      verified: 2,
      position: statement.startsWith('delete from audit_chain') ? 4 : 3,
    });
    await expect(verifyAuditCommand(db)).rejects.toThrow(CommandProblem);
    await expect(verifyAuditCommand(db)).rejects.toThrow(
      /^Record [34] \(audit entry \d+\): .+ 2 records before it/,
    );
  });

  test('finds an entry again that two were exchanged for', async () => {
    await writeMany(db, 3);
    await sealAudit(db);
    const exchanged = `update audit_chain c set entry_id = -o.entry_id from audit_chain o
      where c.position in (2, 3) and o.position in (2, 3) and c.position <> o.position`;
    await tamper(db, exchanged, 'update audit_chain set entry_id = -entry_id where entry_id < 0');
    expect((await verifyAudit(db)).broken).toMatchObject({ position: 2 });
  });
});

describe('the chain of the audit with several processes on PostgreSQL', () => {
  let processes: Database[] = [];
  beforeEach(async () => {
    opened = await openTestDatabase('postgres');
    processes = [opened.db, openPostgres(opened.url ?? ''), openPostgres(opened.url ?? '')];
  });
  afterEach(async () => {
    await Promise.all(processes.slice(1).map((db) => db.close()));
    await opened.close();
  });

  test('takes in an entry whose transaction commits after later ones were sealed', async () => {
    const { db } = opened;
    let commit: () => void = () => undefined;
    let wrote: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      wrote = resolve;
    });
    const late = db.transaction(async (tx) => {
      await write(tx, 'late');
      wrote();
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await written;
    await writeMany(db, 2);
    expect(await sealAudit(db)).toBe(2);
    commit();
    await late;
    expect(await sealAudit(db)).toBe(1);
    expect(await chainedRows(db)).toEqual(['row-1', 'row-2', 'late']);
    expect(await verifyAudit(db)).toMatchObject({ verified: 3, unsealed: 0, broken: null });
  });

  test('takes in an entry that is far behind when it looks at all of them', async () => {
    const { db } = opened;
    const add = (from: number, to: number) =>
      db.execute(sql`insert into audit_entries (id, at, action, row_id, details) overriding system value
        select n, ${NOW}, 'student.read', 'row-' || n, '{}' from generate_series(${from}::int, ${to}::int) n`);
    await add(2, 6_000);
    await sealAudit(db);
    await add(1, 1);
    expect(await sealAudit(db)).toBe(0);
    expect(await sealAudit(db, { all: true })).toBe(1);
    expect(await verifyAudit(db)).toMatchObject({ verified: 6_000, unsealed: 0, broken: null });
  });

  test('stays whole while all of them write and seal at once', async () => {
    let isOver = false;
    const writing = processes.map(async (db, process) => {
      for (let at = 0; at < 60; at += 1) {
        await db.transaction(async (tx) => {
          await write(tx, `${process}-${at}`);
          if (at % 3 === 0) await sleep(Math.random() * 4);
        });
      }
    });
    const sealing = processes.map(async (db) => {
      while (!isOver) await sealAudit(db);
    });
    await Promise.all(writing);
    isOver = true;
    await Promise.all(sealing);
    await sealAudit(opened.db);
    expect(new Set(await chainedRows(opened.db)).size).toBe(180);
    expect(await verifyAudit(opened.db)).toMatchObject({ verified: 180, unsealed: 0, broken: null });
  });

  test('lets others write, and other processes go on, while one is sealing', async () => {
    const [first, second] = processes;
    if (first === undefined || second === undefined) throw new Error('no process');
    await write(first, 'row-1');
    await first.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(728303)`);
      expect(await sealAudit(second)).toBe(0);
      await write(second, 'row-2');
    });
    expect(await sealAudit(second)).toBe(2);
  });
});
