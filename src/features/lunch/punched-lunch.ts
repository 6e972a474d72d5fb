import { v7 as uuidv7 } from 'uuid';
import { LunchBody } from '#contract/lunch.ts';
import { lunchBreakById, lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { lunchEventId } from '#domain/lunch/desired-event.ts';
import { minutesPunched } from '#domain/lunch/lunch-rules.ts';
import { enteredAlready, type LunchTimes } from '#domain/lunch/same-lunch.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { type DatedCard, punchProblem, toTheSecond } from '#domain/timecards/punch-rules.ts';
import type { Workspace } from '#sync/workspace.ts';
import { dayLane, saveLinked } from './linked-lunch.ts';

/** The stored entry of a punch, with its event. */
interface PunchedLunch {
  lunch_id: string;
  /** The write on which the punch depends; null if nothing had to be written. */
  writeId: string | null;
}

/** Presses this close together are one, repeated or from two tabs. */
const SAME_PRESS_MS = 60_000;

/**
 * Writes the lunch entry that a punch starts. An entry whose punch was never written is reused: with its own
 * instant if it is from the same press, so that two tabs agree, and otherwise with that of this press. A form
 * entry for the same minutes is used too and gets the punched times.
 */
export async function startPunchedLunch(
  workspace: Workspace,
  card: DatedCard & { provider: string },
  at: string,
): Promise<PunchedLunch & { at: string }> {
  const { provider } = card;
  const day = pacificDay(at);
  const lane = dayLane(provider, day);
  const taken = card.breaks.map(({ lunch_id }) => lunch_id);
  const lunch_start_time = toTheSecond(at);
  const known = await lunchBreaksOfDay(workspace.db, provider, day);
  const begun =
    known.find(
      ({ id, source, lunch_end_time }) =>
        source === 'punch' && lunch_end_time === null && !taken.includes(id),
    ) ?? enteredAlready(plannedFrom(lunch_start_time), known, taken);
  if (begun !== null && !isEntered(begun) && isSamePress(card, begun.lunch_start_time, at)) {
    return { lunch_id: begun.id, at: begun.lunch_start_time, writeId: null };
  }
  if (begun !== null) {
    const body = { lunch_start_time };
    const write = { endpoint: 'lunch.update' as const, id: begun.id, opened: begun, body, lane };
    const writeId = await saveLinked(workspace, write, begun, { ...begun, ...body });
    return { lunch_id: begun.id, at: lunch_start_time, writeId };
  }
  const id = uuidv7();
  const calendar_event_id = lunchEventId(id);
  const body = LunchBody.parse({ id, provider, lunch_start_time, source: 'punch', calendar_event_id });
  const write = { endpoint: 'lunch.create' as const, id, body, lane };
  const writeId = await saveLinked(workspace, write, null, { ...body, provider });
  return { lunch_id: id, at: lunch_start_time, writeId };
}

/** The entry of a lunch at the moment it is punched. */
function plannedFrom(lunch_start_time: string): LunchTimes {
  return LunchBody.parse({ id: uuidv7(), lunch_start_time, source: 'punch' });
}

/** As entered in the form: its times are whole minutes. */
function isEntered({ source, lunch_start_time }: LunchTimes): boolean {
  return source === 'manual' && Date.parse(lunch_start_time) % 60_000 === 0;
}

function isSamePress(card: DatedCard, before: string, at: string): boolean {
  const apart = Math.abs(Date.parse(at) - Date.parse(before));
  return apart < SAME_PRESS_MS && punchProblem(card, 'start-lunch', before) === null;
}

/** Updates the entry of a punch with the timecard's times; null if they are the same. */
export async function timePunchedLunch(
  workspace: Workspace,
  lunch_id: string,
  times: { started_at: string; ended_at: string },
): Promise<PunchedLunch | null> {
  const lunch = await lunchBreakById(workspace.db, lunch_id);
  if (lunch === null) return null;
  const lunch_end_time = toTheSecond(times.ended_at);
  const lunch_start_time = toTheSecond(times.started_at);
  if (lunch.lunch_end_time === lunch_end_time && lunch.lunch_start_time === lunch_start_time) return null;
  const lunch_duration = minutesPunched(lunch_start_time, lunch_end_time);
  const body = {
    lunch_end_time,
    ...(lunch.lunch_start_time === lunch_start_time ? {} : { lunch_start_time }),
    ...(lunch.lunch_duration === lunch_duration ? {} : { lunch_duration }),
  };
  const lane = dayLane(lunch.provider, pacificDay(lunch_start_time));
  const write = { endpoint: 'lunch.update' as const, id: lunch_id, opened: lunch, body, lane };
  const writeId = await saveLinked(workspace, write, lunch, { ...lunch, ...body });
  return { lunch_id, writeId };
}
