import { CalendarX, Check, TriangleAlert, UserX } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { LocalSession } from '#db/sessions.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import { type CopyDoubt, type DayCopy, dayCopies } from '#domain/sessions/copied-session.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { nameIfKnown, shortName } from '#domain/students/student-name.ts';
import { dayPlus, displayDay, displayTime } from '#domain/time/pacific.ts';
import { dayWithWeekday } from '#domain/time/week.ts';
import { useOccurrences } from '#screens/device/held-events.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Sheet, SheetBody, SheetContent, SheetDescription, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { WholeTimes } from '#ui/time-display.tsx';
import { createSession } from './record-session.ts';
import { type SessionLookups, useSessionChoices } from './session-lookups.ts';
import { fieldsOfCopy, studentsOfEvent } from './session-values.ts';
import { studentNames } from './session-words.ts';

/** Further back no one looks for a day to copy. */
const DAYS_BACK = 60;

interface CopyDayProps {
  provider: string;
  /** The Pacific day that gets the sessions. */
  day: string;
  onClose: () => void;
}

/** The sessions of another day, to be recorded for this one: each with a tap, or all at once. */
export function CopyDay({ provider, day: dayOnOpening, onClose }: CopyDayProps) {
  const [day] = useState(dayOnOpening);
  const { workspace } = useSignedIn();
  const lookups = useSessionChoices();
  const [chosen, setChosen] = useState<string | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const once = useOneAtATime();
  const sessions = useSessions({ from: dayPlus(day, -DAYS_BACK), to: day, provider }).result?.toReversed();
  const occurrences = useOccurrences({ provider, from: day, to: day }).result;
  if (lookups === undefined || sessions === undefined || occurrences === undefined) return null;
  const days = [...new Set(sessions.map(({ session_date }) => session_date))].filter((one) => one < day);
  const source = chosen ?? days.at(-1) ?? dayPlus(day, -1);
  const onDay = sessions.filter(({ session_date }) => session_date === day);
  const logged = new Set(onDay.flatMap(({ calendar_event_id }) => calendar_event_id ?? []));
  const students = [...lookups.students.values()];
  const events = occurrences
    .filter(({ skipped, event }) => skipped === null && !event.is_lunch && !logged.has(event.id))
    .map(({ event }) => ({ ...event, student_ids: studentsOfEvent(event, students) }));
  const copies = dayCopies(
    sessions.filter(({ session_date }) => session_date === source),
    onDay,
    events,
  );
  const left = copies.filter(({ existing }) => existing === null);
  const wanted = left.filter(({ doubt }) => doubt === null);

  const record = async (copied: readonly DayCopy<LocalSession>[]) => {
    setBusy(true);
    const failed = new Map(problems);
    for (const copy of copied) {
      failed.delete(copy.pattern.id);
      try {
        const recorded = await createSession(workspace, uuidv7(), fieldsOfCopy(copy, day));
        if (recorded.kind === 'refused') {
          failed.set(copy.pattern.id, Object.values(recorded.problems).join(' '));
        }
      } catch (problem) {
        failed.set(copy.pattern.id, notSavedWords(problem));
      }
    }
    setProblems(failed);
    setBusy(false);
  };

  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="sm:max-w-lg">
        <SheetHeader>
          <SheetTitle>Duplicate a day</SheetTitle>
          <SheetDescription>
            To {dayWithWeekday(day)}. Each is logged as delivered for its scheduled length.
          </SheetDescription>
        </SheetHeader>
        <SheetBody className="grid scroll-pb-[calc(var(--form-footer,4.5rem)+8.5rem)] gap-4 pb-0">
          <Field label="Copy from">
            <Input
              type="date"
              value={source}
              max={dayPlus(day, -1)}
              onChange={({ target }) => setChosen(target.value === '' ? null : target.value)}
            />
          </Field>
          {copies.length === 0 ? (
            <EmptyState icon={CalendarX} title={`No sessions on ${displayDay(source)}`}>
              Choose another day.
            </EmptyState>
          ) : (
            <>
              <ul aria-label="Sessions to duplicate" className="grid min-w-0 grid-cols-1 gap-2">
                {copies.map((copy) => (
                  <CopyEntry
                    key={copy.pattern.id}
                    copy={copy}
                    lookups={lookups}
                    problem={problems.get(copy.pattern.id) ?? null}
                    isBusy={isBusy}
                    onRecord={() => void once(() => record([copy]))}
                  />
                ))}
              </ul>
              <div className="sticky bottom-0 mt-auto grid gap-2 bg-popover pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
                <p role="status" className="text-muted-foreground text-sm">
                  {statusWords(copies.length, left.length, wanted.length)}
                </p>
                {wanted.length === 0 ? (
                  <Button size="lg" onClick={onClose}>
                    Done
                  </Button>
                ) : (
                  <Button
                    size="lg"
                    progress={isBusy ? 'loading' : 'idle'}
                    onClick={() => void once(() => record(wanted))}
                  >
                    {wanted.length === 1
                      ? 'Log session'
                      : `Log ${wanted.length === left.length ? 'all ' : ''}${wanted.length}`}
                  </Button>
                )}
              </div>
            </>
          )}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function statusWords(all: number, left: number, wanted: number): string {
  if (left === 0) return 'Nothing left to log.';
  if (wanted === left) return left === all ? `${all} to log.` : `${left} of ${all} to log.`;
  const others =
    left - wanted === 1 ? '1 with a warning is left out.' : `${left - wanted} with warnings are left out.`;
  return wanted === 0 ? others : `${wanted} of ${all} to log. ${others}`;
}

/** "Maya R. is absent on this day" */
function doubtWords(doubt: CopyDoubt, { students }: SessionLookups): string {
  const name = nameIfKnown(students.get(doubt.student), shortName);
  return doubt.kind === 'absent'
    ? `${name} is marked absent on this day`
    : `${name} is already ${doubt.kind} at ${displayTime(doubt.start_time)}`;
}

interface CopyEntryProps {
  copy: DayCopy<LocalSession>;
  lookups: SessionLookups;
  problem: string | null;
  isBusy: boolean;
  onRecord: () => void;
}

function CopyEntry({ copy, lookups, problem, isBusy, onRecord }: CopyEntryProps) {
  const { pattern, existing, doubt } = copy;
  const names = studentNames(pattern, lookups.studentNames);
  const service = lookups.services.find(({ id }) => id === pattern.service)?.short_name ?? 'Service';
  return (
    <li className="grid grid-cols-1 gap-1 rounded-lg border border-border bg-card px-3 py-2 text-sm">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium">{names}</span>
          <span className="block text-muted-foreground text-xs tabular-nums">
            {displayTime(pattern.start_time)} · {pattern.scheduled_minutes} min · {service}
          </span>
        </p>
        {existing === null ? (
          <Button
            size="sm"
            variant="outline"
            disabled={isBusy}
            aria-label={`Log session: ${names}, ${displayTime(pattern.start_time)}`}
            onClick={onRecord}
          >
            {doubt === null ? 'Log' : 'Log anyway'}
          </Button>
        ) : (
          <ExistingState existing={existing} />
        )}
      </div>
      {doubt !== null && (
        <p className="flex items-start gap-1.5 text-warning text-xs">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          <span>
            <WholeTimes>{doubtWords(doubt, lookups)}</WholeTimes>
          </span>
        </p>
      )}
      {problem !== null && (
        <p role="alert" className="text-destructive">
          {problem}
        </p>
      )}
    </li>
  );
}

/** Only a session that was held is "Logged"; any other says how it went. */
function ExistingState({ existing }: { existing: Pick<LocalSession, 'attendance'> }) {
  const { attendance } = existing;
  const isHeld = attendance === 'delivered' || attendance === 'make-up';
  return (
    <span
      className={cn(
        'flex shrink-0 items-center gap-1 text-xs',
        isHeld ? 'text-success' : 'text-muted-foreground',
      )}
    >
      {isHeld ? (
        <Check aria-hidden="true" className="size-4" />
      ) : (
        <UserX aria-hidden="true" className="size-4" />
      )}
      {isHeld ? 'Logged' : ATTENDANCE_LABELS[attendance]}
    </span>
  );
}
