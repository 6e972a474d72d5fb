import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#contract/auth.ts';
import { encrypt, toBase64, writePlace } from '#contract/encryption.ts';
import { endpoints } from '#contract/index.ts';
import type { PushedWrite } from '#contract/sync.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { audit_entries, devices, idempotency_keys } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, type Person, sessionBody } from './api-world.ts';

const CAPTURED = '2026-03-10T16:40:00.000Z';

describe.each(databaseKinds)('a push on %s', (kind) => {
  let world: ApiWorld;
  let person: Person;
  let signedIn: SignedIn;
  let caseload: { service: string; student: string };
  const deviceId = randomUUID();
  beforeAll(async () => {
    world = await openApiWorld(kind);
    person = await world.addPerson();
    caseload = await world.addCaseload(person);
    signedIn = await world.signIn(person);
  });
  afterAll(() => world.close());

  const report = (changes: Record<string, unknown> = {}) => ({
    device_id: deviceId,
    device_now: world.clock.now.toISOString(),
    app_version: '1.0.0',
    unsent_count: 0,
    unsent_since: null,
    ...changes,
  });
  const push = (writes: readonly unknown[], device = report()) =>
    world.call('sync.push', { token: signedIn.token, body: { device, writes } });
  const write = (endpoint: string, changes: Partial<PushedWrite> = {}): PushedWrite => ({
    write_id: randomUUID(),
    endpoint,
    endpoint_version: 1,
    params: {},
    body: null,
    base_version: null,
    depends_on: [],
    captured_at: CAPTURED,
    ...changes,
  });
  const creation = (changes: Record<string, unknown> = {}) => {
    const body = sessionBody(caseload, changes);
    return { id: body.id, write: write('session.create', { body }) };
  };
  const row = async (id: string) => (await world.db.select().from(sessions).where(eq(sessions.id, id)))[0];

  test('keeps both times of a change from a device whose clock is a day fast and was corrected', async () => {
    const ahead = '2026-03-11T16:40:00.000Z';
    const { id, write: corrected } = creation();
    const device = report({ device_now: '2026-03-11T18:00:00.000Z' });
    const { body } = await push([{ ...corrected, device_captured_at: ahead }], device);
    expect(body.answers[0]).toMatchObject({ status: 201 });
    expect((await row(id))?.captured_at).toBe(CAPTURED);
    const [entry] = await world.db.select().from(audit_entries).where(eq(audit_entries.row_id, id));
    expect(entry?.details).toMatchObject({ device_captured_at: ahead });
  });

  test('runs each write as an ordinary call and answers each separately', async () => {
    const first = creation();
    const invalid = creation({ start_time: 'late' });
    const foreign = creation({ student_ids: [randomUUID()] });
    const last = creation();
    const { status, body } = await push([first.write, invalid.write, foreign.write, last.write]);
    expect(status).toBe(200);
    expect(body.answers.map(({ status }) => status)).toEqual([201, 422, expect.any(Number), 201]);
    expect(body.answers[0]).toMatchObject({
      write_id: first.write.write_id,
      code: null,
      message: null,
      version: 1,
    });
    expect(body.answers[0]?.row).toMatchObject({ id: first.id, captured_at: CAPTURED });
    expect(body.answers[1]).toMatchObject({
      code: 'request.invalid',
      version: null,
      fields: { start_time: expect.any(String) },
    });
    expect(body.answers[2]?.status).toBeGreaterThanOrEqual(400);
    expect(await row(foreign.id)).toBeUndefined();
    expect((await row(last.id))?.captured_by).toBe(person.id);
  });

  test('rejects only the malformed write', async () => {
    const [first, gone, last] = [creation(), creation(), creation()];
    await push([gone.write]);
    const { body: _, ...bodyless } = write('session.delete', { params: { id: gone.id }, base_version: 1 });
    const onThat = write('session.update', {
      params: { id: gone.id },
      body: { notes: 'x' },
      base_version: 1,
      depends_on: [bodyless.write_id],
    });
    const unknown = { ...creation().write, unknown_field: 1 };
    const { status, body } = await push([first.write, bodyless, onThat, unknown, last.write]);
    expect(status).toBe(200);
    expect(body.answers.map((answer) => answer.status)).toEqual([201, 422, 424, 422, 201]);
    expect(Object.keys(body.answers[1]?.fields ?? {})).toEqual(['body']);
    expect((await row(gone.id))?.deleted_at).toBeNull();
  });

  test('repeated, answers as before and changes nothing', async () => {
    const batch = [creation().write, creation().write];
    const first = await push(batch);
    expect((await push(batch)).body.answers).toEqual(first.body.answers);
  });

  test('shares idempotency keys with the ordinary call', async () => {
    const { write: sent, id } = creation();
    await push([sent]);
    const { status, body } = await world.call('session.create', {
      token: signedIn.token,
      body: sent.body,
      headers: { 'idempotency-key': sent.write_id },
    });
    expect([status, body.id]).toEqual([201, id]);
  });

  test('holds up only dependents of a refused write', async () => {
    const refused = creation({ start_time: 'late' });
    const onRefused = write('session.update', {
      params: { id: refused.id },
      body: { notes: 'x' },
      base_version: 1,
      depends_on: [refused.write.write_id],
    });
    const onThat = write('session.delete', {
      params: { id: refused.id },
      base_version: 2,
      depends_on: [onRefused.write_id],
    });
    const free = creation();
    const { body } = await push([refused.write, onRefused, onThat, free.write]);
    expect(body.answers.map(({ code }) => code)).toEqual([
      'request.invalid',
      'write.blocked',
      'write.blocked',
      null,
    ]);
    expect(body.answers[1]?.status).toBe(424);
    const keys = await world.db
      .select()
      .from(idempotency_keys)
      .where(eq(idempotency_keys.key, onRefused.write_id));
    expect(keys).toHaveLength(0);
  });

  test("doesn't run a write before the one that it depends on", async () => {
    const created = creation();
    const early = write('session.update', {
      params: { id: created.id },
      body: { notes: 'early' },
      base_version: 1,
      depends_on: [created.write.write_id],
    });
    const { body } = await push([early, created.write]);
    expect(body.answers.map(({ status }) => status)).toEqual([424, 201]);
  });

  test("accepts a chain about one row whose versions the device can't know yet", async () => {
    const created = creation();
    const changed = write('session.update', {
      params: { id: created.id },
      body: { notes: 'changed' },
      base_version: 0,
      depends_on: [created.write.write_id],
    });
    const deleted = write('session.delete', {
      params: { id: created.id },
      base_version: 0,
      depends_on: [created.write.write_id, changed.write_id],
    });
    const { body } = await push([created.write, changed, deleted]);
    expect(body.answers.map(({ status, version }) => [status, version])).toEqual([
      [201, 1],
      [200, 2],
      [204, null],
    ]);
    expect((await row(created.id))?.deleted_at).not.toBeNull();
  });

  test('returns the current row with a stale change', async () => {
    const created = creation();
    await push([created.write]);
    const change = (notes: string) =>
      write('session.update', { params: { id: created.id }, body: { notes }, base_version: 1 });
    const { body } = await push([change('one'), change('two')]);
    expect(body.answers[1]).toMatchObject({
      status: 412,
      code: 'record.stale',
      row: { notes: 'one', version: 2 },
    });
  });

  test.each([
    ['auth.login', 422, 'request.invalid'],
    ['session.list', 422, 'request.invalid'],
    ['no.such-call', 422, 'request.invalid'],
    ['toString', 422, 'request.invalid'],
  ])("rejects %s, which can't be queued on a device", async (endpoint, status, code) => {
    const other = creation();
    const { body } = await push([write(endpoint, { body: {} }), other.write]);
    expect(body.answers[0]).toMatchObject({ status, code });
    expect(body.answers[1]?.status).toBe(201);
  });

  test('lets a write of a newer app wait for a newer server', async () => {
    const { write: newer } = creation();
    const { body } = await push([
      { ...newer, endpoint_version: endpoints['session.create'].offline.version + 1 },
    ]);
    expect(body.answers[0]).toMatchObject({ status: 503, code: 'server.busy' });
  });

  test('with one write that contains U+0000 runs the rest of the batch', async () => {
    const poisoned = creation({ notes: 'a\u0000b' });
    const broken = creation({ notes: 'a\ud800b' });
    const fine = creation();
    const { body } = await push([poisoned.write, broken.write, fine.write]);
    expect(body.answers.map(({ status }) => status)).toEqual([422, 422, 201]);
  });

  test('of more than fifty writes is rejected as a whole', async () => {
    const { status } = await push(Array.from({ length: 51 }, () => creation().write));
    expect(status).toBe(422);
  });

  test('of fifty long notes is not too large', async () => {
    const { status, body } = await push(
      Array.from({ length: 50 }, () => creation({ notes: 'ä'.repeat(20_000) }).write),
    );
    expect(status).toBe(200);
    expect(body.answers.every(({ status }) => status === 201)).toBe(true);
  });

  describe('from a known device', () => {
    const rawKey = crypto.getRandomValues(new Uint8Array(32));
    const dataKey = toBase64(rawKey);
    const register = (body: Record<string, unknown> = {}, token = signedIn.token, id = deviceId) =>
      world.call('device.register', {
        token,
        params: { id },
        body: { app_version: '1.0.0', data_key: dataKey, ...body },
      });
    const deviceRow = async () => (await world.db.select().from(devices).where(eq(devices.id, deviceId)))[0];
    let uploadToken: string;
    let key: CryptoKey;
    beforeAll(async () => {
      uploadToken = (await register()).body.upload_token;
      key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt']);
    });

    test('reports discarded changes, which the audit keeps', async () => {
      const discard = { discarded_at: new Date().toISOString(), writes: 3 };
      await register({ discards: [discard] });
      const entries = await world.db
        .select()
        .from(audit_entries)
        .where(and(eq(audit_entries.action, 'device.discard'), eq(audit_entries.row_id, deviceId)));
      expect(entries.map(({ details }) => details)).toEqual([discard]);
    });

    const encryptWrite = async (
      { write_id, base_version, depends_on, captured_at, ...inside }: PushedWrite,
      place = write_id,
    ) => ({
      write_id,
      base_version,
      depends_on,
      captured_at,
      sealed: toBase64(await encrypt(key, writePlace(place), inside)),
    });
    const pushEncrypted = (
      writes: readonly unknown[],
      authorization = `Upload ${uploadToken}`,
      device = report(),
    ) => world.call('sync.push-sealed', { headers: { authorization }, body: { device, writes } });

    test('records its contact and what it still holds', async () => {
      const since = '2026-03-09T10:00:00.000Z';
      await push([creation().write], report({ unsent_count: 3, unsent_since: since, app_version: '1.2.0' }));
      const noted = await deviceRow();
      expect(noted).toMatchObject({ unsent_count: 2, app_version: '1.2.0' });
      expect(new Date(noted?.unsent_since ?? 0).toISOString()).toBe(since);
      await push([creation().write], report({ unsent_count: 1, unsent_since: since }));
      expect(await deviceRow()).toMatchObject({ unsent_count: 0, unsent_since: null });
    });

    test('accepts encrypted writes, runs them as their author, and answers without content', async () => {
      const { write: plain, id } = creation();
      const broken = creation({ start_time: 'late' });
      const { status, body } = await pushEncrypted([
        await encryptWrite(plain),
        await encryptWrite(broken.write),
      ]);
      expect(status).toBe(200);
      expect(body.answers).toEqual([
        { write_id: plain.write_id, status: 201, code: null, message: null, version: 1 },
        {
          write_id: broken.write.write_id,
          status: 422,
          code: 'request.invalid',
          message: expect.any(String),
          version: null,
        },
      ]);
      expect(await row(id)).toMatchObject({ provider: person.id, captured_by: person.id });
    });

    test('reveals no name to an encrypted write that came too late', async () => {
      const { write: plain, id } = creation();
      const change = (notes: string) =>
        write('session.update', { params: { id }, body: { notes }, base_version: 1 });
      const late = change('two');
      await push([plain, change('one')]);
      const { body: open } = await push([late]);
      expect(open.answers[0]).toMatchObject({ status: 412, changed: { by: person.id } });
      const { body } = await pushEncrypted([await encryptWrite(late)]);
      expect(body.answers).toEqual([
        {
          write_id: late.write_id,
          status: 412,
          code: 'record.stale',
          message: expect.any(String),
          version: null,
        },
      ]);
    });

    test('accepts a write once, encrypted and decrypted', async () => {
      const { write: plain } = creation();
      await pushEncrypted([await encryptWrite(plain)]);
      const { body } = await push([plain]);
      expect(body.answers[0]).toMatchObject({ status: 201, version: 1 });
    });

    test("rejects what can't be decrypted under its own id, and continues", async () => {
      const moved = creation().write;
      const other = creation().write;
      const { body } = await pushEncrypted([
        await encryptWrite(moved, randomUUID()),
        { ...(await encryptWrite(creation().write)), sealed: toBase64(new Uint8Array(40)) },
        { ...(await encryptWrite(creation().write)), sealed: '' },
        await encryptWrite(other),
      ]);
      expect(body.answers.map(({ status }) => status)).toEqual([422, 422, 422, 201]);
    });

    test('rejects the token of another device, another scheme, and an invalid one', async () => {
      const sealed = [await encryptWrite(creation().write)];
      const foreign = await pushEncrypted(
        sealed,
        `Upload ${uploadToken}`,
        report({ device_id: randomUUID() }),
      );
      const made = await pushEncrypted(sealed, 'Upload made-up');
      const bearer = await pushEncrypted(sealed, `Bearer ${signedIn.token}`);
      for (const { status, body } of [foreign, made, bearer])
        expect([status, body.code]).toEqual([401, 'device.unknown']);
      expect(
        (await world.call('auth.user-id', { headers: { authorization: `Upload ${uploadToken}` } })).status,
      ).toBe(401);
    });

    test('keeps the changes of an inactive author, and accepts them once the author is active', async () => {
      const sealed = [await encryptWrite(creation().write)];
      await world.db.update(users).set({ is_active: false }).where(eq(users.id, person.id));
      const kept = await pushEncrypted(sealed);
      await world.db.update(users).set({ is_active: true }).where(eq(users.id, person.id));
      expect(kept.body.answers[0]).toMatchObject({ status: 202, code: null, version: null });
      expect((await pushEncrypted(sealed)).body.answers[0]?.status).toBe(201);
    });

    test('gets the same token again, and keeps the key in escrow', async () => {
      expect((await register()).body.upload_token).toBe(uploadToken);
      const other = await register({ data_key: toBase64(crypto.getRandomValues(new Uint8Array(32))) });
      expect([other.status, other.body.code]).toEqual([409, 'record.exists']);
      const { body } = await world.call('device.read-escrow', {
        token: signedIn.token,
        params: { id: deviceId },
      });
      expect(body).toEqual({ data_key: dataKey });
    });

    test('returns its key only to its own user', async () => {
      const stranger = await world.signIn(await world.addPerson());
      const { body } = await world.call('device.read-escrow', {
        token: stranger.token,
        params: { id: deviceId },
      });
      expect(body).toEqual({ data_key: null });
      const own = await register(
        { data_key: toBase64(crypto.getRandomValues(new Uint8Array(32))) },
        stranger.token,
      );
      expect(own.status).toBe(200);
      expect(own.body.upload_token).not.toBe(uploadToken);
    });

    test('has its key in no table', async () => {
      const stored = await deviceRow();
      expect(JSON.stringify(stored)).not.toContain(dataKey);
      expect(JSON.stringify(stored)).not.toContain(uploadToken);
    });

    test('is listed for the office', async () => {
      const admin = await world.signIn(await world.addPerson({ role: '1', isProvider: false }));
      const { body } = await world.call('device.list', { token: admin.token });
      expect(body.find(({ id, user_id }) => id === deviceId && user_id === person.id)).toMatchObject({
        username: person.username,
        unsent_count: 0,
      });
      expect((await world.call('device.list', { token: signedIn.token })).status).toBe(403);
    });
  });
});
