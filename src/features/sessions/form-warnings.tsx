import type { ReactNode } from 'react';
import { payPeriods } from '#db/catalog.ts';
import { timePlusMinutes } from '#domain/time/pacific.ts';
import { useUnavailableWords } from '#screens/device/availabilities.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useLunchBreaks } from '#screens/device/others-days.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { isMissing, uncheckedWarning, WARNING_LINK, WarningList } from '#ui/warning-list.tsx';
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
  const beside = useSessions({ from: day, to: day });
  const lunchDay = useLunchBreaks(provider, day);
  const periods = useLocal(payPeriods, []);
  const exceeded = useExceededWords({ values, id, lookups });
  const { start_time: from } = values;
  const to = from === '' ? '' : timePlusMinutes(from, values.actual_minutes ?? 0);
  // A session that goes past midnight ends on another day.
  const unavailable = useUnavailableWords(provider, { day, from, to: to < from ? '23:59' : to });
  const missing = [
    { words: 'the other sessions', asked: beside },
    { words: "the provider's lunch breaks", asked: lunchDay },
  ].filter(({ asked }) => isMissing(asked));
  const warnings = [
    ...sessionWarnings(values, id, {
      sessions: beside.result ?? [],
      lunches: lunchDay.lunches ?? [],
      periods: periods ?? [],
      nameOf: (other) => studentNames(other, lookups.studentNames),
      now: workspace.clock.now(),
    }),
    ...(missing.length > 0 ? [{ ...uncheckedWarning(missing), session: null }] : []),
    ...(unavailable === null ? [] : [{ words: unavailable, session: null }]),
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
