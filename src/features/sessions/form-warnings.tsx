import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { payPeriods } from '#db/catalogue.ts';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { sessionsBetween } from '#db/sessions.ts';
import { useLocal } from '#sync/signed-in.ts';
import type { SessionChoices } from './session-choices.ts';
import type { SessionValues } from './session-values.ts';
import { sessionWarnings } from './session-warnings.ts';
import { studentNames } from './session-words.ts';

/** Leads to a session. */
export type LinkToSession = (id: string, content: ReactNode, className: string) => ReactNode;

interface FormWarningsProps {
  values: SessionValues;
  id: string | null;
  choices: SessionChoices;
  linkTo: LinkToSession;
}

/** Read out when they appear, and never in the way of saving. */
export function FormWarnings({ values, id, choices, linkTo }: FormWarningsProps) {
  const { session_date: day, provider } = values;
  const sessions = useLocal((db) => sessionsBetween(db, day, day), [day]);
  const lunches = useLocal((db) => lunchBreaksOfDay(db, provider, day), [provider, day]);
  const periods = useLocal(payPeriods, []);
  const warnings = sessionWarnings(values, id, {
    sessions: sessions ?? [],
    lunches: lunches ?? [],
    periods: periods ?? [],
    nameOf: (other) => studentNames(other, choices.students),
  });
  return (
    <ul aria-label="Warnings" aria-live="polite" className="grid gap-1.5 empty:hidden">
      {warnings.map(({ words, session }) => (
        <li
          key={`${words} ${session}`}
          className="flex items-start gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning"
        >
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {words}{' '}
            {session !== null &&
              linkTo(session, 'Open it', 'inline-flex items-center font-medium underline touch:min-h-11')}
          </span>
        </li>
      ))}
    </ul>
  );
}
