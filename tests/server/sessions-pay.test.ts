import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payableMinutes } from '#domain/sessions/session-minutes.ts';
import { invoice_cuts } from '#server/db/schema/invoice-cuts.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { DISTRICT, type OfficeWorld, openOfficeWorld, plannedEvent, sessionApart } from './office-world.ts';

describe.each(ruleKinds)('sessions and pay on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const body = (changes: Record<string, unknown> = {}) => sessionApart(world, changes);

  async function created(changes: Record<string, unknown> = {}) {
    const answer = await world.as('paula', 'session.create', { body: body(changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  async function stored(id: string) {
    const [row] = await world.db.select().from(sessions).where(eq(sessions.id, id));
    if (row === undefined) throw new Error('The session is not stored.');
    return row;
  }

  describe('a locked pay period', () => {
    test('turns moves, edits, and deletions into requests, and late entries into drafts', async () => {
      const open = await created();
      const into = await world.as('paula', 'session.update', {
        params: { id: open.id },
        version: 1,
        body: { session_date: '2026-02-15' },
      });
      const fresh = await world.as('paula', 'session.create', { body: body({ session_date: '2026-02-01' }) });

      const locked = await created();
      await world.db.update(sessions).set({ session_date: '2026-02-10' }).where(eq(sessions.id, locked.id));
      const change = { params: { id: locked.id }, version: 1 };
      const outOf = await world.as('paula', 'session.update', {
        ...change,
        body: { session_date: '2026-03-10' },
      });
      const within = await world.as('admin', 'session.update', {
        ...{ ...change, version: 2 },
        body: { notes: 'late thought' },
      });
      const deletion = await world.as('paula', 'session.delete', { ...change, version: 3 });

      const pending = (kind: string) => ({
        approval_request: 'pending',
        requests: [expect.objectContaining({ kind, state: 'pending' })],
      });
      expect(into.body).toMatchObject({ session_date: '2026-03-10', ...pending('edit') });
      expect(fresh).toMatchObject({ status: 201, body: { state: 'draft', ...pending('late-entry') } });
      expect(outOf.body).toMatchObject({ session_date: '2026-02-10', notes: '', ...pending('edit') });
      expect(within.body.requests).toMatchObject([
        { changes: { session_date: '2026-03-10', notes: 'late thought' }, before: { notes: '' } },
      ]);
      expect(deletion.status).toBe(204);
      expect(await stored(locked.id)).toMatchObject({
        ...{ session_date: '2026-02-10', notes: '', version: 4, deleted_at: null },
        ...pending('deletion'),
      });
    });

    test('leaves adjacent days alone', async () => {
      expect(await created({ session_date: '2026-02-16' })).toMatchObject({ session_date: '2026-02-16' });
      expect(await created({ session_date: '2026-01-31' })).toMatchObject({ session_date: '2026-01-31' });
    });
  });

  describe('lateness', () => {
    // The server's clock shows March 10, 18:00 UTC; the period closed on March 1, 08:00 UTC.
    test.each([
      ['captured in time, though it arrives late', '2026-03-03T08:00:00Z', '2026-03-10T18:00:00Z', false],
      ['captured too late', '2026-03-03T08:00:01Z', '2026-03-10T18:00:00Z', true],
      ['of a device whose clock is not to be trusted', '2026-03-01T09:00:00Z', '2026-03-02T18:00:00Z', true],
      ['of a device whose clock is a little off', '2026-03-01T09:00:00Z', '2026-03-10T17:56:00Z', false],
      ['that claims to be of the future', '2026-03-11T09:00:00Z', '2026-03-10T18:00:00Z', true],
    ])('of a session %s', async (_, captured_at, device_now, expected) => {
      const sent = body({ session_date: '2026-02-20' });
      const answer = await world.as('paula', 'session.create', { body: sent, captured_at, device_now });
      expect(answer).toMatchObject({
        status: 201,
        body: { late_for_payroll: expected, captured_at: new Date(captured_at).toISOString() },
      });
    });

    test("doesn't affect an open period, whenever it was captured", async () => {
      expect((await created()).late_for_payroll).toBe(false);
    });

    test('is judged again only when a session moves into another period', async () => {
      const session = await created();
      const move = (version: number, session_date: string) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body: { session_date } });
      expect((await move(1, '2026-03-09')).body.late_for_payroll).toBe(false);
      expect((await move(2, '2026-02-20')).body.late_for_payroll).toBe(true);
      expect((await move(3, '2026-02-21')).body.late_for_payroll).toBe(true);
      expect((await move(4, '2026-03-09')).body.late_for_payroll).toBe(false);
    });
  });

  describe('for the client', () => {
    test.each([
      ['before its month’s invoice was cut', '2026-03-01T09:00:00Z', false],
      ['after it was cut', '2026-03-04T09:00:00Z', true],
    ])('a session is late when captured %s: %s', async (_, captured_at, expected) => {
      const sent = body({ session_date: '2026-02-20' });
      const now = '2026-03-10T18:00:00Z';
      const early = await world.as('paula', 'session.create', { body: sent, captured_at, device_now: now });
      expect(early.body.late_for_client).toBe(false);
      await world.db
        .insert(invoice_cuts)
        .values({ client: DISTRICT, month: '2026-02', cut_at: '2026-03-03T08:00:00Z' });
      const again = body({ session_date: '2026-02-20' });
      const late = await world.as('paula', 'session.create', { body: again, captured_at, device_now: now });
      const elsewhere = await created();
      await world.db.delete(invoice_cuts);
      expect(late.body.late_for_client).toBe(expected);
      expect(elsewhere.late_for_client).toBe(false);
    });
  });

  describe('a session without a calendar event', () => {
    test('is scheduled for its duration, and paid without a request', async () => {
      const longer = { actual_minutes: 45, direct_minutes: 45, start_time: '06:00', end_time: '06:45' };
      const session = await created({ ...longer, scheduled_minutes: 30 });
      expect(session).toMatchObject({
        ...{ scheduled_minutes: 45, actual_minutes: 45, changeDuration: false },
        ...{ approval_request: 'none', requests: [] },
      });
      expect(payableMinutes(session)).toBe(45);
      const changed = await world.as('paula', 'session.update', {
        params: { id: session.id },
        version: 1,
        body: { actual_minutes: 60, direct_minutes: 60, end_time: '07:00' },
      });
      expect(changed.body).toMatchObject({ scheduled_minutes: 60, approval_request: 'none' });
    });
  });

  describe('a changed duration', () => {
    const plannedForLonger = async () =>
      created({
        calendar_event_id: await plannedEvent(world),
        ...{ scheduled_minutes: 30, duration_reason: 'Fire drill.' },
      });

    test('creates a request, and withdraws it when the minutes match', async () => {
      const session = await plannedForLonger();
      expect(session).toMatchObject({ changeDuration: true, approval_request: 'pending' });
      const even = await world.as('paula', 'session.update', {
        params: { id: session.id },
        version: 1,
        body: { scheduled_minutes: 10 },
      });
      expect(even.body).toMatchObject({ changeDuration: false, approval_request: 'none', version: 2 });
    });

    test('keeps its decision until the minutes change again', async () => {
      const session = await plannedForLonger();
      const decision = { asked_at: session.captured_at, decision: 'approved' };
      const decided = await world.as('admin', 'session.decide-duration', {
        params: { id: session.id },
        body: decision,
      });
      expect(decided.body).toMatchObject({ approval_request: 'approved', version: 2 });
      const change = (version: number, changes: object) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body: changes });
      expect((await change(2, { notes: 'calm' })).body.approval_request).toBe('approved');
      expect((await change(3, { scheduled_minutes: 20 })).body.approval_request).toBe('pending');
    });
  });
});
