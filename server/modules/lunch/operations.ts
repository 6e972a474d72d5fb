import type { PayPeriod } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import type { LunchBody, LunchBreak, LunchChanges } from '#contract/lunch.ts';
import { type Actor, mayChangeOwnDay, maySeeLunch } from '#domain/access/row-rules.ts';
import { endAfterChange, lunchProblems, recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { changesMinutes, isPunched, punchedAlready, punchedAlreadyWords } from '#domain/lunch/same-lunch.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Stored, storedRow } from '#server/db/entity-rows.ts';
import { jsonRowsOfEach } from '#server/db/json-rows.ts';
import { keepFreeIds, takenIds } from '#server/db/new-rows.ts';
import { lunch_breaks } from '#server/db/schema/lunch-breaks.ts';
import type { KnownPlace } from '#server/modules/calendar/queries.ts';
import { keepPeriods, periodsOf, refuseLockedDays } from '#server/modules/catalog/period-lock.ts';
import { lunchRecords } from '#server/modules/lunch/queries.ts';
import {
  type CoveringSheet,
  enterDays,
  keepSheets,
  sheetLocks,
  sheetsOf,
} from '#server/modules/timesheets/covered-days.ts';
import type { Call } from '#server/records/call.ts';
import {
  ownerOf,
  refuseOutdated,
  refuseProblems,
  wireRow,
  withTouched,
} from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import {
  eventOfSavedLunch,
  eventReadsOf,
  keepEventReads,
  linkProblems,
  removeEventOfLunch,
} from './lunch-event.ts';
import {
  forgetPunched,
  type KnownLunchProvider,
  keepLunchProviders,
  keepPunched,
  type LunchProvider,
  lunchesBetween,
  lunchProvider,
  lunchProvidersOf,
  punchedLunchesNear,
  punchedOf,
} from './queries.ts';

/**
 * Stores a lunch break under the id from the device. Its event is created with it, and follows changes and
 * deletion (`lunch-event.ts`).
 */
export async function createLunch(call: Call, body: LunchBody): Promise<LunchBreak> {
  const { tx, actor, context } = call;
  const provider = ownerOf(actor, body.provider);
  refuseProblems({
    ...lunchProblems(body, pacificDay(context.now)),
    ...providerProblems(actor, provider, await lunchProvider(tx, provider)),
    ...(await linkProblems(tx, context, { ...body, provider }, null)),
  });
  const days = [pacificDay(body.lunch_start_time)];
  await refuseLockedDays(tx, days);
  const settleTimesheets = await enterDays(call, {
    entity: 'lunch',
    id: body.id,
    provider,
    days,
  });
  const lunch: LunchBreak = {
    ...firstRow(call, 'lunch', { ...body, provider }),
    lunch_start_time: new Date(body.lunch_start_time).toISOString(),
    lunch_end_time: instantOf(body.lunch_end_time),
  };
  await refusePunchedAlready(tx, lunch);
  lunch.calendar_event_id = await eventOfSavedLunch(call, lunch, null);
  await call.create(lunchRecords, lunch);
  if (isPunched(lunch)) forgetPunched(tx, provider);
  await settleTimesheets();
  return lunch;
}

/** Prefetches what all lunch breaks of a batch need. */
export async function prefetchLunches(
  tx: Transaction,
  calls: readonly { actor: Actor; body: unknown }[],
): Promise<void> {
  const writes = calls.flatMap(({ actor, body }) => {
    const lunch = body as LunchBody;
    const provider = lunch.provider ?? actor.provider_id;
    return provider === null ? [] : [{ ...lunch, provider, days: [pacificDay(lunch.lunch_start_time)] }];
  });
  const providers = [...new Set(writes.map(({ provider }) => provider))];
  const days = [...new Set(writes.flatMap((write) => write.days))];
  const ids = writes.map(({ id }) => id);
  const read = await jsonRowsOfEach<{
    providers: KnownLunchProvider;
    periods: PayPeriod;
    sheet_locks: unknown;
    taken: { id: string };
    taken_events: { id: string };
    places: KnownPlace;
  }>(tx, {
    providers: lunchProvidersOf(providers),
    periods: periodsOf(days),
    sheet_locks: sheetLocks(writes),
    taken: takenIds(lunch_breaks, ids),
    ...eventReadsOf(writes),
  });
  const locked = await jsonRowsOfEach<{ sheets: CoveringSheet; punched: LunchBreak }>(tx, {
    sheets: sheetsOf(writes),
    punched: punchedOf(providers, days),
  });
  keepLunchProviders(tx, read.providers);
  keepPeriods(tx, days, read.periods);
  keepPunched(tx, providers, days, locked.punched);
  keepSheets(tx, writes, locked.sheets);
  keepFreeIds(tx, lunch_breaks, ids, read.taken);
  keepEventReads(tx, writes, read);
}

/** Changes the edited fields of a lunch break. */
export async function updateLunch(call: Call, id: string, changes: LunchChanges): Promise<LunchBreak> {
  const { tx, context } = call;
  const before = await changeableLunch(call, id);
  const next = withTouched(before, changes);
  next.lunch_end_time = endAfterChange(before, changes);
  refuseProblems({
    ...lunchProblems(next, pacificDay(context.now)),
    ...(await linkProblems(tx, context, next, before)),
  });
  const { provider } = before;
  const days = [before, next].map((lunch) => pacificDay(lunch.lunch_start_time));
  await refuseLockedDays(tx, days);
  const settleTimesheets = await enterDays(call, { entity: 'lunch', id, provider, days });
  const lunch: LunchBreak = {
    ...wireRow(next),
    lunch_start_time: new Date(next.lunch_start_time).toISOString(),
    lunch_end_time: instantOf(next.lunch_end_time),
  };
  if (changesMinutes(before, lunch)) await refusePunchedAlready(tx, lunch);
  lunch.calendar_event_id = await eventOfSavedLunch(call, lunch, before);
  const stored = await call.change(lunchRecords, before, lunch, { fields: Object.keys(changes) });
  forgetPunched(tx, provider);
  await settleTimesheets();
  return stored;
}

/** Soft-deletes a lunch break; the row stays for the audit. */
export async function deleteLunch(call: Call, id: string): Promise<void> {
  const { tx } = call;
  const before = await changeableLunch(call, id);
  const { provider } = before;
  const days = [pacificDay(before.lunch_start_time)];
  await refuseLockedDays(tx, days);
  const settleTimesheets = await enterDays(call, { entity: 'lunch', id, provider, days });
  await call.remove(lunchRecords, before);
  forgetPunched(tx, provider);
  await removeEventOfLunch(call, wireRow(before));
  await settleTimesheets();
}

export async function readLunch(tx: Transaction, actor: Actor, id: string): Promise<LunchBreak> {
  const lunch = await storedRow(tx, 'lunch', id);
  if (lunch === null || !(await isVisible(tx, actor, lunch.provider))) throw new ApiError('record.absent');
  if (lunch.deleted_at !== null) throw new ApiError('record.deleted');
  return wireRow(lunch);
}

export async function listLunchesOfDay(
  tx: Transaction,
  actor: Actor,
  provider: string,
  day: string,
): Promise<LunchBreak[]> {
  if (!(await isVisible(tx, actor, provider))) throw new ApiError('record.absent');
  return lunchesBetween(tx, provider, day, day);
}

async function isVisible(tx: Transaction, actor: Actor, provider: string): Promise<boolean> {
  const person = await lunchProvider(tx, provider);
  return person !== null && maySeeLunch(actor, { provider }, person.services);
}

/** People who may see a break but not change it are told so; to all others it is absent. */
async function changeableLunch(call: Call, id: string): Promise<Stored<'lunch'>> {
  const { tx, actor, context } = call;
  const lunch = await storedRow(tx, 'lunch', id);
  if (lunch === null) throw new ApiError('record.absent');
  if (!mayChangeOwnDay(actor, lunch)) {
    throw new ApiError((await isVisible(tx, actor, lunch.provider)) ? 'access.denied' : 'record.absent');
  }
  refuseOutdated(lunch, context.base_version);
  return lunch;
}

/**
 * An already punched lunch can't be entered again. A punch itself is always accepted, even over a form entry:
 * what happened isn't refused, and the meal rules count both as one.
 */
async function refusePunchedAlready(tx: Transaction, lunch: LunchBreak): Promise<void> {
  if (isPunched(lunch)) return;
  const day = pacificDay(lunch.lunch_start_time);
  const punched = punchedAlready(lunch, await punchedLunchesNear(tx, lunch.provider, day));
  if (punched !== null) refuseProblems({ lunch_start_time: punchedAlreadyWords(punched) });
}

function providerProblems(actor: Actor, id: string, person: LunchProvider | null): FieldErrors {
  if (person === null || person.archived || !mayChangeOwnDay(actor, { provider: id })) {
    return { provider: "Provider not found, or you can't record for them." };
  }
  return recordsLunch(person.emp)
    ? {}
    : { provider: 'Only hourly employees (W-2, non-exempt) record lunch breaks.' };
}

function instantOf(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
