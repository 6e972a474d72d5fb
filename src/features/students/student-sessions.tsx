import { CalendarX } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { dayPlus, displayDay, displayMoment } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useHeldFrom, useSessions } from '#screens/device/held-sessions.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { AskedOfServer } from '#ui/server-data.tsx';

/** Days that each press adds. */
const STRETCH_DAYS = 90;
const NO_SESSIONS: readonly LocalSession[] = [];

interface StudentSessionsProps {
  student: string;
  onOpen: (id: string) => void;
}

/** The student's sessions, newest first: those that are here, and earlier ones by stretches of days. */
export function StudentSessions(props: StudentSessionsProps) {
  const today = useToday();
  const recent = dayPlus(today, -STRETCH_DAYS);
  const heldFrom = useHeldFrom();
  if (heldFrom === undefined) return null;
  // In a large organization no month may be here: the server is asked at once.
  const isHere = heldFrom !== null && heldFrom > recent && heldFrom <= today;
  return <SessionsSince {...props} start={isHere ? heldFrom : recent} />;
}

/** @param start the first day without a press */
function SessionsSince({ student, onOpen, start }: StudentSessionsProps & { start: string }) {
  const [stretches, setStretches] = useState(0);
  const to = dayPlus(useToday(), 1);
  const from = dayPlus(start, -STRETCH_DAYS * stretches);
  const found = useSessions({ from, to, students: [student] });
  const isMissing = found.result === undefined && found.isHeld === false;
  const last = useRef<LocalSession[]>(undefined);
  if (found.result !== undefined) last.current = found.result;
  // The last ones stay as long as the server hasn't answered.
  const rows = found.result ?? last.current ?? (isMissing ? NO_SESSIONS : undefined);
  const named = useLookups();
  const columns = useMemo<DataTableColumn<LocalSession>[]>(() => {
    const services = new Map(named?.services.map(({ id, short_name }) => [id, short_name]));
    return [
      {
        id: 'date',
        header: fieldLabel('session', 'session_date'),
        width: '11.25rem',
        value: ({ session_date, start_time }) => `${session_date} ${start_time}`,
        cell: ({ session_date, start_time }) => displayMoment(session_date, start_time),
      },
      {
        id: 'service',
        header: fieldLabel('session', 'service'),
        width: '5.75rem',
        value: ({ service }) => services.get(service) ?? 'Unknown service',
      },
      {
        id: 'provider',
        header: fieldLabel('session', 'provider'),
        width: '7.25rem',
        value: ({ provider }) => {
          const known = named?.providers.get(provider);
          return known === undefined ? 'A colleague' : providerName(known);
        },
      },
      {
        id: 'minutes',
        header: fieldLabel('session', 'actual_minutes'),
        width: '5.75rem',
        align: 'end',
        value: ({ actual_minutes }) => actual_minutes,
      },
      {
        id: 'attendance',
        header: fieldLabel('session', 'attendance'),
        width: '7.25rem',
        value: ({ attendance }) => ATTENDANCE_LABELS[attendance],
      },
      {
        id: 'record',
        header: 'Sync status',
        width: '6.75rem',
        value: ({ record_state }) => record_state,
        cell: ({ record_state }) => <RecordState state={record_state} />,
      },
    ];
  }, [named]);
  if (rows === undefined || named === undefined) return null;
  return (
    <div className="grid gap-3">
      <DataTable
        label="Sessions"
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        initialSort={{ id: 'date', desc: true }}
        empty={
          <EmptyState icon={CalendarX} title="No sessions">
            There are no sessions since {displayDay(isMissing ? start : from)} that you can see.
          </EmptyState>
        }
      />
      {isMissing ? (
        <AskedOfServer name="earlier sessions" state={found} />
      ) : (
        <div className="flex flex-wrap items-center justify-center gap-3 text-muted-foreground text-sm">
          <span>Since {displayDay(from)}</span>
          <Button variant="outline" size="sm" onClick={() => setStretches((before) => before + 1)}>
            Show earlier sessions
          </Button>
        </div>
      )}
    </div>
  );
}
