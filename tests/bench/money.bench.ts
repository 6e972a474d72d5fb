import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { DISTRICT, type OfficeWorld, openOfficeWorld, SPEECH } from '#tests/server/office-world.ts';

/** Sessions of one month in an organization of the usual size. */
const MONTH = 1_500;
const SIZES = [1, 10, 100];
const DAYS = { start_date: '2026-03-01', end_date: '2026-03-31' };
const REPEATS = 3;
/** A month of the usual size is there at once; a hundred times as much may take a while. */
const LIMITS_MS: Readonly<Record<number, number>> = { 1: 1_500, 10: 5_000, 100: 60_000 };

const REPORTS: readonly EndpointName[] = [
  ...(['billing.sum-clients', 'billing.sum-providers', 'billing.sum-approved'] as const),
  ...(['billing.list-client-rates', 'report.grouped-clients'] as const),
  ...(['payroll.list-providers', 'payroll.list-groups', 'payroll.list-approved'] as const),
];

let world: OfficeWorld;
let stored = 0;

beforeAll(async () => {
  world = await openOfficeWorld('postgres');
  const rate = {
    ...{ id: randomUUID(), level: 'service', service: SPEECH, student: null, client: null, region: null },
    ...{ setting: null, start_year: 2025, amount_cents: 12_000, is_draft: false },
  };
  expect((await world.as('superadmin', 'rate.create', { body: rate })).status).toBe(201);
  await world.as('superadmin', 'provider-rate.create', {
    params: { id: world.people.paula.id },
    body: { id: randomUUID(), service: SPEECH, start_year: 2025, amount_cents: 4_000 },
  });
});
afterAll(() => world.close());

/** Adds approved sessions of March until there are that many. */
async function grow(count: number): Promise<void> {
  await world.db.execute(sql`insert into sessions (id, provider, student_ids, client, service, session_date, start_time,
      end_time, time_zone, scheduled_minutes, actual_minutes, direct_minutes, indirect_minutes, setting, modality,
      attendance, reason, duration_reason, notes, state, "changeDuration", approval_request, late_for_payroll,
      has_overlap, is_possible_duplicate, captured_by, captured_at, received_at, version)
    select gen_random_uuid(), ${world.people.paula.id}::uuid, array[${world.anna}::uuid], ${DISTRICT}::uuid,
      ${SPEECH}::uuid, '2026-03-01'::date + n % 31, '09:00', '09:30', 'America/Los_Angeles', 30, 20 + n % 40,
      20 + n % 40, 0, 'individual', 'in_person', 'delivered', '', '', '', 'approved', false, 'none', false, false,
      false, ${world.people.paula.id}::uuid, '2026-03-10T18:00:00Z', '2026-03-10T18:00:00Z', 1
    from generate_series(${stored + 1}::int, ${count}::int) n`);
  await world.db.execute(sql`analyze sessions`);
  stored = count;
}

/** The fastest of a few runs. */
async function fastest(run: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < REPEATS; round += 1) {
    const began = performance.now();
    await run();
    taken.push(performance.now() - began);
  }
  return Math.min(...taken);
}

/** The lower bound: the database reads the month's sessions once and hands them over as JSON. */
const readOnce = () =>
  world.db.execute(sql`select json_agg(s)::text from (select id, student_ids, client, service, provider, session_date,
      start_time, scheduled_minutes, actual_minutes, attendance from sessions
    where session_date between ${DAYS.start_date}::date and ${DAYS.end_date}::date) s`);

test.each(SIZES)('reports of a month, %i times the usual size', async (size) => {
  await grow(MONTH * size);
  const least = await fastest(readOnce);
  const lines = [`read once: ${least.toFixed(0)} ms`];
  for (const name of REPORTS) {
    const took = await fastest(async () => {
      const { status } = await world.as('superadmin', name, { query: DAYS });
      expect(status, name).toBe(200);
    });
    lines.push(`${name}: ${took.toFixed(0)} ms, ${(took / least).toFixed(1)} times`);
    expect(took, name).toBeLessThan(LIMITS_MS[size] ?? 0);
  }
  console.log(`${(MONTH * size).toLocaleString('en-US')} sessions\n  ${lines.join('\n  ')}`);
});
