import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#domain/access/row-rules.ts';
import { occurrencesWithin } from '#server/db/calendar-occurrences.ts';
import { billedLines } from '#server/modules/billing/billed-lines.ts';
import { storedBatches } from '#server/modules/billing/stored-batches.ts';
import { sumAuthorizations } from '#server/modules/reports/authorization-forecasts.ts';
import { cancellations } from '#server/modules/reports/cancellations.ts';
import { noteCompletion, providerNotes, studentNotes } from '#server/modules/reports/note-rows.ts';
import { listSessions, sumSessions } from '#server/modules/sessions/listed-sessions.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { plansOf } from './plans-of.ts';

const MONTH = { start_date: '2026-10-01', end_date: '2026-10-31' };

describe.each(databaseKinds)('reports of notes on %s', (kind) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    // Two years, of which the month is a small part.
    await opened.db.execute(sql`
      insert into sessions (id, provider, student_ids, service, session_date, start_time, end_time, time_zone,
        scheduled_minutes, actual_minutes, direct_minutes, indirect_minutes, setting, modality, attendance, reason,
        duration_reason, notes, state, "changeDuration", approval_request, late_for_payroll, has_overlap,
        is_possible_duplicate, captured_by, captured_at, received_at, version)
      select gen_random_uuid(), gen_random_uuid(), array[gen_random_uuid()], gen_random_uuid(),
        date '2025-01-01' + n % 700, '09:00', '09:30', 'America/Los_Angeles', 30, 30, 30, 0, 'individual',
        'in-person', 'delivered', '', '', '', 'logged', false, 'none', false, false, false, gen_random_uuid(),
        now(), now(), 1
      from generate_series(1, 20000) n`);
    await opened.db.execute(sql`analyze sessions`);
  });
  afterAll(() => opened.close());

  const actor = {
    ...{ user_id: randomUUID(), role: '0', grants: [], provider_id: null },
    ...{ services: [], students: [], supervisees: [] },
  } as unknown as Actor;

  test.each([
    ['Note Completion', noteCompletion],
    ['Student Notes', studentNotes],
    [
      'Provider Notes',
      (tx: Parameters<typeof providerNotes>[0], who: Actor, days: typeof MONTH, today: string) =>
        providerNotes(tx, who, { ...days, limit: 50 }, today),
    ],
  ] as const)(
    '%s reads the sessions of its days once, by their index, and nothing once for each note',
    async (_, report) => {
      const plans = await plansOf(opened.db, (explaining) => report(explaining, actor, MONTH, '2026-11-10'));
      const notes = plans.filter((plan) => plan.includes('soap_notes'));
      expect(notes.length).toBeGreaterThan(0);
      for (const plan of notes) {
        expect(plan).not.toMatch(/Seq Scan on sessions\b/);
        expect(plan.match(/Scan (?:on|using \S+ on) sessions\b/g)).toHaveLength(1);
        expect(plan).not.toMatch(/SubPlan|Scan .*on users/);
      }
    },
  );

  test.each([
    ['a first page', undefined],
    ['a later page', `2026-10-20_09:00_${randomUUID()}`],
  ])('%s of sessions is read by the index of their days', async (_, after) => {
    const page = { order: 'newest', limit: 200, ...(after === undefined ? {} : { after }) } as const;
    const [plan = ''] = await plansOf(opened.db, (explaining) =>
      listSessions(explaining, actor, { start_date: '2025-01-01', end_date: '2026-12-31', ...page }),
    );
    expect(plan).toMatch(/Index Scan (Backward )?using sessions_session_date_id_index/);
    expect(plan).not.toContain('Seq Scan');
  });

  test('the totals of sessions read those of their days', async () => {
    const [plan = ''] = await plansOf(opened.db, (explaining) => sumSessions(explaining, actor, MONTH));
    expect(plan).toMatch(/Index Scan.* sessions_session_date/);
  });

  test('billing reads its sessions by their days, never one by one', async () => {
    const plans = await plansOf(opened.db, (explaining) => billedLines(explaining, actor, MONTH));
    const approvals = plans.filter((plan) => plan.includes('timesheets'));
    expect(approvals.length).toBeGreaterThan(0);
    for (const plan of approvals) {
      expect(plan).toMatch(/Scan (?:on|using \S+ on) sessions\b/);
      expect(plan).not.toContain('sessions_pkey');
    }
  });

  test('sums of billing count the sessions of their days in one pass', async () => {
    const told = { provider: true, location: true, students: true, approval: true } as const;
    const plans = await plansOf(opened.db, (explaining) => storedBatches(explaining, actor, MONTH, told));
    expect(plans).toHaveLength(1);
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on sessions\b/);
      expect(plan.match(/Scan (?:on|using \S+ on) sessions\b/g)).toHaveLength(1);
      expect(plan).not.toContain('sessions_pkey');
    }
  });

  test('authorizations read the sessions of their year once, and look up none of their students one by one', async () => {
    const plans = await plansOf(opened.db, (explaining) =>
      sumAuthorizations(explaining, actor, '2026-11-10', {}),
    );
    const reading = plans.filter((plan) => /Scan .*sessions\b/.test(plan));
    expect(reading).toHaveLength(1);
    expect(reading[0]?.match(/Scan (?:on|using \S+ on) sessions\b/g)).toHaveLength(1);
    expect(reading[0]).toContain('ProjectSet');
    expect(reading[0]).not.toContain('Function Scan');
  });

  test('a calendar looks up no client for each event', async () => {
    const days = { start: MONTH.start_date, end: MONTH.end_date };
    const [plan = ''] = await plansOf(opened.db, (explaining) =>
      occurrencesWithin(explaining, sql`true`, days),
    );
    expect(plan).toMatch(/Scan .*students/);
    expect(plan).not.toContain('SubPlan');
  });

  test('cancellations read their sessions once, and students once for all rows', async () => {
    const plans = await plansOf(opened.db, (explaining) => cancellations(explaining, actor, MONTH));
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on sessions\b/);
      // Makeups are looked for in the sessions as well.
      expect(plan.match(/Scan (?:on|using \S+ on) sessions\b/g)).toHaveLength(2);
      expect(plan).not.toMatch(/SubPlan \d+\n\s+-> {2}Aggregate/);
    }
  });
});
