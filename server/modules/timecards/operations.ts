import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import { LunchBody } from '#contract/lunch.ts';
import type { StartLunchBody, Timecard, TimecardBody, TimecardChanges } from '#contract/timecard.ts';
import { type Actor, mayChangeOwnDay, maySeeLunch } from '#domain/access/row-rules.ts';
import { minutesPunched, recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { corrected, correctionProblems } from '#domain/timecards/correction.ts';
import {
  applyPunch,
  futureProblem,
  type Punch,
  punchProblem,
  startedDay,
  startProblems,
  toTheSecond,
} from '#domain/timecards/punch-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { refuseLockedDays } from '#server/modules/catalog/period-lock.ts';
import { createLunch, updateLunch } from '#server/modules/lunch/operations.ts';
import { lunchProvider } from '#server/modules/lunch/queries.ts';
import { timecardRecords } from '#server/modules/timecards/queries.ts';
import { enterDays } from '#server/modules/timesheets/covered-days.ts';
import type { Call } from '#server/records/call.ts';
import { ownerOf, refuseOutdated, refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { lockedCardsOfDay, type StoredTimecard } from './queries.ts';

/** Starts the caller's own workday under the id from the device. */
export async function createTimecard(call: Call, body: TimecardBody): Promise<Timecard> {
  const { tx, actor, context } = call;
  const provider = ownerOf(actor, body.provider);
  const person = await lunchProvider(tx, provider);
  if (person === null || person.archived || provider !== actor.provider_id) {
    refuseProblems({ provider: 'You can only clock in for yourself.' });
  }
  if (person !== null && !recordsLunch(person.emp)) {
    refuseProblems({ provider: 'Only hourly employees (W-2, non-exempt) have timecards.' });
  }
  const day = startedDay({ ...body, provider });
  const { started_at, work_date } = day;
  const others = await lockedCardsOfDay(tx, provider, work_date);
  if (others.some(({ id }) => id === body.id)) throw new ApiError('record.exists');
  refuseProblems(startProblems(started_at, others, context.now));
  await refuseLockedDays(tx, [work_date]);
  const settleTimesheets = await enterDays(call, {
    entity: 'timecard',
    id: body.id,
    provider,
    days: [work_date],
  });
  const card = firstRow(call, 'timecard', day);
  await call.create(timecardRecords, card);
  await settleTimesheets();
  return card;
}

/**
 * Records a punch on the caller's own open timecard. The device's version doesn't matter: the punch is judged
 * by the current card.
 */
export async function punchTimecard(
  call: Call,
  id: string,
  punch: Punch,
  body: StartLunchBody,
): Promise<Timecard> {
  const { tx, actor, context } = call;
  const before = await reachableTimecard(tx, actor, id);
  if (before.provider !== actor.provider_id) throw new ApiError('access.denied');
  refuseOutdated(before, null);
  const problem = futureProblem(body.at, context.now) ?? punchProblem(before, punch, body.at);
  if (problem !== null) throw new ApiError('request.invalid', { message: problem, fields: { at: problem } });
  await refuseLockedDays(tx, [before.work_date]);
  const lunch_id = punch === 'start-lunch' ? (body.lunch_id ?? uuidv7()) : null;
  const after = applyPunch(before, punch, { at: body.at, lunch_id });
  if (lunch_id !== null) await startLunch(call, after, lunch_id, body.at);
  if (punch === 'end-lunch') await endLunch(call, before, body.at);
  return store(call, before, after, [punch]);
}

/**
 * Corrects the times of a day: the caller's own, or anyone's by the office. Both values and the reason are
 * stored.
 */
export async function correctTimecard(call: Call, id: string, changes: TimecardChanges): Promise<Timecard> {
  const { tx, actor, context } = call;
  const before = await reachableTimecard(tx, actor, id);
  if (!mayChangeOwnDay(actor, before)) throw new ApiError('access.denied');
  refuseOutdated(before, context.base_version);
  const after = corrected(before, changes, {
    user_id: actor.user_id,
    at: new Date(context.captured_at).toISOString(),
  });
  if (after === before) return wireRow(before);
  refuseProblems(correctionProblems(after, context.now));
  refuseProblems(strangeLunches(before, after));
  await refuseLockedDays(tx, [before.work_date]);
  await moveLunches(call, before, after);
  return store(call, before, after, Object.keys(changes));
}

export async function readTimecard(tx: Transaction, actor: Actor, id: string): Promise<Timecard> {
  const card = await reachableTimecard(tx, actor, id);
  refuseOutdated(card, null);
  return wireRow(card);
}

async function store(
  call: Call,
  before: StoredTimecard,
  after: StoredTimecard,
  fields: readonly string[],
): Promise<Timecard> {
  const settleTimesheets = await enterDays(call, {
    entity: 'timecard',
    id: after.id,
    provider: after.provider,
    days: [before.work_date, after.work_date],
  });
  const card = await call.change(timecardRecords, before, wireRow(after), { fields });
  await settleTimesheets();
  return card;
}

/** Absent for people who may not see the person's lunch cards. */
async function reachableTimecard(tx: Transaction, actor: Actor, id: string): Promise<StoredTimecard> {
  const card = await storedRow(tx, 'timecard', id);
  const person = card === null ? null : await lunchProvider(tx, card.provider);
  if (card === null || person === null || !maySeeLunch(actor, card, person.services)) {
    throw new ApiError('record.absent');
  }
  return card;
}

/** The same entry as the form's. The device may have sent it already. */
async function startLunch(call: Call, card: Timecard, id: string, at: string): Promise<void> {
  const { tx } = call;
  const known = await storedRow(tx, 'lunch', id);
  if (known === null) {
    const body = LunchBody.parse({
      id,
      provider: card.provider,
      lunch_start_time: toTheSecond(at),
      source: 'punch',
    });
    await createLunch(call, body);
  } else if (known.provider !== card.provider || known.deleted_at !== null) {
    refuseProblems({ lunch_id: "Lunch break not found, or you don't have access." });
  }
}

async function endLunch(call: Call, card: Timecard, at: string): Promise<void> {
  const { tx } = call;
  const running = card.breaks.find(({ kind, ended_at }) => kind === 'lunch' && ended_at === null);
  const lunch = running?.lunch_id == null ? null : await storedRow(tx, 'lunch', running.lunch_id);
  if (lunch === null || lunch.deleted_at !== null || lunch.lunch_end_time !== null) return;
  const lunch_end_time = toTheSecond(at);
  await updateLunch(call.withContext({ base_version: null }), lunch.id, {
    lunch_end_time,
    lunch_duration: minutesPunched(lunch.lunch_start_time, lunch_end_time),
  });
}

/** A corrected break and its entry are one record. */
async function moveLunches(call: Call, before: Timecard, after: Timecard): Promise<void> {
  const { tx } = call;
  for (const taken of after.breaks) {
    const { lunch_id, started_at, ended_at } = taken;
    const former = before.breaks.find((one) => one.lunch_id === lunch_id);
    if (lunch_id === null || (former?.started_at === started_at && former.ended_at === ended_at)) continue;
    const lunch = await storedRow(tx, 'lunch', lunch_id);
    if (lunch === null || lunch.deleted_at !== null) continue;
    if (lunch.lunch_start_time === started_at && lunch.lunch_end_time === ended_at) continue;
    await updateLunch(call.withContext({ base_version: null }), lunch_id, {
      lunch_start_time: started_at,
      lunch_end_time: ended_at,
      ...(ended_at === null ? {} : { lunch_duration: minutesPunched(started_at, ended_at) }),
    });
  }
}

function strangeLunches(before: Timecard, after: Timecard): Record<string, string> {
  const known = new Set(before.breaks.map(({ lunch_id }) => lunch_id));
  const isStrange = after.breaks.some(({ lunch_id }) => lunch_id !== null && !known.has(lunch_id));
  return isStrange ? { breaks: 'A correction can only name lunch entries on this timecard.' } : {};
}
