import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timesheets } from '#server/db/schema/timesheets.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { DISTRICT, type OfficeWorld, openOfficeWorld, SPEECH, sessionApart } from './office-world.ts';
import { NO_HOURS } from './timesheet-world.ts';

/** Its pay period is locked, and its timesheet approved. */
const query = { start_date: '2026-02-01', end_date: '2026-02-15' };

describe.each(ruleKinds)('a session entered after its timesheet was approved on %s', (kind) => {
  let world: OfficeWorld;
  let session: string;

  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    const at = '2026-02-16T18:00:00.000Z';
    await world.db.insert(timesheets).values({
      ...{ id: randomUUID(), provider_id: world.people.paula.id, revision: 1, status: 'approved', notes: '' },
      ...{ period_start_date: query.start_date, period_end_date: query.end_date, version: 1, steps: [] },
      ...{ attestation_version: 1, attestation_text: '', manifest: [], waiting_for: 0, totals: NO_HOURS },
      ...{ captured_by: world.people.paula.id, captured_at: at, received_at: at },
      ...{ decided_by: world.people.admin.id, decided_at: at },
    });
    const rate = await world.as('superadmin', 'rate.create', {
      body: {
        ...{ id: randomUUID(), level: 'service', service: SPEECH, student: null, client: null, region: null },
        ...{ setting: null, start_year: 2025, amount_cents: 12_000, is_draft: false },
      },
    });
    expect(rate.status).toBe(201);
    const body = sessionApart(world, { session_date: '2026-02-10', location: '101' });
    const late = await world.as('paula', 'session.create', { body });
    expect(late, JSON.stringify(late.body)).toMatchObject({ status: 201, body: { state: 'draft' } });
    session = late.body.id;
    const decided = await world.as('lead', 'session.decide-request', {
      params: { id: session },
      body: { asked_at: late.body.requests?.at(-1)?.asked_at, decision: 'approved', note: '' },
    });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  });
  afterAll(() => world.close());

  test('is approved in billing by the person who accepted it, as it is in payroll', async () => {
    const { lines: paid } = (await world.as('superadmin', 'payroll.list-approved', { query })).body;
    expect(paid.map((line) => line.session)).toEqual([session]);
    expect(paid[0]?.why.at(-1)).toContain(
      `The late entry was accepted by Robin ${world.people.lead.username}, `,
    );
    const { lines } = (await world.as('superadmin', 'billing.list-lines', { query })).body;
    expect(lines).toMatchObject([
      { ...{ session, is_approved: true, approved_at: world.clock.now.toISOString() }, amount_cents: 2_000 },
    ]);
    expect(lines[0]?.approved_by_name).toBe(`Robin ${world.people.lead.username}`);
    const { sums } = (await world.as('superadmin', 'billing.sum-approved', { query })).body;
    expect(sums).toMatchObject([{ sessions: 1, paid_minutes: 10, billed_minutes: 10 }]);
  });

  test('is on the next invoice of its month', async () => {
    const { plans } = (await world.as('superadmin', 'invoice.plan', { query: { month: '2026-02' } })).body;
    expect(plans.find(({ client }) => client === DISTRICT)).toMatchObject({ lines: 1, unapproved: 0 });
  });
});
