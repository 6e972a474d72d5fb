import type { ReactNode } from 'react';
import { payPeriods } from '#db/catalog.ts';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { sessionsBetween } from '#db/sessions.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { WARNING_LINK, WarningList } from '#ui/warning-list.tsx';
import { useExceededWords } from './authorized-note.tsx';
import type { SessionLookups } from './session-lookups.ts';
import type { SessionValues } from './session-values.ts';
import { sessionWarnings } from './session-warnings.ts';
import { studentNames } from './session-words.ts';

/** Renders a link to a session. */
export type LinkToSession = (id: string, content: ReactNode, className: string) => ReactNode;

interface FormWarningsProps {
  values: SessionValues;
  id: string | null;
  lookups: SessionLookups;
  linkTo: LinkToSession;
}

/** Warnings above Save. */
export function FormWarnings({ values, id, lookups, linkTo }: FormWarningsProps) {
  const { workspace } = useSignedIn();
  const { session_date: day, provider } = values;
  const sessions = useLocal((db) => sessionsBetween(db, day, day), [day]);
  const lunches = useLocal((db) => lunchBreaksOfDay(db, provider, day), [provider, day]);
  const periods = useLocal(payPeriods, []);
  const exceeded = useExceededWords({ values, id, lookups });
  const warnings = [
    ...sessionWarnings(values, id, {
      sessions: sessions ?? [],
      lunches: lunches ?? [],
      periods: periods ?? [],
      nameOf: (other) => studentNames(other, lookups.students),
      now: workspace.clock.now(),
    }),
    ...exceeded.map((words) => ({ words, session: null })),
  ];
  return (
    <WarningList
      warnings={warnings.map(({ words, session }) => ({
        ...{ id: `${words} ${session}`, words },
        link: session === null ? null : linkTo(session, 'View', WARNING_LINK),
      }))}
    />
  );
}
