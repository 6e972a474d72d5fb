import { History } from 'lucide-react';
import { useMemo } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { lastTimeWith, likelyNext } from '#domain/sessions/copied-session.ts';
import { dayPlus, displayTime } from '#domain/time/pacific.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { Button } from '#ui/button.tsx';
import type { SessionLookups } from './session-lookups.ts';
import { type SessionValues, valuesOfLastTime } from './session-values.ts';
import { studentNames } from './session-words.ts';

/** Students not seen for longer aren't suggested. */
const DAYS_BACK = 60;
const MOST_OFFERED = 6;

interface SameAsLastTimeProps {
  values: SessionValues;
  lookups: SessionLookups;
  /** Fills the form from an earlier session. */
  onChoose: (last: LocalSession) => void;
}

/**
 * Fills the form with one tap: with the student who probably comes next, or once a student is chosen, from
 * the last session with them.
 */
export function SameAsLastTime({ values, lookups, onChoose }: SameAsLastTimeProps) {
  const { provider, session_date: day, student_ids: students } = values;
  const isLoading = useLoading() !== null;
  const { result: newestFirst } = useSessions({
    ...{ from: day === '' ? '' : dayPlus(day, -DAYS_BACK), to: day, provider },
  });
  const recent = useMemo(() => newestFirst?.toReversed(), [newestFirst]);
  // Otherwise an older session could be taken for the last one.
  if (isLoading || recent === undefined) return null;
  const last = students.length === 0 ? null : lastTimeWith(recent, students);
  const offered =
    students.length === 0
      ? likelyNext(recent, { day, now: values.start_time || '12:00', limit: MOST_OFFERED })
      : last !== null && !isAsThen(values, last)
        ? [last]
        : [];
  if (offered.length === 0) return null;
  const services = new Map(lookups.services.map((service) => [service.id, service.short_name]));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 flex items-center gap-1.5 font-medium text-sm">
        <History aria-hidden="true" className="size-4 text-muted-foreground" />
        Same as last time
      </legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((session) => (
          <Button
            key={session.id}
            variant="outline"
            className="h-auto min-h-10 max-w-full flex-col items-start gap-0 whitespace-normal px-3 py-1.5 text-left touch:min-h-11"
            onClick={({ currentTarget }) => {
              // The button goes away with what it offers.
              currentTarget.form?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
              onChoose(session);
            }}
          >
            <span>{studentNames(session, lookups.studentNames)}</span>
            <span className="font-normal text-muted-foreground text-xs tabular-nums">
              {services.get(session.service) ?? 'Service'} · {displayTime(session.start_time)} ·{' '}
              {session.scheduled_minutes} min
            </span>
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** Whether applying it would change nothing. */
function isAsThen(values: SessionValues, last: LocalSession): boolean {
  return JSON.stringify(valuesOfLastTime(last, values)) === JSON.stringify(values);
}
