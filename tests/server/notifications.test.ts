import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BellEvent } from '#domain/notifications/bell-events.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { provider_accounts } from '#server/db/schema/provider-accounts.ts';
import { providers } from '#server/db/schema/providers.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { students } from '#server/db/schema/students.ts';
import { ringForDueDates, ringForRequests } from '#server/modules/notifications/due-dates.ts';
import { mailNotices } from '#server/modules/notifications/mail-notices.ts';
import { noticeRow } from '#server/records/bell.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { messageBody, SIGNATURE, sendForm } from './message-forms.ts';
import {
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  plannedEvent,
  SPEECH,
  sessionApart,
} from './office-world.ts';
import { changes, givenNote, signs } from './soap-world.ts';
import { decide, submitted } from './timesheet-world.ts';

const TODAY = '2026-03-10';

describe.each(ruleKinds)('notifications on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());
  beforeEach(() => world.db.delete(notifications));

  const bellOf = async (person: PersonName) => (await world.as(person, 'notification.list')).body.unread;
  const rings = async (person: PersonName) =>
    (await bellOf(person)).map(({ event, effective_date }) => [event, effective_date]);
  const due = (now = world.clock.now) => world.db.transaction((tx) => ringForDueDates(tx, now.toISOString()));

  describe('the bell of a lead', () => {
    const requested = (now = world.clock.now) =>
      world.db.transaction((tx) => ringForRequests(tx, now.toISOString()));
    const longer = () => ({ scheduled_minutes: 30, duration_reason: 'Fire drill.' });
    const create = async (person: PersonName, changes: object) => {
      const { status, body } = await world.as(person, 'session.create', {
        body: sessionApart(world, { ...(await plannedOf()), ...changes }),
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    };
    const plannedOf = async () => ({ calendar_event_id: await plannedEvent(world) });

    test('rings once for all that a provider asks for on a day in their services', async () => {
      await create('paula', longer());
      await create('paula', longer());
      await requested();
      await requested();
      const [notice, ...others] = await bellOf('lead');
      expect(others).toEqual([]);
      expect(notice).toMatchObject({
        ...{ event: 'requests-to-decide', title: 'Requests to review', effective_date: TODAY },
        display_msg: expect.stringContaining('sent requests on'),
        provider_name: expect.stringContaining('Robin'),
      });
      for (const person of ['paula', 'sven', 'otto', 'admin'] as const)
        expect(await bellOf(person)).toEqual([]);
      await world.db.delete(sessions);
    });

    test('is silent for other services, own sessions, and what is decided or long past', async () => {
      const { id: elsewhere } = await create('paula', longer());
      await world.db.update(sessions).set({ service: MOTOR }).where(eq(sessions.id, elsewhere));
      const { id: own } = await create('paula', longer());
      await world.db.update(sessions).set({ provider: world.people.lead.id }).where(eq(sessions.id, own));
      await requested();
      expect(await bellOf('lead')).toEqual([]);
      const { id, requests } = await create('paula', longer());
      await requested(new Date('2026-03-30T18:00:00Z'));
      expect(await bellOf('lead')).toEqual([]);
      const body = { asked_at: requests?.[0]?.asked_at ?? '', decision: 'approved' as const, note: '' };
      const decided = await world.as('admin', 'session.decide-duration', { params: { id }, body });
      expect(decided.status, JSON.stringify(decided.body)).toBe(200);
      await requested();
      expect(await bellOf('lead')).toEqual([]);
      await world.db.delete(sessions);
    });
  });

  describe('the bell rings', () => {
    test('for a rejected timesheet, and for no other decision', async () => {
      const sheet = await submitted(world, 'paula');
      await decide(world, 'admin', sheet, 'rejected', 'Days are missing.');
      const [notice] = await bellOf('paula');
      expect(notice).toMatchObject({
        ...{ event: 'timesheet-rejected', title: 'Timesheet rejected', effective_date: '2026-03-01' },
        ...{ receiver: world.people.paula.id, kind: 'notice', viewed_hash: '', version: 1 },
      });
      expect(notice?.provider_name).not.toBe('');
      expect(await world.placesOf(notice?.id ?? '')).toEqual([`user:${world.people.paula.id}`]);
      expect(await bellOf('admin')).toEqual([]);
    });

    test.each([
      ['approved', 'request-approved'],
      ['refused', 'request-denied'],
    ] as const)('for a request that was %s', async (decision, event) => {
      const calendar_event_id = await plannedEvent(world);
      const { body } = await world.as('paula', 'session.create', {
        body: sessionApart(world, {
          calendar_event_id,
          scheduled_minutes: 30,
          duration_reason: 'Fire drill.',
        }),
      });
      const answer = await world.as('lead', 'session.decide-duration', {
        params: { id: body.id },
        body: { asked_at: body.requests?.at(-1)?.asked_at, decision, note: 'Seen.' },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(await rings('paula')).toEqual([[event, body.session_date]]);
    });

    test('for a returned note', async () => {
      await world.db
        .update(providers)
        .set({ needs_co_sign: true })
        .where(eq(providers.id, world.people.otto.id));
      const note = await givenNote(world, 'otto');
      await signs(world, 'otto', note);
      const answer = await changes(world, 'sven', 'soap.return', {
        params: { id: note.id },
        body: { comment: 'Say how.' },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(await rings('otto')).toEqual([['note-returned', note.note_date]]);
    });

    test('for a student who comes to or leaves a caseload', async () => {
      const id = randomUUID();
      const body = {
        ...{ id, service: SPEECH, provider: world.people.paula.id, authorised_minutes: 60 },
        ...{ authorised_per: 'week', start_date: '2026-03-12', end_date: null },
      };
      const made = await world.as('admin', 'student-service.create', { params: { id: world.anna }, body });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      expect(await rings('paula')).toEqual([['student-assigned', '2026-03-12']]);
      await world.as('admin', 'student-service.update', {
        params: { id },
        ...{ body: { provider: null }, version: 1 },
      });
      expect(await rings('paula')).toContainEqual(['student-unassigned', TODAY]);
    });

    test('for no one who did it themselves, and not if the call is refused', async () => {
      const sheet = await submitted(world, 'otto');
      const refused = await decide(world, 'admin', sheet, 'rejected');
      expect(refused.status).toBe(422);
      expect(await bellOf('otto')).toEqual([]);
    });

    test('for credentials and IEP reviews, once for each step before their date', async () => {
      const credential_records = [
        { name: 'State license', number: '1', expires_on: '2026-04-05' },
        { name: 'Clearance', number: '2', expires_on: '2027-01-01' },
        { name: 'Lapsed', number: '3', expires_on: '2026-03-01' },
      ];
      const { id } = world.people.otto;
      await world.db
        .insert(provider_accounts)
        .values({ id, credential_records })
        .onConflictDoUpdate({ target: provider_accounts.id, set: { credential_records } });
      await world.db
        .update(students)
        .set({ iep_annual_date: '2026-03-15' })
        .where(eq(students.id, world.ben));
      await due();
      await due();
      const expected = [
        ['credential-expiring', '2026-04-05'],
        ['iep-due', '2026-03-15'],
      ];
      expect((await rings('otto')).sort()).toEqual(expected);
      expect(await rings('paula')).toEqual([]);
      // A week before it expires.
      await due(new Date('2026-03-30T18:00:00Z'));
      expect((await rings('otto')).sort()).toEqual([expected[0], ...expected]);
    });
  });

  async function notice(person: PersonName, event: BellEvent = 'timesheet-rejected') {
    const sheet = await submitted(world, person);
    expect((await decide(world, 'admin', sheet, 'rejected', 'Days are missing.')).status).toBe(200);
    const found = (await bellOf(person)).find((one) => one.event === event);
    if (found === undefined) throw new Error('The bell did not ring.');
    return found;
  }

  test('a notice is read by GET, and leaves the bell for good', async () => {
    const { id } = await notice('paula');
    const params = { id };
    expect((await world.as('otto', 'notification.read', { params })).status).toBe(404);
    const read = await world.as('paula', 'notification.read', { params });
    expect(read).toMatchObject({
      status: 200,
      body: { id, viewed_at: world.clock.now.toISOString(), version: 2 },
    });
    expect(await world.as('paula', 'notification.list')).toMatchObject({
      body: { unread: [], user: world.people.paula.id },
    });
    const again = await world.as('paula', 'notification.read', { params });
    expect(again.body.version).toBe(2);
    expect((await world.auditOf(id)).map(({ action }) => action)).toEqual([
      'notification.create',
      'notification.view',
    ]);
  });

  describe('an announcement', () => {
    const announced = async (changes: Record<string, unknown> = {}) => {
      await sendForm(world, 'admin', messageBody(changes));
      const { body } = await world.as('paula', 'notification.unviewed');
      const [found] = body;
      if (found === undefined) throw new Error('Nothing was announced.');
      return found;
    };

    test('is unviewed until its receiver has closed it, and then still one of the current ones', async () => {
      const { id, content_hash } = await announced();
      const viewed = await world.as('paula', 'notification.view', {
        version: 1,
        params: { id },
        body: { content_hash },
      });
      expect(viewed).toMatchObject({
        status: 200,
        body: { viewed_hash: content_hash, acknowledged_at: null },
      });
      expect((await world.as('paula', 'notification.unviewed')).body).toEqual([]);
      expect((await world.as('paula', 'notification.popups')).body.map((one) => one.id)).toEqual([id]);
      expect((await world.as('otto', 'notification.unviewed')).body).toHaveLength(1);
    });

    test('that requires an acknowledgment cannot be closed without one', async () => {
      const { id } = await announced({ requires_acknowledgment: true });
      const params = { id };
      expect((await world.as('paula', 'notification.view', { version: 1, params, body: {} })).status).toBe(
        422,
      );
      expect((await world.as('paula', 'notification.read', { params })).status).toBe(422);
      expect(
        (await world.as('otto', 'notification.acknowledge', { version: 1, params, body: {} })).status,
      ).toBe(404);
      const answer = await world.as('paula', 'notification.acknowledge', { version: 1, params, body: {} });
      expect(answer).toMatchObject({ status: 200, body: { acknowledged_at: world.clock.now.toISOString() } });
    });

    test.each([
      ['nothing', {}, 'Signature is required before acknowledging'],
      [
        'another kind of image',
        { signature: SIGNATURE.replace('png', 'jpeg') },
        "The signature couldn't be read. Sign again.",
      ],
      [
        'a web address',
        { signature: 'https://example.com/a.png' },
        "The signature couldn't be read. Sign again.",
      ],
      [
        'text that is no image',
        { signature: 'data:image/png;base64,PHN2Zz4=' },
        "The signature couldn't be read. Sign again.",
      ],
    ])('that requires a signature is not acknowledged with %s', async (_, body, words) => {
      const { id } = await announced({ requires_signature: true });
      const answer = await world.as('paula', 'notification.acknowledge', {
        version: 1,
        params: { id },
        body,
      });
      expect(answer).toMatchObject({ status: 422, body: { fields: { signature: words } } });
    });

    test('keeps when a device acknowledged it, but never a time in the future', async () => {
      const { id } = await announced({ requires_acknowledgment: true });
      const answer = await world.as('paula', 'notification.acknowledge', {
        version: 1,
        params: { id },
        ...{ body: {}, captured_at: '2026-03-09T20:00:00Z' },
      });
      expect(answer.body.acknowledged_at).toBe('2026-03-09T20:00:00.000Z');
    });
  });

  test('notices that also go by email are mailed once, together, and not at night', async () => {
    await notice('paula');
    const sent: { to: string; subject: string; text: string }[] = [];
    const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail) };
    const mail = (now: string) =>
      mailNotices(world.db, { mailer, publicUrl: 'https://caseload.example', now });
    await mail('2026-03-11T05:00:00Z');
    expect(sent).toEqual([]);
    await mail('2026-03-11T18:00:00Z');
    await mail('2026-03-11T19:00:00Z');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ subject: 'You have 1 new notification in Caseload' });
    expect(sent[0]?.text).toContain('https://caseload.example/home');
    expect(sent[0]?.text).not.toMatch(/timesheet/i);
  });

  test('are mailed to everyone else if the email to one person fails', async () => {
    const now = world.clock.now.toISOString();
    const rows = (['paula', 'otto', 'lead'] as const).map((person) => {
      const about = { event: 'note-returned', day: TODAY, provider_name: '' } as const;
      return noticeRow({ ...about, receiver: world.people[person].id }, now);
    });
    await world.db.insert(notifications).values(rows);
    const sent: string[] = [];
    const mailer = {
      send: async ({ to }: { to: string }) => {
        if (to === world.people.otto.email) throw new Error('No such mailbox.');
        sent.push(to);
      },
    };
    const failures: unknown[] = [];
    await mailNotices(world.db, {
      ...{ mailer, publicUrl: '', now: '2026-03-11T18:00:00Z' },
      onFailure: (problem) => failures.push(problem),
    });
    expect(sent.sort()).toEqual([world.people.paula.email, world.people.lead.email].sort());
    expect(failures).toEqual([new Error('No such mailbox.')]);
  });

  test('are mailed once a day, or never, to those who chose that', async () => {
    const sent: string[] = [];
    const mailer = {
      send: async ({ to, subject }: { to: string; subject: string }) => void sent.push(`${to} ${subject}`),
    };
    const mail = (now: string) => mailNotices(world.db, { mailer, publicUrl: '', now });
    const choose = (person: PersonName, mail: string, daily_at = '16:00') => {
      const body = { mail, quiet_from: '19:00', quiet_until: '07:00', daily_at };
      return world.as(person, 'notification.save-settings', { body });
    };
    expect((await world.as('paula', 'notification.read-settings')).body).toMatchObject({ mail: 'soon' });
    await choose('paula', 'daily');
    await choose('otto', 'never');
    const now = world.clock.now.toISOString();
    const rows = (['paula', 'paula', 'otto', 'lead'] as const).map((person) => {
      const about = { event: 'note-returned', day: TODAY, provider_name: '' } as const;
      return noticeRow({ ...about, receiver: world.people[person].id }, now);
    });
    await world.db.insert(notifications).values(rows);
    await mail('2026-03-10T18:30:00Z');
    expect(sent.map((words) => words.split(' ')[0])).toEqual([world.people.lead.email]);
    await mail('2026-03-10T22:59:00Z');
    expect(sent).toHaveLength(1);
    await mail('2026-03-10T23:00:00Z');
    await mail('2026-03-10T23:05:00Z');
    expect(sent.slice(1)).toEqual([`${world.people.paula.email} You have 2 new notifications in Caseload`]);
    const refused = await world.as('paula', 'notification.save-settings', {
      body: { mail: 'hourly', quiet_from: '25:00', quiet_until: '07:00', daily_at: '16:00' },
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { quiet_from: 'Enter a time, such as 2:30 PM.' } },
    });
    expect(await choose('paula', 'daily', '20:00')).toMatchObject({
      status: 422,
      body: { fields: { daily_at: 'Choose a time outside your quiet hours.' } },
    });
    await Promise.all([choose('paula', 'soon'), choose('otto', 'soon')]);
  });

  test('reach no one whose role is unknown', async () => {
    for (const name of ['notification.list', 'notification.popups', 'notification.unviewed'] as const) {
      expect((await world.as('stray', name)).status).toBe(403);
    }
  });
});
