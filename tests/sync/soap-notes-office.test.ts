import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notesOfSession } from '#db/soap-notes.ts';
import { BLANK_DRAFT, BLANK_RESULT, type SoapDraft } from '#domain/notes/soap-draft.ts';
import {
  amendNote,
  type NoteSubject,
  readNote,
  signNote,
  takeSignatureBack,
  throwNoteAway,
  withdrawSignature,
  writeNote,
} from '#features/soap/record-note.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { createApiClient } from '#sync/api-client.ts';
import { decideConflict, openConflictOfRow } from '#sync/merge/conflict.ts';
import { drainBatch, resumeSending, stopSending } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openTransport } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

let world: ApiWorld;
let provider: { id: string; token: string };
let caseload: { service: string; student: string };

interface Party {
  device: TestDevice;
  sync(): Promise<void>;
}
let phone: Party;
let desk: Party;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  const person = await world.addPerson();
  caseload = await world.addCaseload(person);
  provider = { id: person.id, token: (await world.signIn(person)).token };
});
afterAll(() => world.close());
beforeEach(async () => {
  phone = await party();
  desk = await party();
});
afterEach(async () => {
  for (const { device } of [phone, desk]) await device.close();
});

async function party(): Promise<Party> {
  const { id, token } = provider;
  const device = await openDevice({ user_id: id });
  const { db, clock, lock } = device;
  const { device_id } = device.workspace;
  const tokens = { current: async () => token, renew: async () => null };
  const api = createApiClient({ tokens, fetch: fetchFrom(world.app) });
  const transport = openTransport({ db, api, device_id, app_version: '1', clock });
  const sync = async () => {
    await drainWhileAnswered(() => drainBatch(db, transport, clock, lock));
    await pullAll(db, api, device_id);
  };
  return { device, sync };
}

/** A session just created on this device, unknown to anyone else. */
async function givenSession({ device }: Party): Promise<NoteSubject> {
  const body = sessionEntry({ student_ids: [caseload.student], service: caseload.service });
  await queueWrite(device.workspace, {
    endpoint: 'session.create',
    id: body.id,
    body,
    lane: `session:${body.id}`,
  });
  return { session: body, student: caseload.student };
}

async function write({ device }: Party, subject: NoteSubject, change: Partial<SoapDraft>): Promise<void> {
  const stored = await readNote(device.db, subject);
  await writeNote(device.workspace, subject, stored, { ...stored.draft, ...change });
}

async function noteOn({ device }: Party, subject: NoteSubject) {
  const { note } = await readNote(device.db, subject);
  if (note === null) throw new Error('There is no note.');
  return note;
}

const whole = { subjective: 's', objective: 'o', assessment: 'a', plan: 'p' };

describe('a note', () => {
  test('written and signed offline with its session arrives completely and completes the session', async () => {
    const subject = await givenSession(phone);
    for (const plan of ['G', 'Go', 'Go on.']) await write(phone, subject, { ...whole, plan });
    const { id } = await noteOn(phone, subject);
    await signNote(phone.device.workspace, id);
    expect(await noteOn(phone, subject)).toMatchObject({ state: 'signed', record_state: 'waiting' });
    await expect(write(phone, subject, { plan: 'late' })).rejects.toMatchObject({ code: 'soap-note.signed' });
    await phone.sync();
    expect(await outboxStates(phone.device.db)).toEqual([]);
    await desk.sync();
    expect(await noteOn(desk, subject)).toMatchObject({ state: 'signed', plan: 'Go on.', version: 2 });
    const [row] = await world.db.select().from(sessions).where(eq(sessions.id, subject.session.id));
    expect(row?.state).toBe('completed');
  });

  test('started independently on two devices is one note with both texts', async () => {
    const subject = await givenSession(phone);
    await phone.sync();
    await desk.sync();
    await write(phone, subject, { plan: 'from the phone', dx_codes: ['1'] });
    await write(desk, subject, { plan: 'from the desk', subjective: 'desk', dx_codes: ['2'] });
    for (const one of [phone, desk, phone]) await one.sync();
    for (const one of [phone, desk]) {
      expect(await outboxStates(one.device.db)).toEqual([]);
      expect(await notesOfSession(one.device.db, subject.session.id)).toHaveLength(1);
      const note = await noteOn(one, subject);
      expect(note.plan).toContain('from the phone');
      expect(note.plan).toContain('from the desk');
      expect(note).toMatchObject({ subjective: 'desk', dx_codes: ['1', '2'] });
    }
  });

  test('edited on both devices keeps a paragraph of each', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, { plan: 'first' });
    await phone.sync();
    await desk.sync();
    await write(phone, subject, { plan: 'first\n\nphone' });
    await write(desk, subject, { plan: 'first\n\ndesk' });
    for (const one of [phone, desk, phone]) await one.sync();
    const texts = await Promise.all([phone, desk].map((one) => noteOn(one, subject)));
    for (const { plan } of texts) expect(plan.split('\n\n').toSorted()).toEqual(['desk', 'first', 'phone']);
  });

  test('that was signed meanwhile takes late text as an amendment', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, whole);
    await phone.sync();
    await desk.sync();
    await write(desk, subject, { plan: 'p\n\nlate words' });
    const { id } = await noteOn(phone, subject);
    await signNote(phone.device.workspace, id);
    await phone.sync();
    await desk.sync();
    const openConflict = await openConflictOfRow(desk.device.db, id);
    if (openConflict === null) throw new Error('Nothing was asked.');
    expect(openConflict.conflict.kind).toBe('closed-there');
    const decision = { kind: 'closed-there', amendment: 'late words' } as const;
    expect(await decideConflict(desk.device.workspace, openConflict, decision)).toBe('decided');
    await desk.sync();
    expect(await outboxStates(desk.device.db)).toEqual([]);
    expect(await noteOn(desk, subject)).toMatchObject({
      state: 'signed',
      plan: 'p',
      amendments: [{ text: 'late words' }],
    });
  });

  test('that changed elsewhere is not signed unread: the signature is withdrawn and given again', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, whole);
    await phone.sync();
    await desk.sync();
    await write(desk, subject, { subjective: 'more' });
    await desk.sync();
    const { id } = await noteOn(phone, subject);
    await signNote(phone.device.workspace, id);
    await phone.sync();
    expect(await outboxStates(phone.device.db)).toEqual(['parked']);
    await takeSignatureBack(phone.device.workspace, id);
    expect(await noteOn(phone, subject)).toMatchObject({ state: 'draft', subjective: 'more' });
    await signNote(phone.device.workspace, id);
    await amendNote(phone.device.workspace, id, 'and this');
    await phone.sync();
    expect(await outboxStates(phone.device.db)).toEqual([]);
    expect(await noteOn(phone, subject)).toMatchObject({
      state: 'signed',
      amendments: [{ text: 'and this' }],
    });
  });

  test('that never left the device is removed without a trace', async () => {
    const subject = await givenSession(phone);
    await phone.sync();
    await write(phone, subject, { plan: 'x' });
    await throwNoteAway(phone.device.workspace, (await noteOn(phone, subject)).id);
    expect(await outboxStates(phone.device.db)).toEqual([]);
    expect(await readNote(phone.device.db, subject)).toMatchObject({ note: null, draft: BLANK_DRAFT });
  });

  test('that was only viewed creates nothing', async () => {
    const subject = await givenSession(phone);
    await phone.sync();
    await write(phone, subject, { results: { goal: BLANK_RESULT } });
    expect(await outboxStates(phone.device.db)).toEqual([]);
  });
});

const ELEVEN_MINUTES = 11 * 60_000;

describe('a signature', () => {
  test('that is still on the device is withdrawn however old it is, and neither is ever sent', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, whole);
    const { db, workspace, clock } = phone.device;
    const { id } = await noteOn(phone, subject);
    const before = (await db.outbox.toArray()).map(({ write_id }) => write_id);
    await signNote(workspace, id);
    clock.pass(ELEVEN_MINUTES);
    await withdrawSignature(workspace, id);
    expect(await noteOn(phone, subject)).toMatchObject({
      ...{ ...whole, state: 'draft', signed_by: null, signed_at: null, steps: [], record_state: 'waiting' },
    });
    expect((await db.outbox.toArray()).map(({ write_id }) => write_id)).toEqual(before);
    expect(await db.history.toArray()).toMatchObject([{ entity_id: id, outcome: 'cancelled' }]);
    await write(phone, subject, { plan: 'p\n\nwritten after' });
    await phone.sync();
    await desk.sync();
    expect(await outboxStates(db)).toEqual([]);
    for (const one of [phone, desk]) {
      expect(await noteOn(one, subject)).toMatchObject({
        ...{ state: 'draft', steps: [], plan: 'p\n\nwritten after', record_state: 'sent' },
      });
    }
    const [row] = await world.db.select().from(sessions).where(eq(sessions.id, subject.session.id));
    expect(row?.state).toBe('logged');
    await signNote(workspace, id);
    await phone.sync();
    expect((await noteOn(phone, subject)).steps.map(({ step }) => step)).toEqual(['sign']);
  });

  test('that is queued on a synced note is withdrawn with nothing left to send', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, whole);
    await phone.sync();
    const before = await noteOn(phone, subject);
    await signNote(phone.device.workspace, before.id);
    phone.device.clock.pass(ELEVEN_MINUTES);
    await withdrawSignature(phone.device.workspace, before.id);
    expect(await outboxStates(phone.device.db)).toEqual([]);
    expect(await noteOn(phone, subject)).toEqual(before);
  });

  test('that is held until its author logs in can be withdrawn too', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, whole);
    await phone.sync();
    const { id } = await noteOn(phone, subject);
    await signNote(phone.device.workspace, id);
    await stopSending(phone.device.db, 'signed-out');
    phone.device.clock.pass(ELEVEN_MINUTES);
    await withdrawSignature(phone.device.workspace, id);
    expect(await noteOn(phone, subject)).toMatchObject({ state: 'draft' });
    await resumeSending(phone.device.db);
    expect(await outboxStates(phone.device.db)).toEqual([]);
  });

  test('that may have arrived without an answer stays after ten minutes and is retried once', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, whole);
    await phone.sync();
    const { id } = await noteOn(phone, subject);
    const { db, workspace, clock, lock } = phone.device;
    await signNote(workspace, id);
    await drainBatch(db, async () => ({ kind: 'no-answer' }), clock, lock);
    clock.pass(ELEVEN_MINUTES);
    await expect(withdrawSignature(workspace, id)).rejects.toMatchObject({ code: 'soap-note.stands' });
    await phone.sync();
    expect(await noteOn(phone, subject)).toMatchObject({ state: 'signed', steps: [{ step: 'sign' }] });
  });

  test('that is sent while it is being withdrawn is not removed in flight', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, whole);
    await phone.sync();
    const { id } = await noteOn(phone, subject);
    const { db, workspace, clock, lock } = phone.device;
    await signNote(workspace, id);
    clock.pass(ELEVEN_MINUTES);
    let problem: unknown = null;
    await drainBatch(
      db,
      async () => {
        await withdrawSignature(workspace, id).catch((refusal) => {
          problem = refusal;
        });
        return { kind: 'no-answer' };
      },
      clock,
      lock,
    );
    expect(problem).toMatchObject({ code: 'soap-note.stands' });
    expect(await outboxStates(db)).toEqual(['waiting']);
    expect(await noteOn(phone, subject)).toMatchObject({ state: 'signed' });
  });

  test('that was amended before it was sent stays', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, whole);
    const { id } = await noteOn(phone, subject);
    await signNote(phone.device.workspace, id);
    await amendNote(phone.device.workspace, id, 'and this');
    const amended = withdrawSignature(phone.device.workspace, id);
    await expect(amended).rejects.toMatchObject({ code: 'soap-note.stands' });
    expect(await noteOn(phone, subject)).toMatchObject({
      state: 'signed',
      amendments: [{ text: 'and this' }],
    });
  });

  test('that was sent is withdrawn by a separate command within ten minutes', async () => {
    const subject = await givenSession(phone);
    await write(phone, subject, whole);
    const { id } = await noteOn(phone, subject);
    await signNote(phone.device.workspace, id);
    await phone.sync();
    await withdrawSignature(phone.device.workspace, id);
    await phone.sync();
    const { state, steps } = await noteOn(phone, subject);
    expect([state, ...steps.map(({ step }) => step)]).toEqual(['draft', 'sign', 'withdraw']);
  });
});
