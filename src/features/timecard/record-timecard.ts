import { v7 as uuidv7 } from 'uuid';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { type LocalTimecard, timecardById, timecardsOfProvider } from '#db/timecards.ts';
import { refuseClosedDays } from '#db/timesheets.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { type CorrectionFields, corrected, correctionProblems } from '#domain/timecards/correction.ts';
import {
  futureProblem,
  type Punch,
  punchProblem,
  startProblems,
  toTheSecond,
} from '#domain/timecards/punch-rules.ts';
import { holdsFrom } from '#screens/device/first-pull.ts';
import { isoNow } from '#sync/clock.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import type { Workspace } from '#sync/workspace.ts';

interface PunchedLunch {
  lunch_id: string;
  writeId: string | null;
}

/** How punches write the same lunch entry as the lunch form. */
export interface LunchPunches {
  start: (workspace: Workspace, card: LocalTimecard, at: string) => Promise<PunchedLunch & { at: string }>;
  time: (
    workspace: Workspace,
    lunch_id: string,
    times: { started_at: string; ended_at: string },
  ) => Promise<PunchedLunch | null>;
}

/** Why a punch was rejected, with a message for the person. */
export class PunchRefused extends Error {
  constructor(words: string) {
    super(words);
    this.name = 'PunchRefused';
  }
}

function laneOf(provider: string, work_date: string): string {
  return `day:${provider}:${work_date}`;
}

export async function startDay(workspace: Workspace, provider: string, at: string): Promise<void> {
  const started_at = toTheSecond(at);
  const work_date = pacificDay(started_at);
  // A day started on another device may be among the rows still loading.
  if (!(await holdsFrom(workspace.db, work_date))) {
    throw new PunchRefused('Your records for today are still loading. Try again in a moment.');
  }
  const others = await timecardsOfProvider(workspace.db, provider, work_date, work_date);
  const [problem] = Object.values(startProblems(started_at, others, workspace.clock.now()));
  if (problem !== undefined) throw new PunchRefused(problem);
  await refuseClosedDays(workspace.db, { user_id: workspace.user_id, provider, days: [work_date] });
  const id = uuidv7();
  await queueWrite(workspace, {
    endpoint: 'timecard.create',
    id,
    body: { id, provider, started_at },
    lane: laneOf(provider, work_date),
  });
}

/**
 * Records a punch on an open timecard. A lunch writes its entry first and the punch after it, so that they
 * arrive in this order.
 */
export async function punch(
  workspace: Workspace,
  lunches: LunchPunches,
  cardId: string,
  kind: Punch,
  pressedAt: string,
): Promise<void> {
  const at = toTheSecond(pressedAt);
  const card = await timecardById(workspace.db, cardId);
  if (card === null) throw new PunchRefused('This day is no longer on this device.');
  const problem = futureProblem(at, workspace.clock.now()) ?? punchProblem(card, kind, at);
  if (problem !== null) throw new PunchRefused(problem);
  await refuseClosed(workspace, card);
  const placeBehind = (writeId: string | null | undefined) => ({
    id: card.id,
    lane: laneOf(card.provider, card.work_date),
    depends_on: writeId == null ? [] : [writeId],
  });
  if (kind === 'start-lunch') {
    const lunch = await lunches.start(workspace, card, at);
    const body = { at: lunch.at, lunch_id: lunch.lunch_id };
    await queueWrite(workspace, { endpoint: 'timecard.start-lunch', body, ...placeBehind(lunch.writeId) });
    return;
  }
  const lunch = kind === 'end-lunch' ? await endLunch(workspace, lunches, card, at) : null;
  await queueWrite(workspace, {
    endpoint: `timecard.${kind}`,
    body: { at },
    ...placeBehind(lunch?.writeId),
  });
}

function refuseClosed({ db, user_id }: Workspace, card: LocalTimecard): Promise<void> {
  return refuseClosedDays(db, { user_id, provider: card.provider, days: [card.work_date], id: card.id });
}

async function endLunch(
  workspace: Workspace,
  lunches: LunchPunches,
  card: LocalTimecard,
  at: string,
): Promise<PunchedLunch | null> {
  const running = card.breaks.find(({ ended_at }) => ended_at === null);
  if (running?.lunch_id == null) return null;
  const entry = await lunchBreakById(workspace.db, running.lunch_id);
  return lunches.time(workspace, running.lunch_id, {
    started_at: entry?.lunch_start_time ?? running.started_at,
    ended_at: at,
  });
}

/** The same rules as on the server; by field. */
export function problemsOfCorrection(
  workspace: Workspace,
  card: LocalTimecard,
  fields: CorrectionFields,
): FieldErrors {
  const author = { user_id: workspace.user_id, at: isoNow(workspace.clock) };
  return {
    ...(fields.reason.trim() === '' ? { reason: 'Enter a reason.' } : {}),
    ...correctionProblems(corrected(card, fields, author), workspace.clock.now()),
  };
}

/**
 * Corrects a day: first the lunch entries of moved breaks, then the timecard with both values and the reason.
 */
export async function correctTimecard(
  workspace: Workspace,
  lunches: LunchPunches,
  card: LocalTimecard,
  fields: CorrectionFields,
): Promise<void> {
  await refuseClosed(workspace, card);
  const moved: PunchedLunch[] = [];
  for (const { lunch_id, started_at, ended_at } of fields.breaks ?? []) {
    if (lunch_id === null || ended_at === null) continue;
    const lunch = await lunches.time(workspace, lunch_id, { started_at, ended_at });
    if (lunch !== null) moved.push(lunch);
  }
  await queueWrite(workspace, {
    endpoint: 'timecard.update',
    id: card.id,
    body: {
      ...fields,
      breaks: fields.breaks === undefined ? undefined : [...fields.breaks],
    },
    lane: laneOf(card.provider, card.work_date),
    depends_on: moved.flatMap(({ writeId }) => writeId ?? []),
  });
}
