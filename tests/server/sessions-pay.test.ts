import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '#server/db/schema/work.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, sessionApart } from './office-world.ts';

describe.each(databaseKinds)('sessions and pay on %s', (kind) => {
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
    test('takes no new session, no move out of it or into it, and no deletion', async () => {
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
        ...change,
        body: { notes: 'late thought' },
      });
      const deletion = await world.as('paula', 'session.delete', change);

      for (const answer of [into, fresh, outOf, within, deletion]) {
        expect(answer).toMatchObject({ status: 422, body: { code: 'period.locked' } });
      }
      expect(await stored(open.id)).toMatchObject({ session_date: '2026-03-10', version: 1 });
      expect(await stored(locked.id)).toMatchObject({
        session_date: '2026-02-10',
        version: 1,
        deleted_at: null,
      });
    });

    test('leaves the days beside it alone', async () => {
      expect(await created({ session_date: '2026-02-16' })).toMatchObject({ session_date: '2026-02-16' });
      expect(await created({ session_date: '2026-01-31' })).toMatchObject({ session_date: '2026-01-31' });
    });
  });

  describe('lateness', () => {
    // The server's clock shows 10 March, 18:00 UTC; the period closed on 1 March, 08:00 UTC.
    test.each([
      ['captured in time, though it arrives late', '2026-03-03T08:00:00Z', '2026-03-10T18:00:00Z', false],
      ['captured too late', '2026-03-03T08:00:01Z', '2026-03-10T18:00:00Z', true],
      ['of a device whose clock is not to be trusted', '2026-03-01T09:00:00Z', '2026-03-02T18:00:00Z', true],
      ['of a device whose clock is a little off', '2026-03-01T09:00:00Z', '2026-03-10T17:56:00Z', false],
      ['that claims to be of the future', '2026-03-11T09:00:00Z', '2026-03-10T18:00:00Z', true],
    ])('of work %s', async (_, captured_at, device_now, expected) => {
      const sent = body({ session_date: '2026-02-20' });
      const answer = await world.as('paula', 'session.create', { body: sent, captured_at, device_now });
      expect(answer).toMatchObject({
        status: 201,
        body: { late_for_payroll: expected, captured_at: new Date(captured_at).toISOString() },
      });
    });

    test('does not touch an open period, whenever it is captured', async () => {
      expect((await created()).late_for_payroll).toBe(false);
    });

    test('is judged anew when a session moves into another period, and only then', async () => {
      const session = await created();
      const move = (version: number, session_date: string) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body: { session_date } });
      expect((await move(1, '2026-03-09')).body.late_for_payroll).toBe(false);
      expect((await move(2, '2026-02-20')).body.late_for_payroll).toBe(true);
      expect((await move(3, '2026-02-21')).body.late_for_payroll).toBe(true);
      expect((await move(4, '2026-03-09')).body.late_for_payroll).toBe(false);
    });
  });

  describe('a changed duration', () => {
    test('becomes a request, and none again when the minutes agree', async () => {
      const session = await created({ scheduled_minutes: 30, duration_reason: 'Fire drill.' });
      expect(session).toMatchObject({ changeDuration: true, approval_request: 'pending' });
      const even = await world.as('paula', 'session.update', {
        params: { id: session.id },
        version: 1,
        body: { scheduled_minutes: 10 },
      });
      expect(even.body).toMatchObject({ changeDuration: false, approval_request: 'none', version: 2 });
    });

    test('keeps its decision until the minutes change again', async () => {
      const session = await created({ scheduled_minutes: 30, duration_reason: 'Fire drill.' });
      await world.db
        .update(sessions)
        .set({ approval_request: 'approved' })
        .where(eq(sessions.id, session.id));
      const change = (version: number, changes: object) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body: changes });
      expect((await change(1, { notes: 'calm' })).body.approval_request).toBe('approved');
      expect((await change(2, { scheduled_minutes: 20 })).body.approval_request).toBe('pending');
    });
  });
});
