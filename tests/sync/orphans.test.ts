import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PullPage } from '#contract/sync.ts';
import { outboxCounts, unsentWrites } from '#db/outbox.ts';
import { sessionById } from '#db/sessions.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { discardWrite } from '#sync/merge/needs-attention.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { pullAll } from '#sync/pull/pull.ts';
import {
  openDevice,
  outboxStates,
  type ScriptedServer,
  scriptedServer,
  type TestDevice,
} from '#tests/support/device.ts';
import { sessionEntry, sessionRow } from '#tests/support/device-entries.ts';

const STUDENT = uuidv7();

let device: TestDevice;
let pages: number;

beforeEach(async () => {
  device = await openDevice();
  pages = 0;
  await studentComes();
});

afterEach(() => device.close());

async function pull(rest: Partial<PullPage>): Promise<void> {
  pages += 1;
  const page: PullPage = {
    epoch: 'e1',
    cursor: `cursor-${pages}`,
    more: false,
    server_time: '2026-03-10T18:00:00.000Z',
    is_fresh: false,
    scopes_added: [],
    scopes_removed: [],
    changes: [],
    done: [],
    total: null,
    ...rest,
  };
  await pullAll(device.db, { call: async () => page } as unknown as ApiClient, 'd', device.lock);
}

function studentComes(): Promise<void> {
  const row = { id: STUDENT, first_name: 'Sam', last_name: 'Sample', version: 1 };
  return pull({
    changes: [{ entity: 'student', id: STUDENT, scopes: [`student:${STUDENT}`], left: [], row }],
  });
}

function studentLeaves(): Promise<void> {
  return pull({ scopes_removed: [`student:${STUDENT}`] });
}

async function enterSession(notes = 'typed'): Promise<string> {
  const body = sessionEntry({ student_ids: [STUDENT], notes });
  await queueWrite(device.workspace, {
    endpoint: 'session.create',
    id: body.id,
    body,
    lane: `session:${body.id}`,
  });
  return body.id;
}

function drain(answer: ScriptedServer['answer']) {
  return drainBatch(device.db, scriptedServer(answer).transport, device.clock, device.lock);
}

const refuse: ScriptedServer['answer'] = () => ({
  status: 422,
  code: 'request.invalid',
  message: "Student not found, or you don't have access.",
});

describe("unsynced writes in a student's file", () => {
  const lane = `student:${STUDENT}`;
  const id = uuidv7();
  const parent = {
    id,
    student: STUDENT,
    first_name: 'Alma',
    last_name: 'Sample',
    relationship: 'mother',
    email: '',
    phone: '555 0100',
    language: 'es',
    is_primary: true,
  } as const;
  const enterParent = () =>
    queueWrite(device.workspace, { endpoint: 'parent.create', id, body: parent, lane });
  const parentComes = () =>
    pull({
      changes: [
        {
          entity: 'parent',
          id,
          scopes: [`student:${STUDENT}`],
          left: [],
          row: { ...parent, version: 1 },
        },
      ],
    });

  const accepted = () => ({ version: 1, row: { ...parent, version: 1 } });

  test('that the server accepted leave with their student, though no pull delivered them', async () => {
    await enterParent();
    await drain(accepted);
    expect(await device.db.parents.count()).toBe(1);
    await studentLeaves();
    expect(await device.db.parents.count()).toBe(0);
  });

  test('leave even if the answer arrives after the student left', async () => {
    await enterParent();
    const real = scriptedServer(accepted).transport;
    const late: typeof real = async (batch) => {
      await studentLeaves();
      return real(batch);
    };
    await drainBatch(device.db, late, device.clock, device.lock);
    expect(await outboxStates(device.db)).toEqual([]);
    expect(await device.db.parents.count()).toBe(0);
  });

  test('name the student in the URL of a creation', async () => {
    await enterParent();
    const [write] = await unsentWrites(device.db);
    expect(write).toMatchObject({
      entity_id: id,
      about: [STUDENT],
      content: { params: { id: STUDENT }, body: parent },
    });
  });

  test.each([
    ['a change', 'parent.update', { phone: '' }],
    ['a deletion', 'parent.delete', undefined],
  ] as const)(
    '%s becomes an orphaned draft, and the row leaves with its student',
    async (_, endpoint, body) => {
      await parentComes();
      await queueWrite(device.workspace, { endpoint, id, body, lane } as never);
      await studentLeaves();
      expect(await outboxStates(device.db)).toEqual(['orphaned']);
      expect(await device.db.parents.count()).toBe(0);
      await studentComes();
      await parentComes();
      expect(await outboxStates(device.db)).toEqual(['waiting']);
      const [write] = await unsentWrites(device.db);
      expect(write?.content.params).toEqual({ id });
    },
  );

  test('keep a change that folds into its creation about the student', async () => {
    await enterParent();
    await queueWrite(device.workspace, {
      endpoint: 'parent.update',
      opened: null,
      id,
      body: { phone: '' },
      lane,
    });
    await studentLeaves();
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
    expect(await device.db.parents.count()).toBe(0);
  });
});

describe('an unsynced write about a student who leaves', () => {
  test('becomes an orphaned draft, and nothing else about the student is left', async () => {
    const id = await enterSession();
    await studentLeaves();
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
    expect(await sessionById(device.db, id)).toBeNull();
    expect(await device.db.sessions.count()).toBe(0);
    expect(await device.db.students.count()).toBe(0);
    const [draft] = await unsentWrites(device.db);
    expect(draft).toMatchObject({ entity_id: id, content: { body: { notes: 'typed' } } });
    expect(await outboxCounts(device.db)).toMatchObject({ waiting: 0, attention: 1 });
  });

  test('is not sent while it is a draft', async () => {
    await enterSession();
    await studentLeaves();
    expect((await drain(() => ({ version: 1 }))).outcome).toBe('nothing');
  });

  test('continues as before when the student comes back', async () => {
    const id = await enterSession();
    await studentLeaves();
    await studentComes();
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect(await sessionById(device.db, id)).toMatchObject({ notes: 'typed', record_state: 'waiting' });
  });

  test('is sent once more first if the server may have seen it', async () => {
    const id = await enterSession();
    const { workspace, clock, lock } = device;
    await drainBatch(workspace.db, async () => ({ kind: 'no-answer' }), clock, lock);
    await studentLeaves();
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    await drain(() => ({ version: 1, row: sessionRow(workspace.user_id, 1, { id, notes: 'typed' }) }));
    expect(await device.db.outbox.count()).toBe(0);
  });

  test('becomes a draft after its refusal too, and needs its author when the student comes back', async () => {
    const id = await enterSession();
    await drain(refuse);
    expect(await outboxStates(device.db)).toEqual(['parked']);
    await studentLeaves();
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
    await studentComes();
    expect(await outboxStates(device.db)).toEqual(['parked']);
    expect(await sessionById(device.db, id)).toMatchObject({ record_state: 'attention' });
  });

  test('can be discarded, which is recorded', async () => {
    await enterSession();
    await studentLeaves();
    const [draft] = await unsentWrites(device.db);
    await discardWrite(device.workspace, draft?.write_id ?? '');
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.history.toArray()).toMatchObject([{ outcome: 'discarded' }]);
  });

  test('includes later changes of its own row, and blocks dependents elsewhere', async () => {
    const id = await enterSession();
    const [created] = await unsentWrites(device.db);
    const other = sessionEntry({ student_ids: [] });
    await queueWrite(device.workspace, {
      endpoint: 'session.create',
      id: other.id,
      body: other,
      lane: 'other',
      depends_on: [created?.write_id ?? ''],
    });
    await studentLeaves();
    expect(await outboxStates(device.db)).toEqual(['orphaned', 'blocked']);
    await studentComes();
    expect(await outboxStates(device.db)).toEqual(['waiting', 'waiting']);
    expect(await sessionById(device.db, id)).not.toBeNull();
  });
});

describe("a change of the user's own session about a student who left", () => {
  const row = sessionRow('p', 1, { student_ids: [STUDENT] });

  function bringSession(): Promise<void> {
    return pull({ changes: [{ entity: 'session', id: row.id, scopes: ['user:p'], left: [], row }] });
  }

  function change(body: Record<string, unknown>) {
    return queueWrite(device.workspace, {
      endpoint: 'session.update',
      opened: null,
      id: row.id,
      body,
      lane: `session:${row.id}`,
    });
  }

  test("is sent, because the session remains the provider's own", async () => {
    await bringSession();
    await change({ notes: 'more' });
    await studentLeaves();
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect(await sessionById(device.db, row.id)).toMatchObject({ notes: 'more' });
  });

  test("that adds the student is a draft, and the session shows the server's state", async () => {
    await bringSession();
    await change({ student_ids: [STUDENT], notes: 'more' });
    await studentLeaves();
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
    expect(await sessionById(device.db, row.id)).toMatchObject({ notes: row.notes, record_state: 'sent' });
  });

  test('is a draft if the server refused it and the session has left too', async () => {
    await bringSession();
    await change({ notes: 'more' });
    await drain(() => ({
      status: 403,
      code: 'access.denied',
      message: "You don't have permission to do this.",
    }));
    await pull({ scopes_removed: ['user:p'] });
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
    expect(await device.db.sessions.count()).toBe(0);
  });
});

describe('a student or row that is not on the device', () => {
  const OTHER = uuidv7();
  const enterFor = async (student: string) => {
    const body = sessionEntry({ student_ids: [student], notes: 'typed' });
    await queueWrite(device.workspace, { endpoint: 'session.create', id: body.id, body, lane: 'session' });
    return body.id;
  };

  test('proves nothing: work about a student whom no pull has brought waits to be sent', async () => {
    const id = await enterFor(OTHER);
    await pull({});
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect(await sessionById(device.db, id)).toMatchObject({ notes: 'typed' });
  });

  test('proves nothing: neither does a student whom the device no longer keeps', async () => {
    await enterSession();
    await device.db.students.delete(STUDENT);
    await pull({});
    expect(await outboxStates(device.db)).toEqual(['waiting']);
  });

  test('has left if the scope was taken away, though no pull had brought the student', async () => {
    await enterFor(OTHER);
    await pull({ scopes_removed: [`student:${OTHER}`, 'client:c'] });
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
  });

  test('has left if a change takes the last scope, or a full pull brings everybody else', async () => {
    await enterSession();
    await pull({
      changes: [{ entity: 'student', id: STUDENT, scopes: [], left: [`student:${STUDENT}`], row: null }],
    });
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
    await studentComes();
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    await pull({ is_fresh: true, more: false });
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
  });

  test('has not left with the scope of one person while another scope keeps the student', async () => {
    const row = { id: STUDENT, first_name: 'Sam', last_name: 'Sample', version: 2 };
    await pull({ changes: [{ entity: 'student', id: STUDENT, scopes: ['service:s'], left: [], row }] });
    await enterSession();
    await studentLeaves();
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    await pull({ scopes_removed: ['service:s'] });
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
  });

  test('stays a draft that an older version of the app set aside, until the student comes back', async () => {
    await enterSession();
    await studentLeaves();
    await device.db.meta.delete('left');
    await pull({});
    await pull({ scopes_removed: ['student:another'] });
    expect(await outboxStates(device.db)).toEqual(['orphaned']);
    await studentComes();
    expect(await outboxStates(device.db)).toEqual(['waiting']);
  });

  test.each([
    ['access.denied', 403, 'parked'],
    ['record.absent', 404, 'orphaned'],
  ] as const)('is judged by the answer to a change: %s', async (code, status, state) => {
    const row = sessionRow('p', 1);
    await pull({ changes: [{ entity: 'session', id: row.id, scopes: ['user:p'], left: [], row }] });
    await queueWrite(device.workspace, {
      ...{ endpoint: 'session.update', opened: null, id: row.id, body: { notes: 'more' }, lane: 'session' },
    });
    await drain(() => ({ status, code, message: 'Refused.' }));
    await device.db.sessions.delete(row.id);
    await pull({});
    expect(await outboxStates(device.db)).toEqual([state]);
  });
});
