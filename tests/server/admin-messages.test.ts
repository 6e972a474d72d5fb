import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOBODY } from '#domain/notifications/message-audience.ts';
import { openBlobs } from '#server/blob-store.ts';
import { client_accounts } from '#server/db/schema/client-accounts.ts';
import { sweepBlobs } from '#server/modules/attachments/sweep-blobs.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { messageBody, PIXEL_BASE64, SIGNATURE, sendForm } from './message-forms.ts';
import { DISTRICT, type OfficeWorld, openOfficeWorld, type PersonName, personNames } from './office-world.ts';

const REGION = randomUUID();
const DAY_MS = 86_400_000;

describe.each(ruleKinds)('messages on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    await world.db
      .update(client_accounts)
      .set({ regions: [REGION] })
      .where(eq(client_accounts.id, DISTRICT));
  });
  afterAll(() => world.close());

  const only = (...people: PersonName[]) => ({
    ...NOBODY,
    people: people.map((name) => world.people[name].id),
  });
  const send = async (changes: Record<string, unknown> = {}) => {
    const answer = await sendForm(world, 'admin', messageBody(changes));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const waitingFor = async (person: PersonName, message: { id: string; title: string }) => {
    const { body } = await world.as(person, 'notification.unviewed');
    return body.find(({ title }) => title === message.title);
  };
  const fileOf = async (id: string) =>
    (await world.as('admin', 'admin-message.read', { params: { id } })).body;

  test.each<[string, object, PersonName[]]>([
    ['everyone', { is_everyone: true }, [...personNames]],
    ['a role', { roles: ['2'] }, ['otto', 'paula']],
    ['a client: providers of its students', { clients: [DISTRICT] }, ['paula']],
    ['a region: providers of the students of its clients', { regions: [REGION] }, ['paula']],
  ])('reach %s', async (_, audience, names) => {
    const { body } = await world.as('admin', 'admin-message.audience', {
      body: { audience: { ...NOBODY, ...audience } },
    });
    expect(body.people).toBe(names.length);
    const message = await send({
      title: `To ${JSON.stringify(audience)}`,
      audience: { ...NOBODY, ...audience },
    });
    const { people } = await fileOf(message.id);
    expect(people.map(({ receiver }) => receiver).sort()).toEqual(
      names.map((name) => world.people[name].id).sort(),
    );
    const known = people.map(({ notification }) => notification);
    for (const [at, { receiver }] of people.entries()) {
      expect(await world.placesOf(known[at] ?? '')).toEqual([`user:${receiver}`]);
    }
  });

  test('are sent and read by the office alone', async () => {
    for (const person of personNames) {
      const isOffice = person === 'admin' || person === 'superadmin';
      const sent = await sendForm(world, person, messageBody());
      expect([person, sent.status]).toEqual([person, isOffice ? 201 : 403]);
      const list = await world.as(person, 'admin-message.list');
      expect([person, list.status]).toEqual([person, isOffice ? 200 : 403]);
    }
    const { id } = await send();
    const params = { id };
    for (const name of ['admin-message.read', 'admin-message.receipts', 'admin-message.recall'] as const) {
      expect((await world.as('lead', name, { params })).status, name).toBe(403);
    }
    expect((await world.as('paula', 'admin-message.remind', { params })).status).toBe(403);
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no audience', { audience: NOBODY }, { audience: 'Choose who gets this message.' }],
    ['no title', { title: ' ' }, { title: 'This field is required.' }],
    ['no text', { message: '<p> </p><script>1</script>' }, { message: 'This field is required.' }],
    [
      'an end before its start',
      { shown_from: '2026-03-12T00:00:00Z', shown_until: '2026-03-11T00:00:00Z' },
      { shown_until: 'The end is before the start.' },
    ],
    [
      'people without a login',
      { audience: { ...NOBODY, people: [randomUUID()] } },
      { audience: 'This audience has no one with a login.' },
    ],
  ])('with %s are refused at the field', async (_, changes, fields) => {
    expect(await sendForm(world, 'admin', messageBody(changes))).toMatchObject({
      status: 422,
      body: { fields },
    });
  });

  test('are stored without anything that could run', async () => {
    const message = '<p onclick="x()">Hi <script>alert(1)</script><a href="javascript:x()">there</a></p>';
    const sent = await send({ title: 'Clean', message, audience: only('paula') });
    expect(sent.message).toBe('<p>Hi <a>there</a></p>');
    expect((await waitingFor('paula', sent))?.message).toBe(sent.message);
  });

  test('a scheduled one is shown from its start to its end', async () => {
    const before = world.clock.now;
    const at = (days: number) => new Date(before.getTime() + days * DAY_MS);
    const sent = await send({
      ...{ title: 'Scheduled', audience: only('paula') },
      ...{ shown_from: at(1).toISOString(), shown_until: at(2).toISOString() },
    });
    expect(await waitingFor('paula', sent)).toBeUndefined();
    world.clock.now = at(1);
    expect(await waitingFor('paula', sent)).toMatchObject({ title: 'Scheduled', viewed_at: null });
    world.clock.now = at(2);
    expect(await waitingFor('paula', sent)).toBeUndefined();
    world.clock.now = before;
  });

  test('a scheduled one whose start is cleared is sent now, and one that was sent keeps its start', async () => {
    const later = new Date(world.clock.now.getTime() + DAY_MS).toISOString();
    const scheduled = await send({ title: 'Not so late', audience: only('paula'), shown_from: later });
    const body = messageBody({ id: scheduled.id, title: 'Not so late', audience: only('paula') });
    const edited = await sendForm(world, 'admin', body, { id: scheduled.id, version: 1 });
    expect(edited.body.shown_from).toBe(world.clock.now.toISOString());
    expect(await waitingFor('paula', scheduled)).toMatchObject({ title: 'Not so late' });
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    const again = await sendForm(world, 'admin', body, { id: scheduled.id, version: 2 });
    expect(again.body.shown_from).toBe(edited.body.shown_from);
  });

  test('that were edited are asked about again; the earlier receipt keeps its text', async () => {
    const sent = await send({ title: 'Old text', requires_signature: true, audience: only('paula', 'otto') });
    expect(sent.requires_acknowledgment).toBe(true);
    const shown = await waitingFor('paula', sent);
    const params = { id: shown?.id ?? '' };
    const acknowledge = (body: object) =>
      world.as('paula', 'notification.acknowledge', { version: 1, params, body });
    expect((await acknowledge({ signature: SIGNATURE, signed_name: 'Paula P.' })).status).toBe(200);
    expect(await waitingFor('paula', sent)).toBeUndefined();

    const changes = {
      ...messageBody({
        id: sent.id,
        title: 'New text',
        requires_signature: true,
        audience: only('paula', 'lead'),
      }),
    };
    const edited = await sendForm(world, 'admin', changes, { id: sent.id, version: sent.version });
    expect(edited).toMatchObject({ status: 200, body: { title: 'New text', version: 2 } });
    expect((await sendForm(world, 'admin', changes, { id: sent.id, version: 1 })).status).toBe(412);
    expect(await waitingFor('otto', edited.body)).toBeUndefined();
    expect(await waitingFor('lead', edited.body)).toBeDefined();
    expect(await waitingFor('paula', edited.body)).toMatchObject({ id: params.id });

    // Offline, someone acknowledges the text that their device has.
    const { people } = await fileOf(sent.id);
    expect(people.find(({ receiver }) => receiver === world.people.paula.id)).toMatchObject({
      acknowledged_at: null,
      has_older_receipt: true,
    });
    const receipts = await world.as('admin', 'admin-message.receipts', { params: { id: sent.id } });
    expect(receipts.body).toMatchObject([
      { title: 'Old text', is_current: false, signature: SIGNATURE, signed_name: 'Paula P.' },
    ]);
  });

  test('a receipt of a text that was edited meanwhile is kept, and the new text is asked about', async () => {
    const sent = await send({ title: 'First', requires_acknowledgment: true, audience: only('otto') });
    const shown = await waitingFor('otto', sent);
    const body = messageBody({
      id: sent.id,
      title: 'Second',
      requires_acknowledgment: true,
      audience: only('otto'),
    });
    await sendForm(world, 'admin', body, { id: sent.id, version: 1 });
    const params = { id: shown?.id ?? '' };
    const answer = await world.as('otto', 'notification.acknowledge', {
      version: 1,
      params,
      body: { content_hash: shown?.content_hash },
      captured_at: '2026-03-10T17:00:00Z',
    });
    expect(answer.status).toBe(200);
    expect(await waitingFor('otto', { id: sent.id, title: 'Second' })).toBeDefined();
    const receipts = await world.as('admin', 'admin-message.receipts', { params: { id: sent.id } });
    expect(receipts.body).toMatchObject([
      { title: 'First', is_current: false, acknowledged_at: '2026-03-10T17:00:00.000Z' },
    ]);
    const invented = await world.as('otto', 'notification.acknowledge', {
      version: 1,
      params,
      body: { content_hash: 'ab' },
    });
    expect(invented).toMatchObject({ status: 422, body: { fields: { content_hash: expect.any(String) } } });
  });

  test('sent again because their answer was lost are one; what was changed meanwhile is not lost silently', async () => {
    const files = [{ name: 'plan.pdf', bytes: new Uint8Array([37, 80, 68, 70]) }];
    const body = messageBody({ title: 'Once', audience: only('paula') });
    const first = await sendForm(world, 'admin', body, { files });
    const again = await sendForm(world, 'admin', body, { files });
    expect([first.status, again.status, again.body.attachments]).toEqual([201, 201, first.body.attachments]);
    const changed = await sendForm(world, 'admin', { ...body, title: 'Changed' }, { files });
    expect(changed).toMatchObject({ status: 409, body: { code: 'record.exists' } });
  });

  test('can be recalled: they leave every device, and their receipts stay', async () => {
    const sent = await send({
      title: 'Recalled',
      requires_acknowledgment: true,
      audience: only('paula', 'otto'),
    });
    const shown = await waitingFor('paula', sent);
    const other = await waitingFor('otto', sent);
    const params = { id: shown?.id ?? '' };
    await world.as('paula', 'notification.acknowledge', { version: 1, params, body: {} });
    const recalled = await world.as('admin', 'admin-message.recall', { params: { id: sent.id }, version: 1 });
    expect(recalled.status).toBe(204);
    expect(await waitingFor('otto', sent)).toBeUndefined();
    expect(await world.placesOf(params.id)).toEqual([`-user:${world.people.paula.id}`]);
    expect((await world.as('paula', 'notification.read', { params })).status).toBe(410);
    expect(await fileOf(sent.id)).toMatchObject({ recalled_at: world.clock.now.toISOString(), receivers: 0 });
    // Otto signed it on a device that didn't know yet.
    const late = await world.as('otto', 'notification.acknowledge', {
      ...{ version: 1, params: { id: other?.id ?? '' } },
      body: {},
    });
    expect(late.status, JSON.stringify(late.body)).toBe(200);
    const receipts = await world.as('admin', 'admin-message.receipts', { params: { id: sent.id } });
    expect(receipts.body.map(({ receiver }) => receiver).sort()).toEqual(
      [world.people.paula.id, world.people.otto.id].sort(),
    );
    const again = await world.as('admin', 'admin-message.remind', { params: { id: sent.id } });
    expect(again.status).toBe(422);
  });

  test('ring the bell of everyone who has not acknowledged them', async () => {
    const sent = await send({
      title: 'Remind',
      requires_acknowledgment: true,
      audience: only('paula', 'otto'),
    });
    const shown = await waitingFor('paula', sent);
    await world.as('paula', 'notification.acknowledge', {
      version: 1,
      params: { id: shown?.id ?? '' },
      body: {},
    });
    const { body } = await world.as('admin', 'admin-message.remind', { params: { id: sent.id } });
    expect(body).toEqual({ reminded: 1 });
    const bell = await world.as('otto', 'notification.list');
    expect(bell.body.unread).toMatchObject([{ event: 'message-reminder', effective_date: '2026-03-10' }]);
    expect((await fileOf(sent.id)).people.map(({ reminded_at }) => reminded_at !== null).sort()).toEqual([
      false,
      true,
    ]);
    const own = await waitingFor('otto', sent);
    await world.as('otto', 'notification.acknowledge', {
      version: 1,
      params: { id: own?.id ?? '' },
      body: {},
    });
    expect((await world.as('otto', 'notification.list')).body.unread).toEqual([]);
  });

  test('take their reminders with them when they end, also when the end is moved', async () => {
    const before = world.clock.now;
    const at = (days: number) => new Date(before.getTime() + days * DAY_MS);
    const bell = async () => (await world.as('lead', 'notification.list')).body.unread;
    const body = (id: string, days: number) =>
      messageBody({
        ...{ id, title: 'Ends', requires_acknowledgment: true, audience: only('lead') },
        shown_until: at(days).toISOString(),
      });
    const sent = await send(body(randomUUID(), 2));
    await world.as('admin', 'admin-message.remind', { params: { id: sent.id } });
    expect(await bell()).toMatchObject([{ event: 'message-reminder', shown_until: at(2).toISOString() }]);
    const edited = await sendForm(world, 'admin', body(sent.id, 1), { id: sent.id, version: sent.version });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    expect(await bell()).toMatchObject([{ shown_until: at(1).toISOString(), version: 2 }]);
    world.clock.now = at(1);
    expect(await bell()).toEqual([]);
    world.clock.now = before;
  });

  describe('files', () => {
    const png = new Uint8Array(Buffer.from(PIXEL_BASE64, 'base64'));
    const open = async (url: string, person?: PersonName) => {
      const headers =
        person === undefined
          ? {}
          : { authorization: `Bearer ${(await world.signIn(world.people[person])).token}` };
      return world.app.inject({ url, headers });
    };

    test('open for their receivers by an address that lasts ten minutes', async () => {
      const body = messageBody({ title: 'With a map', audience: only('paula') });
      const sent = await sendForm(world, 'admin', body, { files: [{ name: 'map.png', bytes: png }] });
      const [file] = sent.body.attachments;
      expect(file?.file_name).toBe('map.png');
      for (const name of ['notification.attachment-url', 'notification.attachment-url-alias'] as const) {
        // The key, or the whole link with its host.
        for (const key of [file?.key, `https://caseload.example${file?.file}`]) {
          const { status, body: told } = await world.as('paula', name, { body: { key } });
          expect([name, status]).toEqual([name, 200]);
          const opened = await open(told.url);
          expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'image/png']);
          expect(opened.rawPayload.equals(png)).toBe(true);
        }
      }
      const { body: told } = await world.as('paula', 'notification.attachment-url', {
        body: { key: file?.key },
      });
      expect((await open(told.url.replace(/\/$/, 'x/'))).statusCode).toBe(404);
      const before = world.clock.now;
      world.clock.now = new Date(before.getTime() + 10 * 60_000);
      expect((await open(told.url)).statusCode).toBe(404);
      world.clock.now = before;
      // The link itself needs a login, and no one else's opens it.
      expect((await open(file?.file ?? '')).statusCode).toBe(401);
      expect((await open(file?.file ?? '', 'paula')).statusCode).toBe(200);
      expect((await open(file?.file ?? '', 'otto')).statusCode).toBe(404);
      const stranger = await world.as('otto', 'notification.attachment-url', { body: { key: file?.key } });
      expect(stranger.status).toBe(404);
    });

    test('stay while a message or one of its receipts has them', async () => {
      const body = messageBody({ title: 'Files', audience: only('paula') });
      const sent = await sendForm(world, 'admin', body, { files: [{ name: 'a.pdf', bytes: png }] });
      const [file] = sent.body.attachments;
      const edit = (changes: object) =>
        sendForm(world, 'admin', { ...body, ...changes }, { id: body.id, version: 1 });
      expect(await edit({ keeps: [randomUUID()] })).toMatchObject({ status: 422 });
      expect((await edit({ title: 'No files' })).body.attachments).toEqual([]);
      const blobs = openBlobs(world.config);
      await sweepBlobs(world.db, blobs, new Date(Date.now() + 400 * DAY_MS));
      expect(await blobs.read(file?.key ?? '', 4)).not.toBeNull();
    });

    test.each<[string, string, number, string]>([
      ['a program', 'run.exe', 10, 'run.exe: You can'],
      ['an empty file', 'empty.pdf', 0, 'empty.pdf: This file is empty.'],
      ['a file of more than 10 MB', 'big.pdf', 10 * 1024 * 1024 + 1, 'big.pdf: Files can be up to 10 MB.'],
    ])('%s is refused', async (_, name, size, words) => {
      const answer = await sendForm(world, 'admin', messageBody(), {
        files: [{ name, bytes: new Uint8Array(size) }],
      });
      expect(answer.status).toBe(422);
      expect(answer.body.fields?.files).toContain(words);
    });
  });
});
