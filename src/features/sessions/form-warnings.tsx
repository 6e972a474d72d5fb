import type { ReactNode } from 'react';
import { payPeriods } from '#db/catalog.ts';
import { timePlusMinutes } from '#domain/time/pacific.ts';
import { useUnavailableWords } from '#screens/device/availabilities.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useLunchBreaks } from '#screens/device/others-days.ts';
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

function notChecked(against: readonly string[]): string {
  return `You're offline, so this isn't checked against ${against.join(' and ')} of that day.`;
}

/** Warnings above Save. */
export function FormWarnings({ values, id, lookups, linkTo }: FormWarningsProps) {
  const { workspace } = useSignedIn();
  const { session_date: day, provider } = values;
  const beside = useSessions({ from: day, to: day });
  const { lunches, isOffline } = useLunchBreaks(provider, day);
  const periods = useLocal(payPeriods, []);
  const exceeded = useExceededWords({ values, id, lookups });
  const { start_time: from } = values;
  const to = from === '' ? '' : timePlusMinutes(from, values.actual_minutes ?? 0);
  // A session that goes past midnight ends on another day.
  const unavailable = useUnavailableWords(provider, { day, from, to: to < from ? '23:59' : to });
  const unchecked = [
    ...(beside.isHeld === false && beside.isOffline ? ['the other sessions'] : []),
    ...(isOffline ? ["the provider's lunch breaks"] : []),
  ];
  const warnings = [
    ...sessionWarnings(values, id, {
      sessions: beside.result ?? [],
      lunches: lunches ?? [],
      periods: periods ?? [],
      nameOf: (other) => studentNames(other, lookups.studentNames),
      now: workspace.clock.now(),
    }),
    ...(unchecked.length > 0 ? [{ words: notChecked(unchecked), session: null }] : []),
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
