import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EntityName } from '#contract/entity-name.ts';
import { decryptRow } from '#db/encrypted-rows.ts';
import { unsentWrites } from '#db/outbox.ts';
import { openOverwritten } from '#db/overwritten.ts';
import { attributionOf } from '#features/sync-center/conflict-words.ts';
import { type Choice, decideConflict, type OpenConflict, openConflictOfRow } from '#sync/merge/conflict.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import type { NewWrite } from '#sync/outbox/new-write.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, outboxStates, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import {
  eventEntry,
  type LunchEntry,
  lunchEntry,
  lunchRow,
  sessionRow,
} from '#tests/support/device-entries.ts';

type Row = Record<string, unknown>;
type Update =
  | 'session.update'
  | 'lunch.update'
  | 'calendar.update'
  | 'student-note.update'
  | 'soap.update'
  | 'goal-entry.update'
  | 'goal.update'
  | 'parent.update';

let device: TestDevice;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.close());

const STUDENT = uuidv7();
const OF_A_PERSON = { provider: 'paula', provider_name: 'Paula', captured_at: '', received_at: '' };
const NOTE = {
  ...{ student: STUDENT, session: uuidv7(), service: uuidv7(), note_date: '2026-03-10', state: 'draft' },
  ...{ subjective: '', objective: '', assessment: '', plan: '', cpt_codes: [], dx_codes: [] },
  ...{ amendments: [], steps: [], needs_co_sign: false, ...OF_A_PERSON },
};

/** A form's entity, a text field, and a field that conflicts, with three values each. */
const FORMS: [EntityName, Update, Row, text: string, asked: string, [unknown, unknown, unknown]][] = [
  [
    'session',
    'session.update',
    { ...sessionRow('paula', 1) },
    'notes',
    'attendance',
    ['delivered', 'no_show', 'late_cancel'],
  ],
  ['lunch', 'lunch.update', { ...lunchRow('paula', 1) }, 'notes', 'lunch_duration', [30, 45, 20]],
  [
    'calendar_event',
    'calendar.update',
    { ...eventEntry(), provider: 'paula', version: 1 },
    'meeting_notes',
    'service',
    [null, uuidv7(), uuidv7()],
  ],
  [
    'student_note',
    'student-note.update',
    { student: STUDENT, note_date: '2026-03-10', ...OF_A_PERSON },
    'note',
    'note',
    ['One.\n\nTwo.', 'One, first.\n\nTwo.', 'One, second.\n\nTwo.'],
  ],
  [
    'soap_note',
    'soap.update',
    NOTE,
    'plan',
    'plan',
    ['One.\n\nTwo.', 'One, first.\n\nTwo.', 'One, second.\n\nTwo.'],
  ],
  [
    'goal_entry',
    'goal-entry.update',
    {
      soap_note: uuidv7(),
      student: STUDENT,
      provider: 'paula',
      goal: uuidv7(),
      pg_num: 1,
      trials: 10,
      correct: 1,
      prompt_level: '',
    },
    'comment',
    'prompt_level',
    ['', 'verbal', 'full'],
  ],
  [
    'goal',
    'goal.update',
    { student: STUDENT, service: null, archived: false, ...OF_A_PERSON },
    'goal_text',
    'start_date',
    ['2026-01-01', '2026-02-01', '2026-03-01'],
  ],
  [
    'parent',
    'parent.update',
    { student: STUDENT, first_name: 'A', last_name: 'B', is_primary: false },
    '',
    'phone',
    ['1', '2', '3'],
  ],
];

/** Delivers the server's row to the device. */
async function pulled(entity: EntityName, row: Row): Promise<Row> {
  const position = { ...(await syncPosition(device.db)), cursor: '1', is_refreshing: false };
  await device.db.meta.put(position);
  const change = { entity, id: String(row.id), scopes: ['user:me'], left: [], row };
  const page = {
    ...{ epoch: 'e', cursor: '2', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], changes: [change], done: [], total: null },
  };
  expect(await applyPage(device.db, position, page as never)).toBe(true);
  return row;
}

async function visible(entity: EntityName, id: unknown): Promise<Row> {
  const stored = await device.db.rowsOf(entity).get(String(id));
  if (stored === undefined) throw new Error('The row is gone.');
  return (await decryptRow(device.db, entity, stored.id, stored.sealed)) as unknown as Row;
}

/** Saves a form that opened the row as `opened`. */
function save(endpoint: Update, opened: Row, body: Row): Promise<string | null> {
  const write = { endpoint, id: String(opened.id), opened, body, lane: 'one' };
  return queueWrite(device.workspace, write as NewWrite<Update>);
}

/** The conflict about a row. */
async function openConflict(row: Row): Promise<OpenConflict> {
  const found = await openConflictOfRow(device.db, String(row.id));
  if (found === null) throw new Error('Nothing is asked.');
  return found;
}

/** A server that accepts changes of one row only on its newest version. */
function officeOf(opened: Row) {
  const { db, clock, lock } = device;
  const office = {
    row: opened,
    stale: 0,
    async drain() {
      const contents = new Map((await unsentWrites(db)).map(({ write_id, content }) => [write_id, content]));
      const server = scriptedServer(({ write_id, base_version }) => {
        const now = office.row;
        if (base_version !== now.version) {
          office.stale += 1;
          return {
            status: 412,
            code: 'record.stale',
            message: 'Stale.',
            row: now,
            version: Number(now.version),
          };
        }
        const body = contents.get(write_id)?.body as Row;
        office.row = { ...now, ...body, version: Number(now.version) + 1 };
        return { row: office.row, version: Number(office.row.version) };
      });
      await drainBatch(db, server.transport, clock, lock);
    },
  };
  return office;
}

const OVERRIDE = uuidv7();
const aRow = () => ({ id: uuidv7(), version: 1 });

describe.each(FORMS)(
  'two forms of one %s',
  (entity, endpoint, fields, text, asked, [base, first, second]) => {
    const begin = () =>
      pulled(entity, {
        ...fields,
        ...(text === '' ? {} : { [text]: 'One.\n\nTwo.' }),
        [asked]: base,
        ...aRow(),
      });

    test('keep both changes in different fields or paragraphs', async () => {
      const opened = await begin();
      const isText = text !== '';
      await save(endpoint, opened, isText ? { [text]: 'One, theirs.\n\nTwo.' } : { last_name: 'Theirs' });
      await save(endpoint, opened, isText ? { [text]: 'One.\n\nTwo, mine.' } : { first_name: 'Mine' });
      expect(await openConflictOfRow(device.db, String(opened.id))).toBeNull();
      expect(await visible(entity, opened.id)).toMatchObject(
        isText ? { [text]: 'One, theirs.\n\nTwo, mine.' } : { first_name: 'Mine', last_name: 'Theirs' },
      );
    });

    test('raise a conflict in the second about what both changed', async () => {
      const opened = await begin();
      await save(endpoint, opened, { [asked]: first });
      await save(endpoint, opened, { [asked]: second });
      expect(await outboxStates(device.db)).toEqual(['waiting', 'parked']);
      expect((await openConflict(opened)).conflict).toMatchObject({
        kind: 'fields',
        fields: [{ field: asked, base, mine: second, theirs: first }],
      });
    });

    test('raise a conflict about a change that a pull delivered meanwhile', async () => {
      const opened = await begin();
      await pulled(entity, { ...opened, [asked]: first, version: 2 });
      await save(endpoint, opened, { [asked]: second });
      expect(await outboxStates(device.db)).toEqual(['parked']);
      expect((await openConflict(opened)).conflict.fields).toMatchObject([{ mine: second, theirs: first }]);
    });

    test('raise no conflict if both made the same change, and send it once', async () => {
      const opened = await begin();
      await save(endpoint, opened, { [asked]: first });
      await save(endpoint, opened, { [asked]: first });
      expect(await outboxStates(device.db)).toEqual(['waiting']);
    });
  },
);

describe('a conflict found on this device', () => {
  const begin = () =>
    pulled('lunch', { ...lunchRow('paula', 1), ...aRow(), notes: 'base', lunch_duration: 30 });
  /** Offline: the first form's change is queued, the second form's conflicts. */
  async function asked() {
    const opened = await begin();
    await save('lunch.update', opened, { notes: 'first', lunch_duration: 45 });
    await save('lunch.update', opened, { notes: 'second', lunch_duration: 20 });
    return opened;
  }
  const choose = (opened: Row, notes: Choice, lunch_duration: Choice) =>
    openConflict(opened).then((seen) =>
      decideConflict(device.workspace, seen, { kind: 'fields', choices: { notes, lunch_duration } }),
    );

  test('says that the record changed while it was being edited', async () => {
    expect(attributionOf(await openConflict(await asked()), 'paula')).toEqual({
      title: 'This changed while you were editing',
      who: null,
    });
  });

  test('is resolved offline, queued behind the first change, and not raised again', async () => {
    const opened = await asked();
    expect(await choose(opened, { text: 'first\n\nsecond' }, 'mine')).toBe('decided');
    expect(await visible('lunch', opened.id)).toMatchObject({
      notes: 'first\n\nsecond',
      lunch_duration: 20,
    });
    expect(await outboxStates(device.db)).toEqual(['waiting', 'waiting']);
    const office = officeOf(opened);
    await office.drain();
    await office.drain();
    expect(await device.db.outbox.count()).toBe(0);
    expect(office.row).toMatchObject({ notes: 'first\n\nsecond', lunch_duration: 20, version: 3 });
    expect(office.stale).toBe(0);
  });

  test('leaves the first change alone if that is chosen', async () => {
    const opened = await asked();
    expect(await choose(opened, 'theirs', 'theirs')).toBe('decided');
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect(await visible('lunch', opened.id)).toMatchObject({ notes: 'first', lunch_duration: 45 });
  });

  test('stays open while the first change is sent, and is resolved on top of it', async () => {
    const opened = await asked();
    const office = officeOf(opened);
    await office.drain();
    expect(office.row).toMatchObject({ notes: 'first', lunch_duration: 45, version: 2 });
    expect((await openConflict(opened)).conflict.fields).toMatchObject([
      { field: 'notes', mine: 'second', theirs: 'first' },
      { field: 'lunch_duration', mine: 20, theirs: 45 },
    ]);
    await choose(opened, 'mine', 'theirs');
    await office.drain();
    expect(office.row).toMatchObject({ notes: 'second', lunch_duration: 45, version: 3 });
    expect(await device.db.outbox.count()).toBe(0);
  });

  test('is raised again if its form is saved again instead', async () => {
    const opened = await asked();
    await save('lunch.update', await visible('lunch', opened.id), { notes: 'second and more' });
    const office = officeOf(opened);
    await office.drain();
    await office.drain();
    expect(await outboxStates(device.db)).toEqual(['parked']);
    expect(office.row).toMatchObject({ notes: 'first' });
    expect((await openConflict(opened)).conflict.fields).toMatchObject([
      { field: 'notes', mine: 'second and more', theirs: 'first' },
      { field: 'lunch_duration', mine: 20, theirs: 45 },
    ]);
  });

  test('keeps a third form open until it is resolved', async () => {
    const opened = await asked();
    const before = await unsentWrites(device.db);
    await expect(save('lunch.update', opened, { notes: 'third' })).rejects.toThrow(
      'An earlier change to this record needs your decision. Review it first, then save again.',
    );
    expect(await unsentWrites(device.db)).toEqual(before);
  });

  test('is raised about a note that was signed meanwhile, and nothing is overwritten', async () => {
    const opened = await pulled('soap_note', { ...NOTE, ...aRow(), plan: 'base' });
    await pulled('soap_note', { ...opened, plan: 'signed', state: 'signed', version: 2 });
    await save('soap.update', opened, { plan: 'mine' });
    expect((await openConflict(opened)).conflict.kind).toBe('closed-there');
  });

  test('is raised before deleting a record that changed meanwhile', async () => {
    const opened = await begin();
    await save('lunch.update', opened, { notes: 'first' });
    const id = String(opened.id);
    await queueWrite(device.workspace, {
      endpoint: 'lunch.delete',
      id,
      opened,
      body: undefined,
      lane: 'one',
    });
    expect(await openConflict(opened)).toMatchObject({ conflict: { kind: 'changed-there' } });
    await decideConflict(device.workspace, await openConflict(opened), {
      kind: 'changed-there',
      choice: 'keep',
    });
    expect(await visible('lunch', id)).toMatchObject({ notes: 'first' });
    expect(await outboxStates(device.db)).toEqual(['waiting']);
  });
});

test('a value that the last form replaces is kept in the history', async () => {
  const event = { ...eventEntry(), provider: 'paula', event_title: 'Base' };
  const opened = await pulled('calendar_event', { ...event, ...aRow() });
  await save('calendar.update', opened, { event_title: 'First', event_color: 'red' });
  await save('calendar.update', opened, { event_title: 'Second' });
  expect(await visible('calendar_event', opened.id)).toMatchObject({
    event_title: 'Second',
    event_color: 'red',
  });
  const [write] = await device.db.outbox.toArray();
  expect(await openOverwritten(device.db, write as never)).toEqual({ event_title: 'First' });
});

describe('a creation whose id already exists', () => {
  const create = (body: LunchEntry) =>
    queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'one' });

  test('changes nothing if it is identical, and returns the write that carries it', async () => {
    const lunch = lunchEntry();
    const other = { ...device.workspace, db: device.connect() };
    const [first, second] = await Promise.all([
      create(lunch),
      queueWrite(other, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'one' }),
    ]);
    expect(second).toBe(first);
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect(await device.db.lunchBreaks.count()).toBe(1);
  });

  test('is accepted even after the server has confirmed it', async () => {
    const lunch = lunchEntry();
    await pulled('lunch', { ...lunchRow('paula', 1), ...lunch });
    expect(await create(lunch)).toBeNull();
    expect(await device.db.outbox.count()).toBe(0);
  });

  test('is refused if it differs', async () => {
    const lunch = lunchEntry();
    await create(lunch);
    await expect(create({ ...lunch, lunch_duration: 45 })).rejects.toMatchObject({ code: 'record.exists' });
    expect(await outboxStates(device.db)).toEqual(['waiting']);
  });

  test('is a change of the row that it replaces, if another tab was first', async () => {
    const series = { ...eventEntry(), provider: 'paula', meeting_notes: 'One.\n\nTwo.' };
    const override = (meeting_notes: string) => {
      const body = eventEntry({ ...series, id: OVERRIDE, meeting_notes });
      return queueWrite(device.workspace, {
        endpoint: 'calendar.create',
        id: OVERRIDE,
        body,
        instead_of: { ...series },
        lane: 'one',
      });
    };
    await override('One, theirs.\n\nTwo.');
    await override('One.\n\nTwo, mine.');
    expect(await visible('calendar_event', OVERRIDE)).toMatchObject({
      meeting_notes: 'One, theirs.\n\nTwo, mine.',
    });
    expect(await outboxStates(device.db)).toEqual(['waiting']);
  });
});
