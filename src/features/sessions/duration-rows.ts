import type { LocalSession } from '#db/sessions.ts';
import { durationApproval, requestsOf, type SessionRequest } from '#domain/sessions/session-requests.ts';
import { nameOfPerson, type SessionChoices } from './session-choices.ts';
import { studentNames } from './session-words.ts';

/** A session whose minutes are not those of the plan, with what was decided about them. */
export interface DurationRow {
  session: LocalSession;
  request: SessionRequest;
  provider: string;
  students: string;
  service: string;
  old_minutes: number;
  new_minutes: number;
  difference: number;
}

export interface DurationFilter {
  from: string;
  to: string;
  provider: string;
  status: SessionRequest['state'] | '';
  /** Matches provider, students and service. */
  search: string;
}

/** The changed durations among these sessions. Pure. */
export function durationRows(sessions: readonly LocalSession[], choices: SessionChoices): DurationRow[] {
  const services = new Map(choices.services.map((service) => [service.id, service.name]));
  return sessions.flatMap((session) => {
    const request = requestsOf(session).findLast(({ kind }) => kind === 'duration');
    if (request === undefined || durationApproval(session) === 'none') return [];
    const { scheduled_minutes, actual_minutes } = session;
    return [
      {
        ...{ session, request },
        provider: nameOfPerson(session.provider, choices),
        students: studentNames(session, choices.students),
        service: services.get(session.service) ?? 'Unknown service',
        old_minutes: scheduled_minutes,
        new_minutes: actual_minutes,
        difference: actual_minutes - scheduled_minutes,
      },
    ];
  });
}

export function filteredDurations(rows: readonly DurationRow[], filter: DurationFilter): DurationRow[] {
  const wanted = filter.search.trim().toLowerCase();
  return rows.filter(
    ({ session, request, provider, students, service }) =>
      filter.from <= session.session_date &&
      session.session_date <= filter.to &&
      (filter.provider === '' || session.provider === filter.provider) &&
      (filter.status === '' || request.state === filter.status) &&
      (wanted === '' || `${provider} ${students} ${service}`.toLowerCase().includes(wanted)),
  );
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
