import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { ROLES } from '#domain/access/roles.ts';
import { password_resets } from '#server/db/schema/sign-ins.ts';
import { audit_entries } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { inviteUser, type NewUser, refuseTaken, sendInvitation } from '#server/modules/auth/invitation.ts';
import { type Call, openCall } from '#server/records/call.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, type Person } from './api-world.ts';

const NEW_PASSWORD = 'a quite different one';
const DAY_MS = 24 * 3_600_000;

describe.each(ruleKinds)('an invitation on %s', (kind) => {
  let world: ApiWorld;
  let admin: Person;
  beforeAll(async () => {
    world = await openApiWorld(kind);
    admin = await world.addPerson({ role: ROLES.admin, isProvider: false });
  });
  afterAll(() => world.close());

  const mailing = () => ({
    config: world.config,
    mailer: { send: async (mail: ApiWorld['mails'][number]) => void world.mails.push(mail) },
  });
  /** A call of the admin; what is due after the commit runs only then. */
  async function asAdmin(work: (call: Call) => Promise<void>): Promise<void> {
    const due: (() => Promise<void>)[] = [];
    await world.db.transaction((tx) =>
      work(
        openCall(
          tx,
          {
            ...{ user_id: admin.id, provider_id: null, role: ROLES.admin, grants: [] },
            ...{ service_ids: new Set(), student_ids: new Set(), supervisee_ids: new Set() },
            ...{ username: admin.username, name: 'Ada Quill', credentials: '' },
            ...{ sign_in_id: null, forced_out: false },
          },
          {
            ...{ now: world.clock.now.toISOString(), captured_at: world.clock.now.toISOString() },
            ...{ device_now: world.clock.now.toISOString(), request_id: 'test', write_id: null },
            ...{ device_id: null, base_version: null, address: '203.0.113.9' },
            afterCommit: (effect) => void due.push(effect),
          },
        ),
      ),
    );
    for (const effect of due) await effect();
  }
  const newUser = (changes: Partial<NewUser> = {}): NewUser => {
    const username = `new-${randomUUID().slice(0, 8)}`;
    return {
      ...{ id: randomUUID(), username, email: `${username}@test.example` },
      ...{ role: ROLES.provider, emp: 'contractor', ...changes },
    };
  };
  const invited = async (user: NewUser) => {
    await asAdmin((call) => inviteUser(mailing(), call, user));
    return tokenIn(world.mails.at(-1)?.text);
  };
  const tokenIn = (text = '') => new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';
  const confirm = (token: string) =>
    world.call('auth.confirm-reset', { body: { token, password: NEW_PASSWORD } });
  const logIn = async (email: string, password: string) =>
    (await world.call('auth.login', { body: { email, password } })).status;

  test('creates a user who logs in with the password that they choose', async () => {
    const user = newUser({ email: `Nadia.${randomUUID().slice(0, 8)}@Test.Example` });
    const token = await invited(user);
    const mail = world.mails.at(-1);
    expect(mail?.to).toBe(user.email.toLowerCase());
    expect(mail?.text).toContain('Ada Quill invited you to Caseload at Test Therapy Group.');
    expect(mail?.text).toContain(user.username);
    expect(await logIn(user.email, 'nothing chosen yet')).toBe(401);
    expect((await confirm(token)).status).toBe(200);
    expect(await logIn(user.email, NEW_PASSWORD)).toBe(200);
    expect(await logIn(user.username.toUpperCase(), NEW_PASSWORD)).toBe(200);
    const [stored] = await world.db.select().from(users).where(eq(users.id, user.id));
    expect(stored).toMatchObject({ role: ROLES.provider, emp: 'contractor', grants: [], is_active: true });
    const entries = await world.db.select().from(audit_entries).where(eq(audit_entries.row_id, user.id));
    expect(entries.map(({ action }) => action).sort()).toEqual([
      ...['auth.confirm-reset', 'user.create', 'user.invite'],
    ]);
  });

  test('is good for seven days and works once', async () => {
    const began = world.clock.now;
    const late = await invited(newUser());
    const user = newUser();
    const token = await invited(user);
    world.clock.now = new Date(began.getTime() + 7 * DAY_MS - 1_000);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).body.code).toBe('reset.rejected');
    world.clock.now = new Date(began.getTime() + 7 * DAY_MS);
    expect((await confirm(late)).body.code).toBe('reset.rejected');
    world.clock.now = began;
  });

  test('is never stored in plaintext', async () => {
    const user = newUser();
    const token = await invited(user);
    const rows = await world.db.select().from(password_resets).where(eq(password_resets.user_id, user.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is sent again, and only the newest link works', async () => {
    const user = newUser();
    const first = await invited(user);
    await asAdmin((call) => sendInvitation(mailing(), call, user.id));
    const second = tokenIn(world.mails.at(-1)?.text);
    expect((await confirm(first)).body.code).toBe('reset.rejected');
    expect((await confirm(second)).status).toBe(200);
  });

  test("isn't sent to a deactivated or unknown user", async () => {
    const user = newUser();
    await invited(user);
    await world.db.update(users).set({ is_active: false }).where(eq(users.id, user.id));
    const before = world.mails.length;
    for (const id of [user.id, randomUUID()]) {
      await expect(asAdmin((call) => sendInvitation(mailing(), call, id))).rejects.toMatchObject({
        code: 'record.absent',
      });
    }
    expect(world.mails).toHaveLength(before);
  });

  test.each([
    ['username', (taken: Person) => ({ username: ` ${taken.username.toUpperCase()} ` })],
    ['email', (taken: Person) => ({ email: taken.email.toUpperCase() })],
  ] as const)('says at the field %s that someone else has it, and creates nobody', async (field, changes) => {
    const taken = await world.addPerson();
    const user = newUser(changes(taken));
    const before = world.mails.length;
    const refused = await asAdmin((call) => inviteUser(mailing(), call, user)).catch((error) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ code: 'request.invalid', fields: { [field]: expect.any(String) } });
    expect(Object.keys((refused as ApiError).fields ?? {})).toEqual([field]);
    expect(await world.db.select().from(users).where(eq(users.id, user.id))).toEqual([]);
    expect(world.mails).toHaveLength(before);
    await asAdmin((call) => refuseTaken(call, taken));
  });

  test('refuses an ID that exists', async () => {
    const refused = asAdmin((call) => inviteUser(mailing(), call, newUser({ id: admin.id })));
    await expect(refused).rejects.toMatchObject({ code: 'record.exists' });
  });
});
