import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tickets } from '#server/db/schema/tickets.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { attachmentBody, contentOf, pngOf, putPart } from './attachment-files.ts';
import { messageBody, sendForm } from './message-forms.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, told } from './office-world.ts';

describe.each(ruleKinds)('tickets on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const newTicket = (changes: object = {}) => ({
    ...{ id: randomUUID() as string, category: 1, title: 'Calendar is blank' },
    ...{ details: 'It has been empty since this morning.', ...changes },
  });
  const submit = async (person: PersonName = 'paula', changes: object = {}) =>
    (await world.as(person, 'ticket.create', { body: newTicket(changes) })).body;
  const upload = async (
    person: PersonName,
    ticket: string,
    { id = randomUUID() as string, name = 'screen.png', bytes = pngOf(400) } = {},
  ) => {
    const { token } = await world.signIn(world.people[person]);
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: 'image/png' }), name);
    form.append('id', id);
    const encoded = new Request('http://x/', { method: 'POST', body: form });
    const response = await world.app.inject({
      method: 'POST',
      url: `/api/tickets/${ticket}/attachments/`,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
    });
    return { status: response.statusCode, body: response.json(), id };
  };
  const content = async (person: PersonName, id: string) => {
    const { token } = await world.signIn(world.people[person]);
    return world.app.inject({
      url: `/api/tickets/attachments/${id}/content/`,
      headers: { authorization: `Bearer ${token}` },
    });
  };

  test.each([
    [1, 'bug-issue'],
    [4, 'payroll'],
    [2, 'service-support-request'],
    [3, 'site-requests'],
    [5, 'timecard-my-hours'],
  ])('of category %i are composed as specified and go to the list %s', async (category, list) => {
    const { paula } = world.people;
    const { status, body } = await world.as('paula', 'ticket.create', { body: newTicket({ category }) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ category, list, list_id: list, status: 'Open', priority: 3 },
      ...{ notify_all: true, check_required_custom_fields: false, assignees: [] },
      name: `Calendar is blank - ${paula.username} (Provider)`,
      description: `It has been empty since this morning.\n\nContact email: ${paula.email}`,
      tags: [paula.email, list],
      ...{ requester: paula.id, requester_name: `Robin ${paula.username}`, is_waiting: false },
    });
  });

  test('need a known category, a title, and a description', async () => {
    const { status, body } = await world.as('paula', 'ticket.create', {
      body: newTicket({ category: 6, title: ' ', details: '' }),
    });
    expect(status).toBe(422);
    expect(body.fields).toEqual({
      category: 'Please Select Support Type',
      title: 'This field is required.',
      details: 'This field is required.',
    });
  });

  test('replace no file of a student or a message by taking its id, nor are they replaced', async () => {
    const [theirs, other] = [pngOf(400), pngOf(800)];
    const paula = (await world.signIn(world.people.paula)).token;
    const announce = (id?: string) =>
      world.as('paula', 'attachment.create', {
        body: attachmentBody(world.anna, theirs, id === undefined ? {} : { id }),
      });
    const drawing = (await announce()).body.id;
    await putPart(world.app, paula, drawing, 1, theirs);
    const sent = await sendForm(world, 'admin', messageBody(), {
      files: [{ name: 'policy.png', bytes: theirs }],
    });
    const policy = sent.body.attachments[0]?.key ?? '';
    const { id: ticket } = await submit('otto');
    for (const id of [drawing, policy]) {
      const { status, body } = await upload('otto', ticket, { id, bytes: other });
      expect([status, body.code]).toEqual([409, 'record.exists']);
    }
    expect((await contentOf(world.app, paula, drawing)).bytes).toEqual(theirs);
    const read = await world.app.inject({
      url: `/api/notifications/attachments/${policy}/`,
      headers: { authorization: `Bearer ${paula}` },
    });
    expect(read.rawPayload).toEqual(theirs);
    const { id: screen } = await upload('otto', ticket, { bytes: other });
    for (const id of [policy, screen]) {
      expect((await announce(id)).body.code).toBe('record.exists');
    }
    expect((await content('otto', screen)).rawPayload).toEqual(other);
  });

  test("take no one's word for who submits them", async () => {
    const body = { ...newTicket(), requester: world.people.admin.id, contact_email: 'someone@else.example' };
    expect((await world.as('paula', 'ticket.create', { body })).status).toBe(422);
  });

  test('are listed to their requester and to the office, by state', async () => {
    const own = await submit('paula');
    const others = await submit('otto');
    const idsFor = async (person: PersonName, state = 'open') =>
      (await world.as(person, 'ticket.list', { query: { state } })).body.tickets.map(({ id }) => id);
    for (const person of ['superadmin', 'admin'] as const) {
      expect(await idsFor(person)).toEqual(expect.arrayContaining([own.id, others.id]));
    }
    expect(await idsFor('paula')).toContain(own.id);
    expect(await idsFor('paula')).not.toContain(others.id);
    for (const person of ['lead', 'sven'] as const) expect(await idsFor(person)).toEqual([]);
    const closed = await world.as('paula', 'ticket.update', {
      ...{ params: { id: own.id }, version: 1, body: { status: 'Closed' } },
    });
    expect(closed.body).toMatchObject({ status: 'Closed', closed_at: world.clock.now.toISOString() });
    expect(await idsFor('paula')).not.toContain(own.id);
    expect(await idsFor('paula', 'closed')).toEqual([own.id]);
    const reopened = await world.as('admin', 'ticket.update', {
      ...{ params: { id: own.id }, version: 2, body: { status: 'Open' } },
    });
    expect(reopened.body).toMatchObject({ status: 'Open', closed_at: null });
  });

  test("answer the same for someone else's ticket and for none at all", async () => {
    const { id } = await submit('otto');
    const comment = { id: randomUUID(), comment: 'Me too.' };
    const calls = [
      (ticket: string) => world.as('paula', 'ticket.read', { params: { id: ticket } }),
      (ticket: string) =>
        world.as('paula', 'ticket.update', { params: { id: ticket }, version: 1, body: { title: 'Mine' } }),
      (ticket: string) => world.as('paula', 'ticket.delete', { params: { id: ticket }, version: 1 }),
      (ticket: string) => world.as('paula', 'ticket.list-comments', { params: { id: ticket } }),
      (ticket: string) =>
        world.as('paula', 'ticket.create-comment', { params: { id: ticket }, body: comment }),
    ];
    for (const call of calls) {
      const foreign = await call(id);
      expect(foreign.status).toBe(404);
      expect(told(foreign)).toEqual(told(await call(randomUUID())));
    }
    const { request_id: _, ...foreign } = (await upload('paula', id)).body;
    const { request_id: __, ...random } = (await upload('paula', randomUUID())).body;
    expect(foreign).toEqual(random);
    const file = await upload('otto', id);
    expect((await content('otto', file.id)).statusCode).toBe(200);
    expect((await content('admin', file.id)).statusCode).toBe(200);
    expect((await content('paula', file.id)).statusCode).toBe(404);
    expect((await content('paula', randomUUID())).statusCode).toBe(404);
  });

  test('refuse people with an unknown role', async () => {
    expect((await world.as('stray', 'ticket.list')).status).toBe(403);
    expect((await world.as('stray', 'feedback.list')).status).toBe(403);
  });

  test('are submitted once, however often they are sent', async () => {
    const body = newTicket();
    const { token } = await world.signIn(world.people.paula);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await world.call('ticket.create', { token, body, headers });
    const second = await world.call('ticket.create', { token, body, headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await world.db.select().from(tickets).where(eq(tickets.id, body.id))).toHaveLength(1);
    const resent = { token, body, headers: { 'idempotency-key': randomUUID() } };
    expect((await world.call('ticket.create', resent)).body.code).toBe('record.exists');
  });

  test('keep the name, role, and email address that their requester had', async () => {
    const { lead } = world.people;
    const { id } = await submit('lead');
    await world.db.update(users).set({ username: 'renamed' }).where(eq(users.id, lead.id));
    const { body } = await world.as('admin', 'ticket.read', { params: { id } });
    expect(body.name).toBe(`Calendar is blank - ${lead.username} (Service Lead)`);
    await world.db.update(users).set({ username: lead.username }).where(eq(users.id, lead.id));
  });

  test('are moved to another list by the office alone', async () => {
    const { id } = await submit('paula');
    const move = (person: PersonName) =>
      world.as(person, 'ticket.update', {
        ...{ params: { id }, version: 1, body: { list: 'planned-changes' } },
      });
    expect((await move('paula')).body.fields).toEqual({ list: 'Only your office can move a ticket.' });
    expect((await move('admin')).body).toMatchObject({ list: 'planned-changes', status: 'Open', version: 2 });
  });

  test('refuse a change of what someone else changed meanwhile', async () => {
    const { id } = await submit('paula');
    const change = (title: string) =>
      world.as('paula', 'ticket.update', { params: { id }, version: 1, body: { title } });
    expect((await change('One')).status).toBe(200);
    expect((await change('Two')).body.code).toBe('record.stale');
  });

  test('are deleted with a record in the audit', async () => {
    const { id } = await submit('paula');
    expect((await world.as('paula', 'ticket.delete', { params: { id }, version: 1 })).status).toBe(204);
    expect((await world.as('admin', 'ticket.read', { params: { id } })).status).toBe(404);
    expect((await world.auditOf(id)).map(({ action }) => action)).toEqual(['ticket.create', 'ticket.delete']);
  });

  describe('have comments', () => {
    const say = async (person: PersonName, ticket: string, comment = 'Any news?') =>
      (
        await world.as(person, 'ticket.create-comment', {
          ...{ params: { id: ticket }, body: { id: randomUUID(), comment } },
        })
      ).body;

    test('oldest first, from the requester and the office', async () => {
      const { id } = await submit('paula');
      await say('paula', id, 'It happens on my phone.');
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      await say('admin', id, 'Thanks, we are looking into it.');
      const { body } = await world.as('paula', 'ticket.list-comments', { params: { id } });
      expect(body.map(({ comment }) => comment)).toEqual([
        'It happens on my phone.',
        'Thanks, we are looking into it.',
      ]);
      expect(body[1]?.author).toBe(world.people.admin.id);
      expect((await world.as('paula', 'ticket.read', { params: { id } })).body.comment_count).toBe(2);
    });

    test('that only their author changes, and the author or the office deletes', async () => {
      const { id: ticket } = await submit('paula');
      const { id } = await say('paula', ticket);
      const { id: theirs } = await say('admin', ticket);
      const change = (person: PersonName, comment: string, of = id) =>
        world.as(person, 'ticket.update-comment', {
          ...{ params: { id: of }, version: 1, body: { comment } },
        });
      expect((await change('admin', 'Theirs')).status).toBe(403);
      expect((await change('paula', 'Mine', theirs)).status).toBe(403);
      expect((await change('otto', 'Foreign')).status).toBe(404);
      expect((await change('paula', 'Any news yet?')).body).toMatchObject({
        ...{ comment: 'Any news yet?', version: 2 },
      });
      const remove = (person: PersonName, of: string, version: number) =>
        world.as(person, 'ticket.delete-comment', { params: { id: of }, version });
      expect((await remove('paula', theirs, 1)).status).toBe(403);
      expect((await remove('admin', id, 2)).status).toBe(204);
      const { body } = await world.as('paula', 'ticket.list-comments', { params: { id: ticket } });
      expect(body.map((one) => one.id)).toEqual([theirs]);
    });
  });

  describe('have attachments', () => {
    test('that are a diagnostic copy, if their author agreed', async () => {
      const diagnostics = JSON.stringify({ app_version: '0.4.0', outbox: [] });
      const { id, attachment_count } = await submit('paula', { diagnostics });
      expect(attachment_count).toBe(1);
      const { body } = await world.as('paula', 'ticket.read', { params: { id } });
      expect(body.attachments).toMatchObject([
        { file_name: 'diagnostics.json', content_type: 'application/json', size: diagnostics.length },
      ]);
      expect((await content('admin', body.attachments[0]?.id ?? '')).body).toBe(diagnostics);
      expect((await submit('paula')).attachment_count).toBe(0);
    });

    test('that arrive once and are served safely', async () => {
      const { id: ticket } = await submit('paula');
      const first = await upload('paula', ticket);
      expect(first.status).toBe(201);
      expect((await upload('paula', ticket, { id: first.id })).body).toEqual(first.body);
      expect((await upload('admin', ticket, { id: first.id })).body.code).toBe('record.exists');
      const { body } = await world.as('admin', 'ticket.read', { params: { id: ticket } });
      expect(body.attachments.map(({ file_name, size }) => [file_name, size])).toEqual([['screen.png', 400]]);
      const served = await content('admin', first.id);
      expect(served.rawPayload.equals(pngOf(400))).toBe(true);
      expect(served.headers).toMatchObject({
        ...{ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
        'cache-control': 'private, no-store',
      });
    });

    test.each([
      ['a program', 'virus.exe', pngOf(40), "You can't attach programs or scripts."],
      ['an empty file', 'empty.png', Buffer.alloc(0), 'This file is empty.'],
    ])('but not %s', async (_, name, bytes, message) => {
      const { id } = await submit('paula');
      const { status, body } = await upload('paula', id, { name, bytes });
      expect([status, body.fields]).toEqual([422, { file: message }]);
    });
  });

  test('are apart from feedback, which its author and the office read', async () => {
    const give = (person: PersonName, message: string) =>
      world.as(person, 'feedback.create', {
        body: { id: randomUUID(), rating: 4, message, screen: 'My Sessions' },
      });
    expect((await give('paula', 'Logging sessions is quick.')).status).toBe(201);
    await give('otto', 'More colors, please.');
    const listed = async (person: PersonName) =>
      (await world.as(person, 'feedback.list')).body.map(({ message }) => message);
    expect(await listed('paula')).toEqual(['Logging sessions is quick.']);
    expect((await listed('superadmin')).sort()).toEqual([
      'Logging sessions is quick.',
      'More colors, please.',
    ]);
    const bad = await world.as('paula', 'feedback.create', {
      body: { id: randomUUID(), rating: 6, message: '', screen: '' },
    });
    expect(Object.keys(bad.body.fields ?? {})).toEqual(['rating', 'message']);
  });
});
