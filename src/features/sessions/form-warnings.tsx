import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { payPeriods } from '#db/catalogue.ts';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { sessionsBetween } from '#db/sessions.ts';
import { useLocal } from '#sync/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { useExceededWords } from './authorised-note.tsx';
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

/** More than these would cover the form on a small phone. */
const SHOWN_AT_FIRST = 2;

/** Stands above Save, is read out when it changes, and never stops a save. */
export function FormWarnings({ values, id, choices, linkTo }: FormWarningsProps) {
  const { session_date: day, provider } = values;
  const sessions = useLocal((db) => sessionsBetween(db, day, day), [day]);
  const lunches = useLocal((db) => lunchBreaksOfDay(db, provider, day), [provider, day]);
  const periods = useLocal(payPeriods, []);
  const exceeded = useExceededWords({ values, id, choices });
  const [isWhole, setWhole] = useState(false);
  const warnings = [
    ...sessionWarnings(values, id, {
      sessions: sessions ?? [],
      lunches: lunches ?? [],
      periods: periods ?? [],
      nameOf: (other) => studentNames(other, choices.students),
    }),
    ...exceeded.map((words) => ({ words, session: null })),
  ];
  const shown = isWhole ? warnings : warnings.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul aria-label="Warnings" aria-live="polite" className="grid gap-1.5 empty:hidden">
        {shown.map(({ words, session }) => (
          <li
            key={`${words} ${session}`}
            className="flex items-start gap-2 rounded-lg bg-warning-soft px-3 py-1.5 text-sm text-warning"
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
      {shown.length < warnings.length && (
        <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => setWhole(true)}>
          {warnings.length - shown.length} more to check
        </Button>
      )}
    </>
  );
}
