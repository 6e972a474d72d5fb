import { signed } from '#contract/report-files/file-cells.ts';
import type { LocalSession } from '#db/sessions.ts';
import { durationApproval, requestsOf, type SessionRequest } from '#domain/sessions/session-requests.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { nameOfPerson, type SessionLookups } from './session-lookups.ts';
import { studentNames } from './session-words.ts';

/** A session whose minutes are not those of the plan, with what was decided about them. */
export interface DurationRow {
  session: LocalSession;
  request: SessionRequest;
  provider: string;
  students: string;
  service: string;
  short_service: string;
  /** Who decided, when, and with what note; empty while it waits. */
  decision: string;
  old_minutes: number;
  new_minutes: number;
  difference: number;
}

/** How far a duration is from the plan: up to 5 minutes, up to 15, and more. */
export const DURATION_SIZES = ['small', 'medium', 'large'] as const;
export type DurationSize = (typeof DURATION_SIZES)[number];

export const SIZE_LABELS: Readonly<Record<DurationSize, string>> = {
  small: 'Within 5 minutes',
  medium: '6 to 15 minutes',
  large: 'More than 15 minutes',
};

const [SMALL, MEDIUM] = [5, 15];

export function sizeOf({ difference }: Pick<DurationRow, 'difference'>): DurationSize {
  const minutes = Math.abs(difference);
  if (minutes <= SMALL) return 'small';
  return minutes <= MEDIUM ? 'medium' : 'large';
}

/** Pending ones that are about as far from the plan, so that they can be decided together. */
export interface DurationCluster {
  size: DurationSize;
  rows: readonly DurationRow[];
}

/** The clusters of pending requests that have at least two, the closest to the plan first. Pure. */
export function durationClusters(rows: readonly DurationRow[]): DurationCluster[] {
  const pending = rows.filter(({ request }) => request.state === 'pending');
  return DURATION_SIZES.map((size) => ({
    size,
    rows: pending.filter((row) => sizeOf(row) === size),
  })).filter((cluster) => cluster.rows.length >= 2);
}

/** The changed durations among these sessions. Pure. */
export function durationRows(sessions: readonly LocalSession[], lookups: SessionLookups): DurationRow[] {
  const services = new Map(lookups.services.map((service) => [service.id, service]));
  return sessions.flatMap((session) => {
    const request = requestsOf(session).findLast(({ kind }) => kind === 'duration');
    if (request === undefined || durationApproval(session) === 'none') return [];
    const { scheduled_minutes, actual_minutes } = session;
    const service = services.get(session.service);
    return [
      {
        ...{ session, request },
        provider: nameOfPerson(session.provider, lookups),
        students: studentNames(session, lookups.studentNames),
        service: service?.name ?? 'Unknown service',
        short_service: service?.short_name ?? 'Unknown service',
        decision: decisionWords(request, lookups),
        old_minutes: scheduled_minutes,
        new_minutes: actual_minutes,
        difference: actual_minutes - scheduled_minutes,
      },
    ];
  });
}

/** Who decided, when, and with what note; empty while it waits. */
export function decisionWords(
  { decided_by, decided_at, note }: SessionRequest,
  lookups: SessionLookups,
): string {
  if (decided_at === null) return '';
  const by = decided_by === null ? '' : nameOfPerson(decided_by, lookups);
  return [by, pacificDisplay(decided_at), note].filter((part) => part !== '').join(', ');
}

/** What a decision on changed minutes does to pay and billing, in a sentence. */
export function durationEffect(
  decision: 'approved' | 'refused',
  { old_minutes, new_minutes }: Pick<DurationRow, 'old_minutes' | 'new_minutes'>,
  { isTotal = false } = {},
): string {
  const [before, after] = [old_minutes, new_minutes].map((minutes) => minutes.toLocaleString('en-US'));
  const noun = (minutes: number) => `${minutes === 1 ? 'minute' : 'minutes'}${isTotal ? ' in total' : ''}`;
  if (isTotal && decision === 'approved' && old_minutes === new_minutes) {
    return `Pay and billing stay at ${after} ${noun(new_minutes)}.`;
  }
  return decision === 'approved'
    ? `Pay and billing change from ${before} to ${after} ${noun(new_minutes)} (${signed(new_minutes - old_minutes)}).`
    : `Pay and billing stay at the scheduled ${before} ${noun(old_minutes)}, not ${after}.`;
}

export interface DurationTotals {
  pending: number;
  decided: number;
  /** Sums over the rows that are shown, in minutes. */
  old_minutes: number;
  new_minutes: number;
  difference: number;
}

export function durationTotals(rows: readonly DurationRow[]): DurationTotals {
  const pending = rows.filter(({ request }) => request.state === 'pending').length;
  const sumOf = (minutesOf: (row: DurationRow) => number) =>
    rows.reduce((sum, row) => sum + minutesOf(row), 0);
  return {
    pending,
    decided: rows.length - pending,
    old_minutes: sumOf((row) => row.old_minutes),
    new_minutes: sumOf((row) => row.new_minutes),
    difference: sumOf((row) => row.difference),
  };
}
