import { authorizationsOf } from '#db/authorizations.ts';
import { authorizedPeriod, authorizedUse, authorizedWords } from '#domain/sessions/authorized-minutes.ts';
import { shortName } from '#domain/students/student-name.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import type { SessionLookups } from './session-lookups.ts';
import type { SessionValues } from './session-values.ts';

interface AuthorizedNoteProps {
  values: SessionValues;
  id: string | null;
  lookups: SessionLookups;
}

/**
 * What is authorized for the chosen students and service, and what of it is used: for each student of a group. What
 * a single student's session exceeds is a warning instead.
 */
export function AuthorizedNote({ values, id, lookups }: AuthorizedNoteProps) {
  const uses = useAuthorizedUses(values, id);
  return (
    <ul aria-label="Authorized minutes" aria-live="polite" className="grid gap-1.5 text-sm empty:hidden">
      {uses
        .filter((use) => values.student_ids.length > 1 || excessOf(use, values) === 0)
        .map((use) => (
          <li
            key={`${use.student} ${use.from} ${use.per}`}
            className="rounded-lg bg-muted px-3 py-2 text-muted-foreground"
          >
            {nameBefore(use.student, values, lookups)}
            {authorizedWords(use)}.
          </li>
        ))}
    </ul>
  );
}

/** A sentence for each authorization that the session would exceed. */
export function useExceededWords({ values, id, lookups }: AuthorizedNoteProps): string[] {
  return useAuthorizedUses(values, id).flatMap((use) => {
    const excess = excessOf(use, values);
    if (excess === 0) return [];
    const name = nameBefore(use.student, values, lookups);
    const over = use.left_minutes <= 0 ? 'No minutes are left.' : `This session goes over by ${excess} min.`;
    return [`${name}${authorizedWords(use)}. ${over}`];
  });
}

/** Minutes by which the session exceeds what is left; 0 where it does not. */
function excessOf({ left_minutes }: { left_minutes: number }, values: SessionValues): number {
  const isHeld = values.attendance === 'delivered' || values.attendance === 'make-up';
  const minutes = isHeld ? (values.actual_minutes ?? 0) : 0;
  return minutes > left_minutes ? minutes - Math.max(0, left_minutes) : 0;
}

function nameBefore(id: string, { student_ids }: SessionValues, { students }: SessionLookups): string {
  const student = students.get(id);
  return student_ids.length > 1 && student !== undefined ? `${shortName(student)}: ` : '';
}

/**
 * As far as the person may see: a provider's own sessions, or everyone's at the office.
 * @param except the session that is edited
 */
function useAuthorizedUses(
  { student_ids: students, service, provider, session_date: day }: SessionValues,
  except: string | null,
) {
  const known = useLocal((db) => authorizationsOf(db, students), [students.join(' ')]);
  const assigned = (known ?? []).flatMap((one) => {
    const period =
      one.service === service &&
      one.authorised_minutes !== null &&
      (one.provider === null || one.provider === provider)
        ? authorizedPeriod(one, day)
        : null;
    return period === null ? [] : [{ one, ...period }];
  });
  const from = assigned.map((part) => part.from).toSorted()[0] ?? '';
  const to =
    assigned
      .map((part) => part.to)
      .toSorted()
      .at(-1) ?? '';
  const isLoading = useLoading(from === '' ? undefined : from) !== null;
  const { result: sessions } = useSessions({ from, to, students });
  if (isLoading || sessions === undefined) return [];
  const using = sessions.map((session) => ({ ...session, is_unsent: session.record_state !== 'sent' }));
  return assigned.flatMap(({ one }) => {
    const use = authorizedUse(one, using, day, except);
    return use === null ? [] : [{ ...use, student: one.student }];
  });
}
