import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { isExtraPay, type LineKind } from './pay-line.ts';
import type { RunKind, RunState } from './run-states.ts';

export const RUN_STATE_LABELS: Readonly<Record<RunState, string>> = {
  open: 'Open',
  review: 'In review',
  approved: 'Approved',
  exported: 'Exported',
  closed: 'Closed',
};

export const RUN_KIND_LABELS: Readonly<Record<RunKind, string>> = {
  regular: 'Regular',
  adjustment: 'Adjustment',
};

/** The states that follow each one. */
const NEXT: Readonly<Record<RunState, readonly RunState[]>> = {
  open: ['review'],
  review: ['approved', 'open'],
  approved: ['exported'],
  exported: ['closed'],
  closed: [],
};

/** Whether lines can still be decided on, and the run discarded. Afterwards nothing of it changes. */
export function isRunOpen(state: RunState): boolean {
  return state === 'open' || state === 'review';
}

export interface RunFacts {
  state: RunState;
  started_by: string;
  /** Approved lines without a pay rate. */
  missing_rates: number;
}

/** Why a step of a run is refused; `code` is from the error catalog. */
export interface RunRefusal {
  code: 'decision.own' | 'request.invalid';
  message?: string;
  fields?: FieldErrors;
}

/**
 * Why this person can't bring a run to a state; null if they can. The person who started it doesn't approve it, nothing is
 * approved that has no rate, and sending it back needs a reason.
 */
export function stepRefusal(
  actor: { user_id: string },
  run: RunFacts,
  { state, note }: { state: RunState; note: string },
): RunRefusal | null {
  const refused = (message: string): RunRefusal => ({ code: 'request.invalid', fields: { state: message } });
  if (run.state === state) return refused(`This run is already ${RUN_STATE_LABELS[state].toLowerCase()}.`);
  if (!NEXT[run.state].includes(state)) {
    return refused(
      `A run that is ${RUN_STATE_LABELS[run.state].toLowerCase()} can't become ${RUN_STATE_LABELS[state].toLowerCase()}.`,
    );
  }
  if (state === 'approved') {
    if (run.started_by === actor.user_id) {
      return { code: 'decision.own', message: 'You started this run, so someone else has to approve it.' };
    }
    if (run.missing_rates > 0) return refused(missingRateWords(run.missing_rates));
  }
  if (state === 'open' && note.trim() === '') {
    return { code: 'request.invalid', fields: { note: 'Enter a reason.' } };
  }
  return null;
}

function missingRateWords(lines: number): string {
  const what = lines === 1 ? 'An approved line has' : `${lines} approved lines have`;
  return `${what} no pay rate. Add the rate on the provider's Rates tab, then take a new snapshot, or leave the line out.`;
}

/** The fields of a run's line that its decision needs. */
interface DecidedSubject {
  kind: LineKind;
  provider: string;
  minutes: number;
}

/** The most minutes of a line: a day. */
const DAY_MINUTES = 24 * 60;

/** Whether a line can have so many minutes: up to a day of them, or taken back if the line takes some back. */
export function isAdjustable(line: { minutes: number }, minutes: number): boolean {
  const [least, most] = line.minutes < 0 ? [-DAY_MINUTES, 0] : [0, DAY_MINUTES];
  return least <= minutes && minutes <= most;
}

/** Why this person can't decide on a line so; null if they can. No one decides on their own pay. */
export function lineRefusal(
  actor: { provider_id: string | null },
  line: DecidedSubject & { is_approved: boolean },
  state: RunState,
  decision: { is_approved: boolean; adjusted_minutes: number | null; note: string },
): RunRefusal | null {
  if (line.provider === actor.provider_id) {
    return { code: 'decision.own', message: 'Someone else has to approve your own pay.' };
  }
  if (!isRunOpen(state)) {
    return {
      code: 'request.invalid',
      message: `This run is ${RUN_STATE_LABELS[state].toLowerCase()}, so its lines can't change. Reopen it to correct them.`,
    };
  }
  const { adjusted_minutes: minutes, is_approved, note } = decision;
  const fields: Record<string, string> = {};
  if (minutes !== null && isExtraPay(line.kind)) {
    fields.adjusted_minutes = 'Change it under Extra pay, then take a new snapshot.';
  } else if (minutes !== null && !isAdjustable(line, minutes)) {
    fields.adjusted_minutes =
      line.minutes < 0 ? 'Enter minutes from -1,440 to 0.' : 'Enter minutes from 0 to 1,440.';
  }
  const needsNote = minutes !== null || (line.is_approved && !is_approved);
  if (needsNote && note.trim() === '') {
    fields.note = minutes === null ? "Enter why it's left out." : 'Enter why the minutes change.';
  }
  return Object.keys(fields).length === 0 ? null : { code: 'request.invalid', fields };
}
