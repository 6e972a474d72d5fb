import type { LocalSession } from '#db/sessions.ts';
import type { LocalStudentService } from '#db/student-file.ts';
import { type AuthorizedUse, authorizedPeriod, authorizedUse } from '#domain/sessions/authorized-minutes.ts';
import { useSessions } from '#screens/device/held-sessions.ts';

/** The first and last day of all authorization periods that contain a Pacific day; null if there are none. */
export function spanOfUse(
  assigned: readonly LocalStudentService[],
  day: string,
): { from: string; to: string } | null {
  const periods = assigned.flatMap((row) =>
    row.authorised_minutes === null ? [] : (authorizedPeriod(row, day) ?? []),
  );
  const from = periods.map((period) => period.from).sort()[0];
  const to = periods
    .map((period) => period.to)
    .sort()
    .at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}

/** The parts of sessions that count toward authorized minutes. */
export function usingSessions(sessions: readonly LocalSession[]) {
  return sessions.map((session) => ({ ...session, is_unsent: session.record_state !== 'sent' }));
}

/**
 * The use of each assigned service in the period of a day, by the service's row, as far as the person may see: a provider's own
 * sessions, or everyone's at the office. Undefined until loaded, and while the server can't be asked for older ones.
 */
export function useAuthorizedUses(
  assigned: readonly LocalStudentService[],
  day: string,
): ReadonlyMap<string, AuthorizedUse> | undefined {
  const span = spanOfUse(assigned, day);
  const from = span?.from ?? '';
  const to = span?.to ?? '';
  const students = [...new Set(assigned.map(({ student }) => student))];
  const { result: sessions } = useSessions({ from, to, students });
  if (sessions === undefined) return undefined;
  const using = usingSessions(sessions);
  return new Map(
    assigned.flatMap((row) => {
      const use = authorizedUse(row, using, day);
      return use === null ? [] : [[row.id, use] as const];
    }),
  );
}
