import { Refusal } from '#contract/errors.ts';
import type { LunchBody, LunchBreak, LunchChanges } from '#contract/lunch.ts';
import { type Actor, mayChangeOwnDay, maySeeLunch } from '#domain/access/row-rules.ts';
import { scopesOfOwnDay } from '#domain/access/scopes.ts';
import { endAfterChange, lunchProblems, recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { changesMinutes, isPunched, punchedAlready, punchedAlreadyWords } from '#domain/lunch/same-lunch.ts';
import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { recordChange, recordDeletion } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { insertNew, readFreeIds } from '#server/db/new-rows.ts';
import { lunch_breaks } from '#server/db/schema/work.ts';
import { readPeriodsAhead, refuseLockedDays } from '#server/modules/catalogue/period-lock.ts';
import {
  auditChange,
  overwrite,
  ownerOf,
  refuseOutdated,
  refuseProblems,
  wireRow,
  withTouched,
} from '#server/modules/changing-rows.ts';
import { enterDays, readSheetsAhead } from '#server/modules/timesheets/covered-days.ts';
import type { CallFacts } from '#server/plugins/call.ts';
import { eventOfSavedLunch, linkProblems, removeEventOfLunch } from './lunch-event.ts';
import {
  forgetPunched,
  type LunchProvider,
  lunchesOfDay,
  lunchProvider,
  punchedLunchesNear,
  readLunchProvidersAhead,
  readPunchedAhead,
  type StoredLunch,
  storedLunch,
} from './queries.ts';

/**
 * Records a lunch break under the id that the device made.
 *
 * A device names the event that it sends as its own second write. For everybody else the
 * event is made here, and follows changes and deletion (`lunch-event.ts`).
 */
export async function createLunch(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  body: LunchBody,
): Promise<LunchBreak> {
  const provider = ownerOf(actor, body.provider);
  refuseProblems({
    ...lunchProblems(body, pacificDay(facts.now)),
    ...providerProblems(actor, provider, await lunchProvider(tx, provider)),
    ...(await linkProblems(tx, facts, { ...body, provider }, null)),
  });
  const days = [pacificDay(body.lunch_start_time)];
  await refuseLockedDays(tx, days);
  const settleTimesheets = await enterDays(tx, actor, facts, {
    entity: 'lunch',
    id: body.id,
    provider,
    days,
  });
  const lunch: LunchBreak = {
    ...body,
    provider,
    lunch_start_time: new Date(body.lunch_start_time).toISOString(),
    lunch_end_time: instantOf(body.lunch_end_time),
    acknowledgment_note: '',
    acknowledged_by: null,
    acknowledged_at: null,
    captured_by: actor.user_id,
    captured_at: new Date(facts.captured_at).toISOString(),
    received_at: new Date(facts.now).toISOString(),
    version: 1,
  };
  await refusePunchedAlready(tx, lunch);
  lunch.calendar_event_id = await eventOfSavedLunch(tx, actor, facts, lunch, null);
  if (!(await insertNew(tx, lunch_breaks, { ...lunch, received_at: facts.now }))) {
    throw new Refusal('record.exists');
  }
  if (isPunched(lunch)) forgetPunched(tx, provider);
  await recordChange(tx, 'lunch', lunch.id, scopesOfOwnDay(lunch));
  await auditChange(tx, actor, facts, { entity: 'lunch', verb: 'create', row: lunch });
  await settleTimesheets();
  return lunch;
}

/** What all lunch breaks of a batch need, read once. */
export async function readLunchesAhead(
  tx: Transaction,
  calls: readonly { actor: Actor; body: unknown }[],
): Promise<void> {
  const writes = calls.flatMap(({ actor, body }) => {
    const { id, provider: named, lunch_start_time } = body as LunchBody;
    const provider = named ?? actor.provider_id;
    return provider === null ? [] : [{ id, provider, days: [pacificDay(lunch_start_time)] }];
  });
  const providers = [...new Set(writes.map(({ provider }) => provider))];
  const days = [...new Set(writes.flatMap((write) => write.days))];
  await readLunchProvidersAhead(tx, providers);
  await readPeriodsAhead(tx, days);
  await readPunchedAhead(tx, providers, days);
  await readSheetsAhead(tx, writes);
  await readFreeIds(
    tx,
    lunch_breaks,
    writes.map(({ id }) => id),
  );
}

/** Changes the touched fields of a lunch break. */
export async function updateLunch(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
  changes: LunchChanges,
): Promise<LunchBreak> {
  const before = await changeableLunch(tx, actor, facts, id);
  const next = withTouched(before, changes);
  next.lunch_end_time = endAfterChange(before, changes);
  refuseProblems({
    ...lunchProblems(next, pacificDay(facts.now)),
    ...(await linkProblems(tx, facts, next, before)),
  });
  const { provider } = before;
  const days = [before, next].map((lunch) => pacificDay(lunch.lunch_start_time));
  await refuseLockedDays(tx, days);
  const settleTimesheets = await enterDays(tx, actor, facts, { entity: 'lunch', id, provider, days });
  const lunch = {
    ...wireRow(next),
    lunch_start_time: new Date(next.lunch_start_time).toISOString(),
    lunch_end_time: instantOf(next.lunch_end_time),
    version: before.version + 1,
  };
  if (changesMinutes(before, lunch)) await refusePunchedAlready(tx, lunch);
  lunch.calendar_event_id = await eventOfSavedLunch(tx, actor, facts, lunch, before);
  await overwrite(tx, lunch_breaks, before, lunch, storedLunch);
  forgetPunched(tx, provider);
  await recordChange(tx, 'lunch', id, scopesOfOwnDay(lunch));
  await auditChange(tx, actor, facts, {
    entity: 'lunch',
    verb: 'update',
    row: lunch,
    fields: Object.keys(changes),
  });
  await settleTimesheets();
  return lunch;
}

/** Takes a lunch break out of sight; the row stays for the audit. */
export async function deleteLunch(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
): Promise<void> {
  const before = await changeableLunch(tx, actor, facts, id);
  const { provider } = before;
  const days = [pacificDay(before.lunch_start_time)];
  await refuseLockedDays(tx, days);
  const settleTimesheets = await enterDays(tx, actor, facts, { entity: 'lunch', id, provider, days });
  await overwrite(
    tx,
    lunch_breaks,
    before,
    { deleted_at: facts.now, version: before.version + 1 },
    storedLunch,
  );
  forgetPunched(tx, provider);
  await recordDeletion(tx, 'lunch', id);
  await auditChange(tx, actor, facts, { entity: 'lunch', verb: 'delete', row: before });
  await removeEventOfLunch(tx, actor, facts, wireRow(before));
  await settleTimesheets();
}

export async function readLunch(tx: Transaction, actor: Actor, id: string): Promise<LunchBreak> {
  const lunch = await storedLunch(tx, id);
  if (lunch === null || !(await isVisible(tx, actor, lunch.provider))) throw new Refusal('record.absent');
  if (lunch.deleted_at !== null) throw new Refusal('record.deleted');
  return wireRow(lunch);
}

export async function listLunchesOfDay(
  tx: Transaction,
  actor: Actor,
  provider: string,
  day: string,
): Promise<LunchBreak[]> {
  if (!(await isVisible(tx, actor, provider))) throw new Refusal('record.absent');
  return lunchesOfDay(tx, provider, day);
}

async function isVisible(tx: Transaction, actor: Actor, provider: string): Promise<boolean> {
  const person = await lunchProvider(tx, provider);
  return person !== null && maySeeLunch(actor, { provider }, person.services);
}

/** Those who may look at a break without changing it are told so; to all others it does not exist. */
async function changeableLunch(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
): Promise<StoredLunch> {
  const lunch = await storedLunch(tx, id);
  if (lunch === null) throw new Refusal('record.absent');
  if (!mayChangeOwnDay(actor, lunch)) {
    throw new Refusal((await isVisible(tx, actor, lunch.provider)) ? 'access.denied' : 'record.absent');
  }
  refuseOutdated(lunch, facts.base_version);
  return lunch;
}

/**
 * A lunch that was punched is not entered a second time. A punch itself is always taken, also over
 * an entry of the form: what happened is not refused, and the meal rules count the two as one.
 */
async function refusePunchedAlready(tx: Transaction, lunch: LunchBreak): Promise<void> {
  if (isPunched(lunch)) return;
  const day = pacificDay(lunch.lunch_start_time);
  const punched = punchedAlready(lunch, await punchedLunchesNear(tx, lunch.provider, day));
  if (punched !== null) refuseProblems({ lunch_start_time: punchedAlreadyWords(punched) });
}

function providerProblems(actor: Actor, id: string, person: LunchProvider | null): FieldProblems {
  if (person === null || person.archived || !mayChangeOwnDay(actor, { provider: id })) {
    return { provider: 'This provider does not exist or is not yours to record for.' };
  }
  return recordsLunch(person.emp)
    ? {}
    : { provider: 'Lunch breaks are recorded for hourly employees (W-2, non-exempt) only.' };
}

function instantOf(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
