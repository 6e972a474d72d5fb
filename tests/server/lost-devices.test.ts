import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { PushedWrite } from '#contract/sync.ts';
import { ROLES } from '#domain/access/roles.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { devices, quarantined_writes } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { MOST_OPEN_PER_DEVICE } from '#server/modules/quarantine/take-in.ts';
import { registerDevice } from '#server/modules/sync/devices.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { PASSWORD, type Person, sessionBody } from './api-world.ts';
import { LockedDevice, queuedWrite } from './locked-device.ts';
import { type OfficeWorld, openOfficeWorld, personNames, sessionApart, told } from './office-world.ts';

describe.each(ruleKinds)('a lost device on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const reportLost = (id: string, is_lost = true, person: (typeof personNames)[number] = 'admin') =>
    world.as(person, 'device.report-lost', { params: { id }, body: { is_lost } });
  const creation = (changes: Record<string, unknown> = {}) =>
    queuedWrite('session.create', { body: sessionApart(world, changes) });
  const rowOf = async (device: LockedDevice, person: Person) =>
    (
      await world.db
        .select()
        .from(devices)
        .where(and(eq(devices.id, device.id), eq(devices.user_id, person.id)))
    )[0];
  const sessionOf = async (write: PushedWrite) => {
    const { id } = write.body as { id: string };
    return (await world.db.select().from(sessions).where(eq(sessions.id, id)))[0];
  };
  const keptOf = (device: LockedDevice) =>
    world.db.select().from(quarantined_writes).where(eq(quarantined_writes.device_id, device.id));

  /** A provider for Anna with their own registered device. */
  async function personWithDevice(person: Person = world.people.paula) {
    const signedIn = await world.signIn(person);
    const device = await LockedDevice.register(world, signedIn.token);
    return { person, signedIn, device };
  }

  describe('is reported', () => {
    test.each(personNames)('by %s only if the office reports it', async (name) => {
      const { device } = await personWithDevice();
      const { status } = await reportLost(device.id, true, name);
      expect(status).toBe(name === 'superadmin' || name === 'admin' ? 204 : 403);
    });

    test("with nothing about super admins' devices for admins", async () => {
      const boss = await world.addPerson({ role: ROLES.superAdmin });
      const { device } = await personWithDevice(boss);
      const listed = async (name: 'superadmin' | 'admin') =>
        (await world.as(name, 'device.list')).body.filter(({ user_id }) => user_id === boss.id);
      expect((await listed('superadmin')).map(({ id }) => id)).toContain(device.id);
      expect(await listed('admin')).toEqual([]);
      const unknown = told(await reportLost(randomUUID()));
      expect(told(await reportLost(device.id))).toEqual(unknown);
      expect(told(await reportLost(device.id, false))).toEqual(unknown);
      expect((await rowOf(device, boss))?.lost_at).toBeNull();
      expect((await reportLost(device.id, true, 'superadmin')).status).toBe(204);
    });

    test('by a super admin if one uses it besides others', async () => {
      const { device, person } = await personWithDevice(await world.addPerson());
      const boss = await world.signIn(await world.addPerson({ role: ROLES.superAdmin }));
      await LockedDevice.register(world, boss.token, device.id);
      expect(told(await reportLost(device.id))).toMatchObject({
        status: 403,
        body: { message: 'A super admin uses this device too. Ask a super admin to report it.' },
      });
      expect((await rowOf(device, person))?.lost_at).toBeNull();
      expect((await world.call('auth.user-id', { token: boss.token })).status).toBe(200);
      expect((await reportLost(device.id, true, 'superadmin')).status).toBe(204);
    });

    test('only if it is known', async () => {
      const answer = await reportLost(randomUUID());
      expect(told(answer)).toMatchObject({ status: 404, body: { code: 'record.absent' } });
    });

    test('with its time in the list and the reporter in the audit', async () => {
      const { device } = await personWithDevice(await world.addPerson());
      await reportLost(device.id);
      const { body } = await world.as('admin', 'device.list');
      expect(body.find(({ id }) => id === device.id)).toMatchObject({
        lost_at: world.clock.now.toISOString(),
        wiped_at: null,
      });
      expect(await world.auditOf(device.id)).toContainEqual({
        action: 'device.report-lost',
        user_id: world.people.admin.id,
        details: { is_lost: true, sign_ins: 1 },
      });
    });

    test('for all of its users', async () => {
      const { device, person } = await personWithDevice();
      const other = await world.signIn(world.people.otto);
      const same = await LockedDevice.register(world, other.token, device.id);
      await reportLost(device.id);
      expect((await rowOf(device, person))?.lost_at).not.toBeNull();
      expect((await rowOf(same, world.people.otto))?.lost_at).not.toBeNull();
      expect((await same.checkIn()).body.is_lost).toBe(true);
      expect((await world.call('auth.user-id', { token: other.token })).status).toBe(401);
    });
  });

  describe('ends', () => {
    test('its sign-ins immediately, and those without a device', async () => {
      const { signedIn, device, person } = await personWithDevice();
      const nowhere = await world.signIn(person);
      await reportLost(device.id);
      for (const { token, refresh } of [signedIn, nowhere]) {
        expect((await world.call('sync.pull', { token })).status).toBe(401);
        expect((await world.call('auth.refresh', { body: { refresh } })).status).toBe(401);
      }
    });

    test("no sign-in on another device, and no one else's", async () => {
      const { device, person } = await personWithDevice();
      const elsewhere = await world.signIn(person);
      await LockedDevice.register(world, elsewhere.token);
      const somebody = await world.signIn(world.people.otto);
      await reportLost(device.id);
      for (const { token } of [elsewhere, somebody])
        expect((await world.call('auth.user-id', { token })).status).toBe(200);
    });
  });

  test('gets no key and no upload token until it is found', async () => {
    const { device, person } = await personWithDevice();
    await reportLost(device.id);
    const { token } = await world.signIn(person);
    const params = { id: device.id };
    const register = () =>
      world.call('device.register', {
        token,
        params,
        body: { app_version: '1.0.0', data_key: device.dataKey },
      });
    const readEscrow = () => world.call('device.read-escrow', { token, params });
    for (const answer of [await register(), await readEscrow()])
      expect([answer.status, answer.body.code]).toEqual([403, 'device.lost']);
    const stranger = await world.signIn(world.people.otto);
    const other = await world.call('device.read-escrow', { token: stranger.token, params });
    expect(other.body.code).toBe('device.lost');

    expect((await reportLost(device.id, false)).status).toBe(204);
    expect((await readEscrow()).body.data_key).toBe(device.dataKey);
    expect((await register()).status).toBe(200);
    expect(await rowOf(device, person)).toMatchObject({ lost_at: null, wiped_at: null });
    expect((await world.auditOf(device.id)).map(({ details }) => details)).toContainEqual({ is_lost: false });
  });

  describe('that checks in', () => {
    test('learns its status, and the office sees the contact', async () => {
      const { device, person } = await personWithDevice();
      const since = '2026-03-09T08:00:00.000Z';
      const report = device.report({ unsent_count: 2, unsent_since: since, app_version: '1.3.0' });
      expect((await device.checkIn(report)).body).toEqual({
        server_time: world.clock.now.toISOString(),
        is_lost: false,
      });
      expect(await rowOf(device, person)).toMatchObject({
        unsent_count: 2,
        unsent_since: since,
        app_version: '1.3.0',
        wiped_at: null,
      });
      await reportLost(device.id);
      expect((await device.checkIn(report)).body.is_lost).toBe(true);
      expect((await rowOf(device, person))?.wiped_at).toBeNull();
    });

    test('to delete its key counts as wiped from the first time on', async () => {
      const { device, person } = await personWithDevice();
      await device.forgetKey();
      expect((await rowOf(device, person))?.wiped_at).toBeNull();
      await reportLost(device.id);
      await device.checkIn();
      await device.forgetKey(device.report({ unsent_count: 1 }));
      expect((await rowOf(device, person))?.wiped_at).toBeNull();
      await device.forgetKey();
      const wiped = (await rowOf(device, person))?.wiped_at;
      expect(wiped).toBe(world.clock.now.toISOString());
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      await device.forgetKey();
      expect((await rowOf(device, person))?.wiped_at).toBe(wiped);
      const actions = (await world.auditOf(device.id)).map(({ action }) => action);
      expect(actions.filter((action) => action === 'device.wipe')).toHaveLength(1);
    });

    test('as wiped is believed only with a proof encrypted with its own data key', async () => {
      const { device, person } = await personWithDevice();
      const { device: other } = await personWithDevice();
      await reportLost(device.id);
      const foreignKey = await crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, [
        'encrypt',
      ]);
      const lies = [
        null,
        Buffer.alloc(80).toString('base64'),
        await device.wipeProof({ key: foreignKey }),
        await device.wipeProof({ place: other.id }),
        await device.wipeProof({ token: 'another token' }),
        await other.wipeProof(),
      ];
      for (const lie of lies) {
        expect((await device.forgetKey(device.report(), lie)).status).toBe(200);
        expect((await rowOf(device, person))?.wiped_at).toBeNull();
      }
      await device.forgetKey();
      expect((await rowOf(device, person))?.wiped_at).not.toBeNull();
    });

    test('with a token of another device is unknown', async () => {
      const { device } = await personWithDevice();
      const { status, body } = await device.checkIn(device.report({ device_id: randomUUID() }));
      expect([status, body.code]).toEqual([401, 'device.unknown']);
    });
  });

  test('has its uploads kept, and nothing takes effect', async () => {
    const { device, person } = await personWithDevice();
    const done = creation();
    await device.pushEncrypted([done]);
    await reportLost(device.id);
    const write = creation();
    const push = () => device.pushEncrypted([done, write], device.report({ unsent_count: 3 }));
    for (const { body } of [await push(), await push()])
      expect(body.answers.map(({ status, version }) => [status, version])).toEqual([
        [201, 1],
        [202, null],
      ]);
    expect((await keptOf(device)).map(({ write_id, cause }) => [write_id, cause])).toEqual([
      [write.write_id, 'lost-device'],
    ]);
    expect(await sessionOf(write)).toBeUndefined();
    expect((await rowOf(device, person))?.unsent_count).toBe(1);

    const accepted = await world.as('admin', 'quarantine.accept', {
      params: { id: write.write_id },
      body: {},
    });
    expect(accepted.body.decision).toBe('accepted');
    expect(await sessionOf(write)).toMatchObject({ provider: person.id, captured_by: person.id });
  });

  test('has its rescue file kept for a decision', async () => {
    const { device, person } = await personWithDevice();
    await reportLost(device.id);
    const write = creation();
    const body = await device.rescueFile(person.id, [write]);
    const imported = await world.as('admin', 'rescue.import', { body });
    expect(imported.body.answers.map(({ status }) => status)).toEqual([202]);
    expect(await sessionOf(write)).toBeUndefined();
  });

  test('adds only a limited number to the list, and keeps the rest until those are decided', async () => {
    const { device } = await personWithDevice(await world.addPerson());
    await reportLost(device.id);
    const writes = Array.from({ length: 50 }, () => creation());
    for (let at = 0; at < MOST_OPEN_PER_DEVICE; at += 50) {
      const sealed = await Promise.all(
        writes.map((write) => device.encrypt({ ...write, write_id: randomUUID() })),
      );
      expect((await device.surrender(sealed)).body.kept).toHaveLength(50);
    }
    const next = creation();
    const { body } = await device.pushEncrypted([next]);
    expect(body.answers[0]).toMatchObject({ status: 429, code: 'request.too-many' });
    expect((await device.surrender([await device.encrypt(next)])).body.kept).toEqual([]);
    const [first] = await keptOf(device);
    const params = { id: first?.write_id ?? '' };
    await world.as('admin', 'quarantine.refuse', { params, body: { note: 'Nobody worked then.' } });
    expect((await device.surrender([await device.encrypt(next)])).body.kept).toEqual([next.write_id]);
  });

  test("can't fill the office's list with undecryptable writes", async () => {
    const { device } = await personWithDevice(await world.addPerson());
    await reportLost(device.id);
    const junk = () =>
      Array.from({ length: 50 }, () => ({
        write_id: randomUUID(),
        base_version: null,
        depends_on: [],
        captured_at: '2026-03-10T16:40:00.000Z',
        sealed: Buffer.alloc(60).toString('base64'),
      }));
    const first = junk();
    expect((await device.surrender(first)).body.kept).toHaveLength(50);
    expect((await device.surrender(junk())).body.kept).toEqual([]);
    expect(await keptOf(device)).toHaveLength(50);
    const { body } = await world.as('admin', 'quarantine.list', { query: { all: '1' } });
    expect(body.filter(({ device_id }) => device_id === device.id)).toEqual([]);
    const params = { id: first[0]?.write_id ?? '' };
    const refused = await world.as('admin', 'quarantine.refuse', { params, body: { note: 'Junk.' } });
    expect(refused.status).toBe(404);
  });

  describe('surrenders its unsynced changes', () => {
    test('once, however often, decrypted if possible', async () => {
      const { device, person } = await personWithDevice();
      await reportLost(device.id);
      const [fine, odd] = [creation({ start_time: 'late' }), creation({ notes: 'a\u0000b \ud800' })];
      const broken = { ...(await device.encrypt(creation())), sealed: Buffer.alloc(60).toString('base64') };
      const sealed = [await device.encrypt(fine), await device.encrypt(odd), broken];
      const since = '2026-03-09T08:00:00.000Z';
      const report = device.report({ unsent_count: 3, unsent_since: since });
      const first = await device.surrender(sealed, report);
      expect(first.body).toEqual({
        server_time: world.clock.now.toISOString(),
        kept: sealed.map(({ write_id }) => write_id),
      });
      expect((await device.surrender(sealed, report)).body.kept).toEqual(first.body.kept);
      expect(await keptOf(device)).toHaveLength(3);
      expect(await rowOf(device, person)).toMatchObject({ unsent_count: 0, unsent_since: null });

      const { body } = await world.as('admin', 'quarantine.list');
      const shown = (id: string) => body.find(({ write_id }) => write_id === id);
      expect(shown(fine.write_id)).toMatchObject({
        author: person.id,
        device_id: device.id,
        cause: 'lost-device',
        endpoint: 'session.create',
        body: { start_time: 'late' },
        student_names: { [world.anna]: 'Anna Abara' },
        captured_at: fine.captured_at,
        decision: 'open',
        problem: null,
      });
      expect(shown(odd.write_id)?.body).toMatchObject({ notes: 'a\u0000b \ud800' });
      expect(shown(broken.write_id)).toBeUndefined();
    });

    test('except those that had taken effect before', async () => {
      const { device } = await personWithDevice();
      const write = creation();
      await device.pushEncrypted([write]);
      await reportLost(device.id);
      const { body } = await device.surrender([await device.encrypt(write)]);
      expect(body.kept).toEqual([write.write_id]);
      expect(await keptOf(device)).toHaveLength(0);
    });

    test('including what its author was refused before', async () => {
      const { device } = await personWithDevice();
      const write = creation({ start_time: 'late' });
      expect((await device.pushEncrypted([write])).body.answers[0]?.status).toBe(422);
      await reportLost(device.id);
      await device.surrender([await device.encrypt(write)]);
      expect(await keptOf(device)).toHaveLength(1);
    });

    test('only if it was reported lost', async () => {
      const { device } = await personWithDevice();
      const { status, body } = await device.surrender([await device.encrypt(creation())]);
      expect([status, body.code]).toEqual([403, 'access.denied']);
      expect(await keptOf(device)).toHaveLength(0);
    });

    test("never in place of someone else's write", async () => {
      const { device } = await personWithDevice();
      const taken = creation();
      await reportLost(device.id);
      await device.surrender([await device.encrypt(taken)]);
      const { token } = await world.signIn(world.people.otto);
      const other = await LockedDevice.register(world, token);
      await reportLost(other.id);
      const mine = creation();
      const { body } = await other.surrender([await other.encrypt(taken), await other.encrypt(mine)]);
      expect(body.kept).toEqual([mine.write_id]);
    });
  });

  describe('and any other has an upload token that expires with', () => {
    const ends: [string, (person: Person, token: string) => Promise<{ status: number }>][] = [
      ['a forced log-out', ({ username }) => world.as('admin', 'auth.force-logout', { body: { username } })],
      [
        'a password change',
        (_person, token) =>
          world.call('auth.update-password', {
            token,
            body: { current_password: PASSWORD, new_password: 'a-longer-password-2' },
          }),
      ],
      [
        'a lost report that was taken back',
        async (person) => {
          const rows = await world.db.select().from(devices).where(eq(devices.user_id, person.id));
          await reportLost(rows[0]?.id ?? '');
          return reportLost(rows[0]?.id ?? '', false);
        },
      ],
    ];

    test.each(ends)('%s, and its changes wait for the next login there', async (what, end) => {
      const { person, signedIn, device } = await personWithDevice(await world.addPerson());
      const { service, student } = await world.addCaseload(person);
      const write = queuedWrite('session.create', { body: sessionBody({ service, student }) });
      expect((await device.registerAgain(signedIn.token)).isSameToken).toBe(true);
      expect((await end(person, signedIn.token)).status).toBeLessThan(300);
      const before = await rowOf(device, person);
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      const stolen = device.copy();
      const refused = async () => {
        const push = await stolen.pushEncrypted([write], stolen.report({ unsent_count: 9 }));
        const contact = await stolen.checkIn();
        const surrender = await stolen.surrender([await stolen.encrypt(write)]);
        return [push, contact, surrender].map(({ status, body }) => [status, body.code]);
      };
      const unknown = Array(3).fill([401, 'device.unknown']);
      expect(await refused()).toEqual(unknown);
      expect(await rowOf(device, person)).toEqual(before);
      expect(await keptOf(device)).toEqual([]);

      const password = what === 'a password change' ? 'a-longer-password-2' : PASSWORD;
      const { body } = await world.call('auth.login', { body: { email: person.email, password } });
      expect((await device.registerAgain(body.token)).isSameToken).toBe(false);
      expect((await device.registerAgain(body.token)).isSameToken).toBe(true);
      expect((await device.pushEncrypted([write])).body.answers[0]).toMatchObject({ status: 201 });
      expect(await refused()).toEqual(unknown);
    });

    test('a password reset', async () => {
      const { person, device } = await personWithDevice(await world.addPerson());
      await world.call('auth.request-reset', { body: { email: person.email } });
      await vi.waitFor(() => expect(world.mails.some(({ to }) => to === person.email)).toBe(true));
      const mail = world.mails.find(({ to }) => to === person.email);
      const token = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token');
      const body = { token, password: 'a-longer-password-3' };
      expect((await world.call('auth.confirm-reset', { body })).status).toBe(200);
      expect((await device.checkIn()).body.code).toBe('device.unknown');
    });

    test('a forced logout, and can still upload to quarantine once lost or deactivated', async () => {
      for (const cause of ['lost-device', 'deactivated'] as const) {
        const { person, device } = await personWithDevice(await world.addPerson());
        await world.as('admin', 'auth.force-logout', { body: { username: person.username } });
        if (cause === 'lost-device') await reportLost(device.id);
        else await deactivate(person);
        expect((await device.pushEncrypted([creation()])).body.answers[0]).toMatchObject({ status: 202 });
        expect((await keptOf(device)).map((kept) => kept.cause)).toEqual([cause]);
      }
    });
  });

  test("can't be registered by a sign-in that has ended meanwhile", async () => {
    const { person, device } = await personWithDevice(await world.addPerson());
    const ended_at = world.clock.now.toISOString();
    const ended = world.db.update(sign_ins).set({ ended_at }).where(eq(sign_ins.user_id, person.id));
    const [last] = await ended.returning();
    const known = { device_id: device.id, user_id: person.id };
    const facts = { now: ended_at, request_id: 'test' };
    const body = { app_version: '1.0.0', data_key: device.dataKey, discards: [] };
    const registration = world.db.transaction((tx) =>
      registerDevice(tx, 'secret', known, last?.id ?? '', body, facts),
    );
    await expect(registration).rejects.toThrow(new ApiError('auth.signed-out').message);
  });

  describe('or any other, whose author is no longer active,', () => {
    test('has its writes kept in order, without effect', async () => {
      const spare = await world.addPerson();
      const { service, student } = await world.addCaseload(spare);
      const inactive = await world.signIn(spare);
      const own = await LockedDevice.register(world, inactive.token);
      const body = sessionBody({ service, student });
      const done = queuedWrite('session.create', { body });
      const wrong = queuedWrite('session.create', {
        body: sessionBody({ service, student }, { session_date: '2026-03-20' }),
      });
      await own.pushEncrypted([done, wrong]);
      await deactivate(spare);

      const waiting = queuedWrite('session.update', {
        params: { id: body.id },
        body: { notes: 'later' },
        base_version: 1,
        depends_on: [done.write_id],
      });
      const onWrong = queuedWrite('session.delete', {
        params: { id: randomUUID() },
        base_version: 1,
        depends_on: [wrong.write_id],
      });
      const push = () => own.pushEncrypted([done, wrong, waiting, onWrong], own.report({ unsent_count: 4 }));
      const answers = (await push()).body.answers;
      expect(answers.map(({ status, code, version }) => [status, code, version])).toEqual([
        [201, null, 1],
        [422, 'request.invalid', null],
        [202, null, null],
        [424, 'write.blocked', null],
      ]);
      expect((await push()).body.answers).toEqual(answers);
      expect((await keptOf(own)).map(({ write_id, cause }) => [write_id, cause])).toEqual([
        [waiting.write_id, 'deactivated'],
      ]);
      expect((await rowOf(own, spare))?.unsent_count).toBe(2);
      const [row] = await world.db.select().from(sessions).where(eq(sessions.id, body.id));
      expect(row).toMatchObject({ version: 1, notes: '' });
      expect(await world.auditOf(waiting.write_id)).toEqual([
        {
          action: 'quarantine.keep',
          user_id: spare.id,
          details: { cause: 'deactivated', device_id: own.id },
        },
      ]);
    });
  });

  test("doesn't reveal whether a device exists", async () => {
    const { device } = await personWithDevice();
    const real = await reportLost(device.id, true, 'lead');
    expect(told(real)).toEqual(told(await reportLost(randomUUID(), true, 'lead')));
  });

  async function deactivate(person: Person): Promise<void> {
    await world.db.update(users).set({ is_active: false }).where(eq(users.id, person.id));
  }
});
