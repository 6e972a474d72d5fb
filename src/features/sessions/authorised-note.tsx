import { TriangleAlert } from 'lucide-react';
import { authorisationsOf } from '#db/authorisations.ts';
import { type LocalSession, sessionsBetween } from '#db/sessions.ts';
import { authorisedPeriod, authorisedUse, authorisedWords } from '#domain/sessions/authorised-minutes.ts';
import { shortName } from '#domain/students/student-name.ts';
import { useLoading } from '#sync/first-pull.ts';
import { useLocal } from '#sync/signed-in.ts';
import type { SessionChoices } from './session-choices.ts';
import type { SessionValues } from './session-values.ts';

interface AuthorisedNoteProps {
  values: SessionValues;
  id: string | null;
  choices: SessionChoices;
}

/** What is authorised for the chosen students and service, what of it is used, and whether this session exceeds it. */
export function AuthorisedNote({ values, id, choices }: AuthorisedNoteProps) {
  const { student_ids: students, service, provider, session_date: day } = values;
  const uses = useAuthorisedUses({ students, service, provider, day, except: id });
  const minutes =
    values.attendance === 'delivered' || values.attendance === 'make-up' ? (values.actual_minutes ?? 0) : 0;
  return (
    <ul aria-label="Authorised minutes" aria-live="polite" className="grid gap-1.5 text-sm empty:hidden">
      {uses.map((use) => {
        const student = choices.students.get(use.student);
        const name = students.length > 1 && student !== undefined ? `${shortName(student)}: ` : '';
        const isExceeded = minutes > use.left_minutes;
        return (
          <li
            key={`${use.student} ${use.from} ${use.per}`}
            className={
              isExceeded
                ? 'flex items-start gap-2 rounded-lg bg-warning-soft px-3 py-2 text-warning'
                : 'rounded-lg bg-muted px-3 py-2 text-muted-foreground'
            }
          >
            {isExceeded && <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
            <span>
              {name}
              {authorisedWords(use)}.
              {isExceeded &&
                ` This session exceeds what is left by ${minutes - Math.max(0, use.left_minutes)} min.`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface Wanted {
  students: readonly string[];
  service: string;
  provider: string;
  /** A Pacific day. */
  day: string;
  /** The session that is edited. */
  except: string | null;
}

/** As far as this device knows: it has a provider's own sessions, and everybody's at the office. */
function useAuthorisedUses({ students, service, provider, day, except }: Wanted) {
  const known = useLocal((db) => authorisationsOf(db, students), [students.join(' ')]);
  const assigned = (known ?? []).flatMap((one) => {
    const period =
      one.service === service &&
      one.authorised_minutes !== null &&
      (one.provider === null || one.provider === provider)
        ? authorisedPeriod(one, day)
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
  const sessions = useLocal(
    (db): Promise<LocalSession[]> => (from === '' ? Promise.resolve([]) : sessionsBetween(db, from, to)),
    [from, to],
  );
  if (isLoading || sessions === undefined) return [];
  const using = sessions.map((session) => ({ ...session, is_unsent: session.record_state !== 'sent' }));
  return assigned.flatMap(({ one }) => {
    const use = authorisedUse(one, using, day, except);
    return use === null ? [] : [{ ...use, student: one.student }];
  });
}
