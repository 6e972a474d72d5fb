import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#contract/errors.ts';
import type { Timesheet, TimesheetAmendment, TimesheetBody, TimesheetDecision } from '#contract/timesheet.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { maySeeTimesheet } from '#domain/access/row-rules.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { attestationText } from '#domain/timesheets/attestation.ts';
import {
  amendmentRefusal,
  amendmentWords,
  type CommandRefusal,
  decisionRefusal,
  recommendationRefusal,
  takesSubmission,
} from '#domain/timesheets/status-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { timesheetRecords } from '#server/modules/timesheets/queries.ts';
import { ringBell } from '#server/records/bell.ts';
import type { Call } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { lockTimesheets, missingItems } from './covered-days.ts';
import { hoursProvider, periodWithDays, revisionsOfPeriod, type StoredTimesheet } from './queries.ts';

/**
 * Stores a timesheet under the id from the device, as the next revision of its period. While items of its
 * manifest are missing it waits for them.
 */
export async function submitTimesheet(call: Call, body: TimesheetBody): Promise<Timesheet> {
  const { tx, actor, context } = call;
  const { provider_id, period_start_date: start, period_end_date: end } = body;
  const attestation_text = attestationText(body.attestation_version);
  const period = await periodWithDays(tx, start, end);
  refuseProblems({
    ...(provider_id === actor.provider_id ? {} : { provider_id: 'You can only submit your own timesheet.' }),
    ...(attestation_text === null
      ? { attestation_version: 'Unknown version of the certified statement.' }
      : {}),
    ...(period === null ? { period_start_date: 'Choose a pay period.' } : {}),
    ...futureProblems(start, pacificDay(context.now)),
  });
  if (period?.is_locked) throw new ApiError('period.locked');
  await lockTimesheets(tx, provider_id);
  const revisions = await revisionsOfPeriod(tx, provider_id, start);
  // The same timesheet a second time is recognized by its id, whatever its status is now.
  if (revisions.some(({ id }) => id === body.id)) throw new ApiError('record.exists');
  const newest = revisions.at(-1);
  if (!takesSubmission(newest?.status ?? 'not-submitted')) throw new ApiError('timesheet.exists');
  const sheet = firstRow(call, 'timesheet', body);
  return call.create(timesheetRecords, {
    ...sheet,
    revision: (newest?.revision ?? 0) + 1,
    attestation_text: attestation_text ?? '',
    waiting_for: await missingItems(tx, provider_id, actor.user_id, body.manifest, null),
    steps: [{ status: 'submitted', at: sheet.captured_at, by: actor.user_id, notes: body.notes }],
  });
}

/**
 * Withdraws, approves, rejects, or reopens. If two people decide at the same time, one is told that the other
 * was first.
 */
export async function decideTimesheet(
  call: Call,
  id: string,
  decision: TimesheetDecision,
): Promise<Timesheet> {
  const { tx, actor, context } = call;
  const { before, isLocked } = await visibleTimesheet(tx, actor, id);
  refuseCommand(decisionRefusal(actor, before, decision, isLocked));
  refuseOutdated(before, context.base_version);
  const { new_status, notes } = decision;
  const isDecided = new_status !== 'withdrawn';
  const decided = await change(call, before, {
    status: new_status,
    notes,
    decided_by: isDecided ? actor.user_id : before.decided_by,
    decided_at: isDecided ? context.now : before.decided_at,
    steps: [...before.steps, { status: new_status, at: context.now, by: actor.user_id, notes }],
  });
  if (new_status === 'rejected') {
    const { provider_id: receiver, period_start_date: day } = before;
    await ringBell(call, { event: 'timesheet-rejected', receiver, day, provider_name: actor.name });
  }
  return decided;
}

/**
 * Removes discarded items from what a timesheet waits for. The certified figures stay. A timesheet that waits
 * for nothing, or that someone has decided on in the meantime, stays as it is.
 */
export async function amendTimesheet(
  call: Call,
  id: string,
  { manifest }: TimesheetAmendment,
): Promise<Timesheet> {
  const { tx, actor, context } = call;
  const { before, isLocked } = await visibleTimesheet(tx, actor, id);
  refuseCommand(amendmentRefusal(actor, before, { before: before.manifest, after: manifest }, isLocked));
  refuseOutdated(before, null);
  const isWaiting = before.status === 'submitted' && before.waiting_for > 0;
  if (!isWaiting || isDeepStrictEqual(before.manifest, manifest)) return wireRow(before);
  const notes = amendmentWords(before.manifest.length - manifest.length);
  return change(call, before, {
    manifest,
    waiting_for: await missingItems(tx, before.provider_id, before.captured_by, manifest, context.write_id),
    steps: [...before.steps, { status: 'amended', at: context.now, by: actor.user_id, notes }],
  });
}

/** Stores the recommendation of the provider's lead or supervisor. Recommending again replaces it. */
export async function recommendTimesheet(call: Call, id: string, notes: string): Promise<Timesheet> {
  const { tx, actor, context } = call;
  const { before, services, isLocked } = await visibleTimesheet(tx, actor, id);
  refuseCommand(recommendationRefusal(actor, before, services, isLocked));
  return change(call, before, {
    recommended_by: actor.user_id,
    recommended_at: context.now,
    steps: [...before.steps, { status: 'recommended', at: context.now, by: actor.user_id, notes }],
  });
}

/** The current state of a timesheet, locked against changes. Absent for people who may not see it. */
async function visibleTimesheet(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<{ before: StoredTimesheet; services: string[]; isLocked: boolean }> {
  const found = await storedRow(tx, 'timesheet', id);
  if (found === null) throw new ApiError('record.absent');
  const person = await hoursProvider(tx, found.provider_id);
  if (person === null || !maySeeTimesheet(actor, found, person.services)) throw new ApiError('record.absent');
  await lockTimesheets(tx, found.provider_id);
  const before = (await storedRow(tx, 'timesheet', id)) ?? found;
  const period = await periodWithDays(tx, before.period_start_date, before.period_end_date);
  return { before, services: person.services, isLocked: period?.is_locked ?? false };
}

async function change(
  call: Call,
  before: StoredTimesheet,
  changes: Partial<Omit<Timesheet, 'received_at'>>,
): Promise<Timesheet> {
  return call.change(
    timesheetRecords,
    before,
    { ...wireRow(before), ...changes },
    { fields: Object.keys(changes) },
  );
}

function futureProblems(start: string, today: string): FieldErrors {
  return start > today ? { period_start_date: "This pay period hasn't started." } : {};
}

function refuseCommand(refusal: CommandRefusal | null): void {
  if (refusal === null) return;
  const { code, ...details } = refusal;
  throw new ApiError(code, details);
}
