import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditPage, AuditRecord } from '#contract/audit-log.ts';
import { AUDIT_KINDS, auditKindOf } from '#domain/access/audit-kinds.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { EVENT_TITLES } from '#entities/words/audit-words.ts';
import { audit } from '#server/db/audit.ts';
import { sealAudit } from '#server/db/audit-chain.ts';
import { users } from '#server/db/schema/users.ts';
import { searchAudit } from '#server/modules/audit/queries.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { attachmentBody, pngOf } from './attachment-files.ts';
import {
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  personNames,
  SPEECH,
  sessionApart,
} from './office-world.ts';
import { noteBody, WHOLE } from './soap-world.ts';

const DAYS = { start_date: '2026-03-10', end_date: '2026-03-10' };

describe.each(ruleKinds)('the audit log on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const list = (query: Record<string, string> = {}, by: PersonName = 'superadmin') =>
    world.as(by, 'audit.list', { query: { ...DAYS, ...query } });
  const entriesOf = async (query: Record<string, string>, by?: PersonName): Promise<AuditRecord[]> =>
    (await list(query, by)).body.entries;
  const actionsOf = async (query: Record<string, string>, by?: PersonName) =>
    (await entriesOf(query, by)).map(({ action }) => action);

  test('is read by super admins and admins alone', async () => {
    for (const person of personNames) {
      const expected = person === 'superadmin' || person === 'admin' ? 200 : 403;
      expect([person, (await list({}, person)).status]).toEqual([person, expected]);
      const [entry] = await entriesOf({});
      const one = await world.as(person, 'audit.read', { params: { id: String(entry?.id) } });
      expect([person, one.status]).toEqual([person, expected]);
    }
  });

  test('says who changed what from what to what, newest first, and how it is sealed', async () => {
    const { paula } = world.people;
    const body = sessionApart(world);
    await world.as('paula', 'session.create', { body });
    await world.as('paula', 'session.update', {
      ...{ params: { id: body.id }, version: 1, body: { modality: 'remote' } },
    });
    const [changed, created, ...others] = await entriesOf({ record: body.id });
    expect(others).toEqual([]);
    expect(changed).toMatchObject({
      ...{ action: 'session.update', entity: 'session', row_id: body.id, row_version: 2, by: paula.id },
      ...{ by_name: `Robin ${paula.username}`, at: world.clock.now.toISOString() },
      changes: { modality: ['in_person', 'remote'] },
    });
    expect(created).toMatchObject({ action: 'session.create', changes: null });
    const one = () => world.as('admin', 'audit.read', { params: { id: String(changed?.id) } });
    expect((await one()).body).toMatchObject({ ...changed, position: null, hash: null });
    await sealAudit(world.db);
    expect((await one()).body).toMatchObject({
      position: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await world.as('admin', 'audit.read', { params: { id: '999999999' } })).status).toBe(404);
    expect((await world.as('admin', 'audit.read', { params: { id: 'first' } })).status).toBe(422);
  });

  test('has the access record of a student: who saw and changed what, and nothing about others', async () => {
    const session = sessionApart(world);
    await world.as('paula', 'session.create', { body: session });
    const parent = {
      ...{ id: randomUUID(), student: world.anna, first_name: 'Rosa', last_name: 'Abara' },
      ...{ relationship: 'mother', is_primary: true, phone: '', email: '', language: 'en' },
    };
    const added = await world.as('paula', 'parent.create', { params: { id: world.anna }, body: parent });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    await world.as('admin', 'student.read', { params: { id: world.anna } });
    await world.as('otto', 'student.read', { params: { id: world.ben } });
    const found = await entriesOf({ student: world.anna });
    const named = found.map(({ action, row_id }) => `${action} ${row_id}`);
    expect(named).toEqual(
      expect.arrayContaining([
        `session.create ${session.id}`,
        `parent.create ${parent.id}`,
        `student.read ${world.anna}`,
      ]),
    );
    expect(JSON.stringify(found)).not.toContain(world.ben);
    expect(await actionsOf({ student: world.ben })).toEqual(['student.read']);
    // A student who was taken out of a session stays in its record.
    await world.as('admin', 'session.update', {
      ...{ params: { id: session.id }, version: 1, body: { student_ids: [world.ben] } },
    });
    expect(await actionsOf({ student: world.anna, record: session.id })).toContain('session.update');
  });

  test('names the student of a file and of a note, also when someone else deletes the file', async () => {
    const { anna, people } = world;
    const file = attachmentBody(anna, pngOf(100));
    const added = await world.as('paula', 'attachment.create', { body: file });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    await world.as('admin', 'attachment.delete', { params: { id: file.id }, version: 1 });
    const found = await entriesOf({ student: anna, record: file.id });
    expect(found).toMatchObject([
      { action: 'attachment.delete', details: { student: anna, on_behalf_of: people.paula.id } },
      { action: 'attachment.create', details: { student: anna } },
    ]);
    expect(await entriesOf({ student: world.ben, record: file.id })).toEqual([]);
    const session = sessionApart(world);
    await world.as('paula', 'session.create', { body: session });
    const note = noteBody(session, { ...WHOLE, student: anna });
    const written = await world.as('paula', 'soap.create', { body: note });
    expect(written.status, JSON.stringify(written.body)).toBe(201);
    expect(await entriesOf({ student: anna, record: note.id })).toMatchObject([
      { details: { student: anna } },
    ]);
  });

  test('records its own reading, in the record of the student whom it was about', async () => {
    await list({ student: world.dora }, 'admin');
    const [read] = await entriesOf({ student: world.dora });
    expect(read).toMatchObject({ action: 'audit.list', by: world.people.admin.id, row_id: world.dora });
  });

  test('is searched by person, whether they did it or it is about them', async () => {
    const { lead, admin } = world.people;
    await world.as('lead', 'auth.user-id');
    await world.as('admin', 'auth.force-logout', { body: { username: lead.username } });
    const found = await entriesOf({ person: lead.id });
    expect(found.map(({ action, by }) => `${action} ${by}`)).toEqual([
      `auth.force-logout ${admin.id}`,
      `auth.login ${lead.id}`,
    ]);
    expect(await actionsOf({ person: lead.id, entity: 'user' })).toEqual(['auth.force-logout']);
  });

  test('gives each entry one kind, the same for the filter and the screen', async () => {
    for (const action of Object.keys(EVENT_TITLES) as (keyof typeof EVENT_TITLES)[]) {
      await audit(
        world.db,
        { now: '2026-01-05T20:00:00.000Z', request_id: 'test' },
        { user_id: null, action },
      );
    }
    const days = { start_date: '2026-01-05', end_date: '2026-01-05' };
    const ids = new Set<number>();
    for (const one of AUDIT_KINDS) {
      const found = await entriesOf({ ...days, kind: one });
      for (const { id, action } of found) {
        expect([action, auditKindOf(action)]).toEqual([action, one]);
        ids.add(id);
      }
    }
    expect(ids.size).toBe(Object.keys(EVENT_TITLES).length);
    expect(auditKindOf('student.read')).toBe('viewed');
    expect(auditKindOf('goal.list')).toBe('viewed');
    expect(auditKindOf('session.decide-duration')).toBe('decided');
  });

  test('takes days of the Pacific zone', async () => {
    for (const at of ['2026-01-15T07:59:59.999Z', '2026-01-15T08:00:00.000Z', '2026-01-16T07:59:59.999Z']) {
      await audit(world.db, { now: at, request_id: 'test' }, { user_id: null, action: 'sync.renew-epoch' });
    }
    const found = await entriesOf({ start_date: '2026-01-15', end_date: '2026-01-15' });
    expect(found.map(({ at }) => at)).toEqual(['2026-01-16T07:59:59.999Z', '2026-01-15T08:00:00.000Z']);
    expect((await list({ start_date: '2026-01-16', end_date: '2026-01-15' })).status).toBe(422);
  });

  test('hides from admins the accounts of super admins, and rates from people who may not read them', async () => {
    const { superadmin } = world.people;
    const rate = randomUUID();
    const context = { now: '2026-01-20T20:00:00.000Z', request_id: 'test' };
    await audit(world.db, context, { user_id: superadmin.id, action: 'auth.login', entity: 'sign_in' });
    await audit(world.db, context, {
      ...{ user_id: null, action: 'auth.force-logout', entity: 'user', row_id: superadmin.id },
    });
    await audit(world.db, context, {
      ...{ user_id: superadmin.id, action: 'student.read', entity: 'student', row_id: world.anna },
    });
    await audit(world.db, context, {
      ...{ user_id: superadmin.id, action: 'rate.update', entity: 'rate', row_id: rate },
      changes: { amount_cents: [9_000, 9_650] },
    });
    const days = { start_date: '2026-01-20', end_date: '2026-01-20' };
    expect(await actionsOf(days)).toEqual([
      ...['rate.update', 'student.read', 'auth.force-logout', 'auth.login'],
    ]);
    const seen = await entriesOf(days, 'admin');
    expect(seen.map(({ action, changes }) => [action, changes])).toEqual([
      ['rate.update', null],
      ['student.read', null],
    ]);
    const [, , hidden] = await entriesOf(days);
    const asked = { params: { id: String(hidden?.id) } };
    expect((await world.as('admin', 'audit.read', asked)).status).toBe(404);
    expect((await entriesOf(days))[0]?.changes).toEqual({ amount_cents: [9_000, 9_650] });
    // Nor can it be guessed by searching.
    expect(await actionsOf({ ...days, words: '96.50' })).toEqual(['rate.update']);
    expect(await actionsOf({ ...days, words: '96.50' }, 'admin')).toEqual([]);
    expect(await actionsOf({ ...days, words: 'rate' }, 'admin')).toEqual(['rate.update']);
  });

  test.each([
    ['billing.view', ['rate', 'billing_condition', 'invoice', 'invoice_payment', 'claim_batch']],
    ['payroll.view', ['provider_rate', 'pay_rate', 'extra_pay', 'payroll_decision']],
  ] as const)('says what changed of money only with %s', async (grant, entities) => {
    const { superadmin, admin } = world.people;
    const now = `2026-01-${grant === 'billing.view' ? 21 : 22}T20:00:00.000Z`;
    for (const entity of entities) {
      await audit(
        world.db,
        { now, request_id: 'test' },
        {
          ...{ user_id: superadmin.id, action: `${entity}.update`, entity, row_id: randomUUID() },
          changes: { amount_cents: [9_000, 9_650] },
        },
      );
    }
    const days = { start_date: now.slice(0, 10), end_date: now.slice(0, 10) };
    const seen = async () => (await entriesOf(days, 'admin')).map(({ changes }) => changes);
    expect(await seen()).toEqual(entities.map(() => null));
    await world.db
      .update(users)
      .set({ grants: [grant] })
      .where(eq(users.id, admin.id));
    expect(await seen()).toEqual(entities.map(() => ({ amount_cents: [9_000, 9_650] })));
    await world.db.update(users).set({ grants: [] }).where(eq(users.id, admin.id));
  });

  test('says how many entries there are if it has only the newest', async () => {
    await world.db.execute(sql`insert into audit_entries (at, action, entity, row_id, details)
      select '2026-02-02T20:00:00Z', 'student.read', 'student', n::text, '{}' from generate_series(1, 2050) n`);
    const { body } = await list({ start_date: '2026-02-02', end_date: '2026-02-02' });
    expect(body.total).toBe(2_050);
    expect(body.entries).toHaveLength(2_000);
    expect(body.entries[0]?.row_id).toBe('2050');
    const few = await list({ start_date: '2026-02-02', end_date: '2026-02-02', record: '7' });
    expect(few.body).toMatchObject({ total: 1, entries: [{ row_id: '7' }] });
  });

  describe('is searched for words', () => {
    test('of what people read: the action, the person, and the student', async () => {
      const { admin } = world.people;
      await world.as('admin', 'student.read', { params: { id: world.anna } });
      const words = `viewed PROFILE ${admin.username} Anna Abara`;
      const found = await entriesOf({ words });
      expect(found[0]).toMatchObject({ action: 'student.read', row_id: world.anna, by: admin.id });
      expect(new Set(found.map(({ action, row_id }) => `${action} ${row_id}`)).size).toBe(1);
      expect(await entriesOf({ words: `${words} nowhere` })).toEqual([]);
    });

    test('behind the newest entries too', async () => {
      await world.db.execute(sql`insert into audit_entries (at, action, entity, row_id, details)
        select '2026-02-03T20:00:00Z', 'student.read', 'student',
          case when n = 1 then 'needle' else n::text end, '{}' from generate_series(1, 4100) n`);
      const days = { start_date: '2026-02-01', end_date: '2026-02-28' };
      expect((await entriesOf(days)).some(({ row_id }) => row_id === 'needle')).toBe(false);
      const found: AuditRecord[] = [];
      let before: Record<string, string> | null = {};
      while (before !== null) {
        const { body }: { body: AuditPage } = await list({ ...days, words: 'needle', ...before });
        found.push(...body.entries);
        before = body.next == null ? null : { before: body.next };
      }
      expect(found.map(({ row_id }) => row_id)).toEqual(['needle']);
    });

    test('a part at a time, each entry once, and says how far it got', async () => {
      await world.db.execute(sql`insert into audit_entries (at, action, entity, row_id, details)
        select '2026-02-10T20:00:00Z'::timestamptz + n * interval '1 minute', 'student.read', 'student',
          case when n % 10 = 0 then 'tenth-' || n else n::text end, '{}' from generate_series(1, 95) n`);
      const actor = { role: ROLES.superAdmin, grants: [] } as unknown as Actor;
      const asked = { start_date: '2026-02-10', end_date: '2026-02-10', words: 'tenth' };
      const pages: AuditPage[] = [];
      let next: string | null | undefined;
      do {
        const part = next == null ? asked : { ...asked, before: next };
        const page: AuditPage = await world.db.transaction((tx) =>
          searchAudit(tx, actor, part, '2026-02-11T20:00:00.000Z', { portion: 40, ms: 0 }),
        );
        pages.push(page);
        next = page.next;
      } while (next != null);
      expect(pages.map(({ entries }) => entries.map(({ row_id }) => row_id))).toEqual([
        ['tenth-90', 'tenth-80', 'tenth-70', 'tenth-60'],
        ['tenth-50', 'tenth-40', 'tenth-30', 'tenth-20'],
        ['tenth-10'],
      ]);
      expect(pages.map(({ searched_to }) => searched_to)).toEqual([
        ...['2026-02-10T20:56:00.000Z', '2026-02-10T20:16:00.000Z', null],
      ]);
    });

    test('in many requests, of which those that show nothing are not recorded', async () => {
      const day = { start_date: '2026-02-12', end_date: '2026-02-12' };
      const count = async () => {
        const { rows } = await world.db.execute<{ count: number }>(
          sql`select count(*)::int as count from audit_entries where action = 'audit.list'`,
        );
        return rows[0]?.count ?? 0;
      };
      const before = await count();
      await list({ ...day, words: 'nothing' });
      expect(await count()).toBe(before + 1);
      await list({ ...day, words: 'nothing', before: '5' });
      expect(await count()).toBe(before + 1);
    });
  });

  test('of a service is not about a student', async () => {
    expect(await entriesOf({ student: SPEECH })).toEqual([]);
  });
});
