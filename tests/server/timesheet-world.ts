import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Timesheet, TimesheetDecision } from '#contract/timesheet.ts';
import type { OfficeWorld, PersonName } from './office-world.ts';

export const PERIOD = { period_start_date: '2026-03-01', period_end_date: '2026-03-15' };
export const NO_HOURS = {
  sessions: 0,
  direct_minutes: 0,
  indirect_minutes: 0,
  meal_minutes: 0,
  paused_minutes: 0,
  paid_minutes: 0,
  expected_minutes: 0,
};

export function timesheetBody(provider: { id: string }, changes: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    provider_id: provider.id,
    ...PERIOD,
    attestation_version: 1,
    manifest: [],
    totals: NO_HOURS,
    ...changes,
  };
}

/** Submits a person's period. */
export async function submitted(
  world: OfficeWorld,
  person: PersonName,
  changes: Record<string, unknown> = {},
): Promise<Timesheet> {
  const body = timesheetBody(world.people[person], changes);
  const answer = await world.as(person, 'timesheet.submit', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export function decide(
  world: OfficeWorld,
  person: PersonName,
  sheet: Pick<Timesheet, 'id' | 'version'>,
  new_status: TimesheetDecision['new_status'],
  notes = '',
) {
  return world.as(person, 'timesheet.decide', {
    params: { id: sheet.id },
    body: { new_status, notes },
    version: sheet.version,
  });
}

/** Reverts a person's period so that a new timesheet may be submitted. */
export async function freed(world: OfficeWorld, person: PersonName, sheet: Pick<Timesheet, 'id'>) {
  const { body } = await world.as('admin', 'timesheet.status', {
    query: { provider_id: world.people[person].id, ...PERIOD },
  });
  const newest = body.revisions.find(({ id }) => id === sheet.id);
  if (newest?.status === 'submitted') {
    expect((await decide(world, person, newest, 'withdrawn')).status).toBe(200);
  } else if (newest?.status === 'approved') {
    expect((await decide(world, 'superadmin', newest, 'reopened', 'Again.')).status).toBe(200);
  }
}
