import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { client_accounts } from '#server/db/schema/client-accounts.ts';
import { provider_accounts } from '#server/db/schema/provider-accounts.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { soap_notes } from '#server/db/schema/soap-notes.ts';
import { student_accounts, students } from '#server/db/schema/students.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { DISTRICT, type OfficeWorld, openOfficeWorld, SPEECH, sessionApart } from './office-world.ts';

const MARCH = { start_date: '2026-03-01', end_date: '2026-03-31' };
const PARTIES = {
  ...{ payer: 'sierra  care', payer_id: 'SC001', organization: 'Brightpath', npi: '1234567893' },
  ...{ tax_id: '12-3456789', street: '1 Main Street', city: 'Fresno', state: 'CA', zip: '93701-0001' },
  ...{ contact_name: 'Olga Ortiz', contact_phone: '559-555-0100', submitter_id: 'BRIGHT1' },
  ...{ receiver_name: 'Clearpath', receiver_id: 'CLEAR' },
};

describe.each(ruleKinds)('claim batches on %s', (kind) => {
  let world: OfficeWorld;
  const ids: string[] = [];
  const list = async () => (await world.as('superadmin', 'claim-batch.list', { query: MARCH })).body;
  const create = (changes: object = {}) =>
    world.as('superadmin', 'claim-batch.create', {
      body: { id: randomUUID(), ...MARCH, ...PARTIES, ...changes },
    });

  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    await world.db
      .update(client_accounts)
      .set({ services: [SPEECH], is_insurance: true })
      .where(eq(client_accounts.id, DISTRICT));
    const rate = {
      ...{ id: randomUUID(), level: 'service', service: SPEECH, student: null, client: null, region: null },
      ...{ setting: null, start_year: 2025, amount_cents: 12_000, is_draft: false },
    };
    expect((await world.as('superadmin', 'rate.create', { body: rate })).status).toBe(201);
    for (const session_date of ['2026-03-06', '2026-03-09', '2026-03-09']) {
      const body = sessionApart(world, { session_date, location: '101' });
      const made = await world.as('paula', 'session.create', { body });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      ids.push(made.body.id);
    }
    await world.db
      .update(provider_accounts)
      .set({ npi: '1234567893' })
      .where(eq(provider_accounts.id, world.people.paula.id));
  });

  test('say what is left out, and are refused while something is missing', async () => {
    const before = await list();
    expect(before).toMatchObject({ payers: [], claimed: 0, batches: [] });
    expect(before.left_out).toContainEqual({ reason: 'Payer is missing', lines: 3 });
    expect(before.left_out).toContainEqual({ reason: 'Home address is missing', lines: 3 });
    expect(before.left_out).toContainEqual({ reason: "Hours aren't approved", lines: 3 });
    expect((await create()).body.fields?.payer).toContain('no claims to file');
    await world.db.update(students).set({ date_of_birth: '2016-02-29' }).where(eq(students.id, world.anna));
    await world.db
      .update(student_accounts)
      .set({
        ...{ payer: 'Sierra Care', member_id: 'M-100', sex: 'female', street: '12 Oak Street' },
        ...{ city: 'Fresno', state: 'CA', zip: '93702' },
      })
      .where(eq(student_accounts.id, world.anna));
    await world.db.update(sessions).set({ state: 'approved' }).where(inArray(sessions.id, ids));
    await world.db.insert(soap_notes).values(
      ids.map((session) => ({
        ...{ id: randomUUID(), student: world.anna, session, provider: world.people.paula.id },
        ...{ service: SPEECH, note_date: '2026-03-09', subjective: 'a', objective: 'b', assessment: 'c' },
        ...{ plan: 'd', cpt_codes: ['92507'], dx_codes: ['F80.0'], state: 'signed' as const, version: 1 },
        ...{ needs_co_sign: false, amendments: [], steps: [], captured_by: world.people.paula.id },
        ...{ captured_at: '2026-03-09T18:00:00.000Z', received_at: '2026-03-09T18:00:00.000Z' },
      })),
    );
    expect(await list()).toMatchObject({
      payers: [{ payer: 'Sierra Care', claims: 3, students: 1 }],
      left_out: [],
    });
    const refused = await create({ npi: '1234567890', tax_id: '12' });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.fields ?? {}).sort()).toEqual(['npi', 'tax_id']);
  });

  test('have a control number of their own, also two at once, and each line once', async () => {
    const [first, second] = await Promise.all([
      create({ end_date: '2026-03-06' }),
      create({ start_date: '2026-03-09' }),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect([first.body.claim_count, second.body.claim_count]).toEqual([1, 2]);
    expect(first.body.control_number).not.toBe(second.body.control_number);
    expect((await create()).status).toBe(422);
    const known = await list();
    expect(known).toMatchObject({ payers: [], claimed: 3 });
    expect(known.batches).toHaveLength(2);
    expect(known.batches[0]?.created_by_name).not.toBe('');
  });

  test('of the same lines at once are one', async () => {
    for (const { id, version } of (await list()).batches) {
      const voided = await world.as('superadmin', 'claim-batch.void', {
        ...{ params: { id }, body: { reason: 'Wrong payer ID' }, version },
      });
      expect(voided.body).toMatchObject({ void_reason: 'Wrong payer ID' });
      expect(voided.body.voided_at).not.toBeNull();
    }
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const { batches } = await list();
    expect(new Set(batches.map(({ control_number }) => control_number)).size).toBe(3);
    const [open] = batches.filter(({ voided_at }) => voided_at === null);
    expect(open?.claim_count).toBe(3);
    const again = batches.find(({ voided_at }) => voided_at !== null);
    const twice = await world.as('superadmin', 'claim-batch.void', {
      ...{ params: { id: again?.id ?? '' }, body: { reason: 'Again' }, version: again?.version ?? 0 },
    });
    expect(twice.status).toBe(422);
  });

  test('have the same bytes each time, also after a session changed', async () => {
    const batch = (await list()).batches.find(({ voided_at }) => voided_at === null);
    const { token } = await world.signIn(world.people.superadmin);
    const file = async (format: string) => {
      const answer = await world.app.inject({
        url: `/api/billing/insurance/export/${batch?.id}/?format=${format}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.statusCode, format).toBe(200);
      return String(answer.rawPayload);
    };
    const before = [await file('837p'), await file('csv')];
    await world.db.update(sessions).set({ actual_minutes: 25 }).where(inArray(sessions.id, ids));
    await world.db
      .update(student_accounts)
      .set({ member_id: 'M-200' })
      .where(eq(student_accounts.id, world.anna));
    expect([await file('837p'), await file('csv')]).toEqual(before);
    const control = String(batch?.control_number).padStart(9, '0');
    expect(before[0]).toContain(`~IEA*1*${control}~`);
    const charged = [...(before[0] ?? '').matchAll(/~CLM\*[^*]+\*([\d.]+)\*/g)].map(([, text]) =>
      Number(text),
    );
    expect(charged).toHaveLength(3);
    expect(Math.round(charged.reduce((sum, one) => sum + one, 0) * 100)).toBe(batch?.total_cents);
  });

  test('are for people who may bill all clients', async () => {
    await world.db
      .update(users)
      .set({ grants: ['billing.view'] })
      .where(eq(users.id, world.people.otto.id));
    for (const person of ['admin', 'paula', 'otto', 'stray'] as const) {
      const answer = await world.as(person, 'claim-batch.list', { query: MARCH });
      expect(answer.status, person).toBe(403);
    }
  });
});
