import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TICKET_LISTS, type TicketList } from '#domain/tickets/ticket.ts';
import { tracker_deliveries } from '#server/db/schema/tickets.ts';
import { clickUpTracker } from '#server/tracker/clickup.ts';
import { deliverAll } from '#server/tracker/deliveries.ts';
import { type ClickUpServer, type ClickUpTask, startClickUp } from '#tests/support/clickup-server.ts';
import { usualKind } from '#tests/support/database.ts';
import { pngOf } from './attachment-files.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName } from './office-world.ts';

const LISTS = Object.fromEntries(TICKET_LISTS.map((list, at) => [list, String(901 + at)])) as Record<
  TicketList,
  string
>;

describe('an external task tracker', () => {
  let clickUp: ClickUpServer;
  let world: OfficeWorld;
  beforeEach(async () => {
    clickUp = await startClickUp();
    const now = () => world.clock.now.getTime();
    clickUp.now = now;
    const access = { url: clickUp.url, key: clickUp.key, lists: LISTS };
    world = await openOfficeWorld(usualKind, { tracker: clickUpTracker(access, { limitMs: 300, now }) });
  });
  afterEach(async () => {
    await world.close();
    await clickUp.close();
  });

  const submit = async (changes: object = {}, person: PersonName = 'paula') => {
    const { body } = await world.as(person, 'ticket.create', {
      body: { id: randomUUID(), category: 4, title: 'Pay is missing', details: 'One day.', ...changes },
    });
    await world.app.tracking.settled();
    return body;
  };
  /** What was postponed is due now. */
  const later = async (minutes = 20) => {
    world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
    await world.app.tracking.keepInStep();
  };
  const tasks = () => [...clickUp.tasks.values()];
  const only = (): ClickUpTask => {
    const [task, ...others] = tasks();
    if (task === undefined || others.length > 0) throw new Error(`${tasks().length} tasks`);
    return task;
  };
  const waiting = async () => {
    const rows = await world.db.select().from(tracker_deliveries);
    return rows.filter(({ delivered, wanted }) => delivered < wanted).length;
  };

  test('gets a ticket in the published shape, in the list of its category', async () => {
    const { paula } = world.people;
    const ticket = await submit();
    expect(ticket.list_id).toBe('902');
    const task = only();
    expect(task.list).toBe('902');
    expect(task.created).toEqual({
      name: `Pay is missing - ${paula.username} (Provider)`,
      description: `One day.\n\nContact email: ${paula.email}`,
      ...{ assignees: [], status: 'Open', priority: 3 },
      ...{ notify_all: true, check_required_custom_fields: false },
      tags: [paula.email, 'payroll', `caseload-${ticket.id}`],
    });
    const { body } = await world.as('paula', 'ticket.read', { params: { id: ticket.id } });
    expect(body.is_waiting).toBe(false);
  });

  test.each(['lost', 'slow'] as const)('gets a ticket once if the answer is %s', async (kind) => {
    clickUp.faults.push({ matches: /^POST .*\/list\//, kind });
    const { id } = await submit();
    expect((await world.as('paula', 'ticket.read', { params: { id } })).body.is_waiting).toBe(true);
    await later();
    expect(only().tags.map(({ name }) => name)).toContain(`caseload-${id}`);
    expect(await waiting()).toBe(0);
  });

  test('is left alone for as long as it asks', async () => {
    clickUp.faults.push({ matches: /^POST /, kind: 'refused-429' });
    await submit();
    const asked = clickUp.requests.length;
    world.clock.now = new Date(world.clock.now.getTime() + 30_000);
    await world.app.tracking.keepInStep();
    await submit({ title: 'Second' });
    // Neither what was refused, nor what is new, nor what would be read.
    expect(clickUp.requests.slice(asked)).toEqual([]);
    expect(tasks()).toHaveLength(0);
    await later(2);
    expect(tasks()).toHaveLength(2);
  });

  test('that limits requests while it is read is read on from there', async () => {
    for (const title of ['First', 'Second', 'Third']) await submit({ title });
    for (const task of tasks()) clickUp.comment(task, `About ${task.name}`);
    const before = clickUp.requests.length;
    const [, second] = tasks();
    clickUp.faults.push({ matches: new RegExp(`^GET .*/${second?.id}/comment`), kind: 'refused-429' });
    await later(1);
    await later(2);
    const read = clickUp.requests.slice(before).filter((line) => line.endsWith('/comment'));
    expect(read).toEqual(
      tasks().flatMap(({ id }) => Array(id === second?.id ? 2 : 1).fill(`GET /api/v2/task/${id}/comment`)),
    );
    const { body } = await world.as('paula', 'ticket.list');
    expect(body.tickets.map(({ comment_count }) => comment_count)).toEqual([1, 1, 1]);
  });

  test.each(['failed', 'unreadable'] as const)('that answers %s gets the ticket later', async (kind) => {
    clickUp.faults.push({ matches: /^POST /, kind });
    await submit();
    expect(tasks()).toHaveLength(0);
    await later();
    expect(only().name).toContain('Pay is missing');
  });

  test('gets everything once an outage is over, in order, and each once', async () => {
    clickUp.isDown = true;
    const { id } = await submit();
    await submit({ title: 'Second' });
    const comment = { id: randomUUID(), comment: 'It is the 3rd.' };
    await world.as('paula', 'ticket.create-comment', { params: { id }, body: comment });
    await world.as('paula', 'ticket.update', {
      ...{ params: { id }, version: 1, body: { title: 'Pay for the 3rd is missing' } },
    });
    await later();
    expect(tasks()).toHaveLength(0);
    clickUp.isDown = false;
    await later();
    await later();
    expect(await waiting()).toBe(0);
    expect(tasks()).toHaveLength(2);
    const task = tasks().find(({ name }) => name.startsWith('Pay for the 3rd'));
    expect(task?.comments).toHaveLength(1);
    expect(task?.comments[0]?.comment_text).toContain('It is the 3rd.');
  });

  test('follows changes, comments, attachments, and deletions', async () => {
    const { paula } = world.people;
    const { id } = await submit();
    await world.as('paula', 'ticket.update', { params: { id }, version: 1, body: { status: 'Closed' } });
    const said = { id: randomUUID(), comment: 'Solved.' };
    await world.as('paula', 'ticket.create-comment', { params: { id }, body: said });
    await world.as('paula', 'ticket.update-comment', {
      ...{ params: { id: said.id }, version: 1, body: { comment: 'Solved, thanks.' } },
    });
    const { token } = await world.signIn(paula);
    const form = new FormData();
    form.append('file', new Blob([pngOf(200)], { type: 'image/png' }), 'pay.png');
    const encoded = new Request('http://x/', { method: 'POST', body: form });
    clickUp.faults.push({ matches: /attachment$/, kind: 'lost' });
    await world.app.inject({
      method: 'POST',
      url: `/api/tickets/${id}/attachments/`,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
    });
    await later();
    const task = only();
    expect(task.status.status).toBe('Closed');
    expect(task.comments.map(({ comment_text }) => comment_text)).toEqual([
      `Robin ${paula.username}: Solved, thanks.\n\n[caseload ${said.id}]`,
    ]);
    // Its answer was lost, and it was not sent again.
    expect(task.attachments.map(({ title }) => title.slice(-7))).toEqual(['pay.png']);
    await world.as('paula', 'ticket.delete-comment', { params: { id: said.id }, version: 2 });
    await later();
    expect(only().comments).toEqual([]);
    await world.as('paula', 'ticket.delete', { params: { id }, version: 2 });
    await later();
    expect(tasks()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('gets a comment once if its answer is lost', async () => {
    const { id } = await submit();
    clickUp.faults.push({ matches: /^POST .*comment$/, kind: 'lost' });
    const body = { id: randomUUID(), comment: 'Once.' };
    await world.as('paula', 'ticket.create-comment', { params: { id }, body });
    await later();
    await later();
    expect(only().comments).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  test('brings status, list, and comments of the people who work in it', async () => {
    const { id } = await submit();
    const task = only();
    clickUp.comment(task, 'We found it.');
    for (let more = 0; more < 30; more += 1) clickUp.comment(task, `Step ${more}`);
    clickUp.setStatus(task, 'Closed');
    task.list = LISTS['planned-changes'];
    await later();
    const closed = await world.as('paula', 'ticket.list', { query: { state: 'closed' } });
    expect(closed.body.tickets).toMatchObject([
      { id, status: 'Closed', list: 'planned-changes', list_id: '906', comment_count: 31 },
    ]);
    const { body } = await world.as('paula', 'ticket.list-comments', { params: { id } });
    expect(body[0]).toMatchObject({ author: null, author_name: 'Sam Support', comment: 'We found it.' });
    // Reopening it here is newer than what the tracker said.
    const open = { params: { id }, version: 1, body: { status: 'Open' } };
    expect((await world.as('paula', 'ticket.update', open)).body.status).toBe('Open');
    await later();
    expect(only().status.status).toBe('Open');
  });

  test('keeps its lists: tickets are moved there', async () => {
    const { id } = await submit();
    const move = { params: { id }, version: 1, body: { list: 'follow-up' } };
    expect((await world.as('admin', 'ticket.update', move)).body.fields).toEqual({
      list: 'Move this ticket in your task tracker.',
    });
  });

  test('that deleted a task gets no more of it', async () => {
    const { id } = await submit();
    clickUp.tasks.clear();
    await world.as('paula', 'ticket.update', { params: { id }, version: 1, body: { title: 'Again' } });
    await later();
    expect(tasks()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('is sent to by one of several server processes, once', async () => {
    clickUp.isDown = true;
    await submit();
    clickUp.isDown = false;
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    const parts = {
      db: world.db,
      tracker: clickUpTracker({ url: clickUp.url, key: clickUp.key, lists: LISTS }),
      readFile: async () => null,
      now: () => world.clock.now,
    };
    await Promise.all([deliverAll(parts), deliverAll(parts), world.app.tracking.keepInStep()]);
    expect(tasks()).toHaveLength(1);
  });

  test('never shows its key: neither in an answer nor in what is stored', async () => {
    const { id } = await submit();
    const answers = [
      await world.as('superadmin', 'ticket.read', { params: { id } }),
      await world.as('superadmin', 'ticket.list'),
    ];
    const stored = await world.db.select().from(tracker_deliveries);
    expect(JSON.stringify([answers, stored])).not.toContain(clickUp.key);
  });
});
