import { useMachine } from '@xstate/react';
import {
  ClipboardClock,
  Clock,
  Coffee,
  type LucideIcon,
  Moon,
  Pause,
  Play,
  Square,
  Utensils,
} from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { ApiError } from '#contract/errors.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import type { LocalTimecard } from '#db/timecards.ts';
import type { MealFindings } from '#domain/lunch/meal-findings.ts';
import { findingsWords, lastMinuteBefore, MEAL_DISCLAIMER } from '#domain/lunch/meal-words.ts';
import { displaySpan, displayTime, pacificTime } from '#domain/time/pacific.ts';
import type { Punch } from '#domain/timecards/punch-rules.ts';
import { type TimecardState, timecardState } from '#domain/timecards/timecard.ts';
import { type ShownCard, type TimecardStep, timecardMachine } from '#machines/timecard.ts';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { isoNow } from '#sync/clock.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent } from '#ui/card.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { WholeTimes } from '#ui/time-display.tsx';
import { BreakEndDialog } from './break-end-dialog.tsx';
import { type LunchPunches, PunchRefused, punch, startDay } from './record-timecard.ts';

interface TodayCardProps {
  provider: string;
  card: LocalTimecard | null;
  now: number;
  found: MealFindings;
  due: string | null;
  lunches: LunchPunches;
  /** Whether a punch is being confirmed or stored: until then the day stays. */
  onPunching: (isPunching: boolean) => void;
  onCorrect: (card: LocalTimecard) => void;
}

const ACTIONS: Record<
  TimecardState,
  readonly { press: 'start-day' | Punch; name: string; icon: LucideIcon }[]
> = {
  off: [{ press: 'start-day', name: 'Clock in', icon: Play }],
  working: [
    { press: 'start-lunch', name: 'Start lunch', icon: Utensils },
    { press: 'pause', name: 'Pause', icon: Pause },
    { press: 'end-day', name: 'Clock out', icon: Square },
  ],
  lunch: [
    { press: 'end-lunch', name: 'End lunch', icon: Play },
    { press: 'end-day', name: 'Clock out', icon: Square },
  ],
  paused: [
    { press: 'unpause', name: 'Resume', icon: Play },
    { press: 'end-day', name: 'Clock out', icon: Square },
  ],
  ended: [{ press: 'start-day', name: 'Clock back in', icon: Play }],
};

const STATE_ICONS: Record<TimecardState, LucideIcon> = {
  off: Clock,
  working: Clock,
  lunch: Utensils,
  paused: Coffee,
  ended: Moon,
};

/** Today: the state of the day in one line, and the possible punches. */
export function TodayCard({
  provider,
  card,
  now,
  found,
  due,
  lunches,
  onPunching,
  onCorrect,
}: TodayCardProps) {
  const { workspace } = useSignedIn();
  const machine = useMemo(
    () =>
      timecardMachine.provide({
        actors: {
          record: fromPromise<void, { card: ShownCard | null; steps: readonly TimecardStep[] }>(
            async ({ input }) => {
              for (const step of input.steps) {
                if (step.punch === 'start-day') await startDay(workspace, provider, step.at);
                else if (input.card !== null) {
                  await punch(workspace, lunches, input.card.id, step.punch, step.at);
                }
              }
            },
          ),
        },
      }),
    [workspace, provider, lunches],
  );
  const [snapshot, send] = useMachine(machine, { input: { card, now } });
  useEffect(() => send({ type: 'card.changed', card }), [card, send]);
  useEffect(() => send({ type: 'clock.tick', at: now }), [now, send]);

  const state = timecardState(card);
  const running = card?.breaks.find(({ ended_at }) => ended_at === null);
  const Icon = STATE_ICONS[state];
  const isBusy = snapshot.matches('recording');
  const isPunching = isBusy || snapshot.matches('askingBreakEnd');
  useEffect(() => {
    onPunching(isPunching);
    return () => onPunching(false);
  }, [isPunching, onPunching]);
  const { problem, steps } = snapshot.context;
  const end = steps.find((step) => step.punch === 'end-day');
  const buttons = ACTIONS[state].map(({ press, name, icon: ActionIcon }, at) => (
    <Button
      key={press}
      size={state === 'ended' ? 'sm' : 'default'}
      variant={state === 'ended' ? 'ghost' : at === 0 ? 'default' : 'outline'}
      progress={isBusy && steps.some((step) => step.punch === press) ? 'loading' : 'idle'}
      onClick={() => send({ type: 'pressed', punch: press, at: isoNow(workspace.clock) })}
    >
      <ActionIcon aria-hidden="true" />
      {name}
    </Button>
  ));
  return (
    <Card className="@container">
      <CardContent className="grid gap-2 px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:gap-x-2">
          <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" />
          <p role="status" className="font-semibold leading-6 max-sm:text-sm">
            {stateWords(card)}
          </p>
          {card === null ? (
            <span className="ml-auto">{buttons}</span>
          ) : (
            <>
              <p className="text-muted-foreground text-sm max-sm:text-xs">
                <span className="max-sm:sr-only">Worked </span>
                <DurationDisplay minutes={found.worked_minutes} />
              </p>
              <span className="ml-auto flex items-center gap-1 max-sm:-mr-2">
                <RecordState iconOnly state={card.record_state} />
                <FixTimes onPress={() => onCorrect(card)} />
              </span>
            </>
          )}
        </div>
        {state === 'ended' && (
          <div className="flex items-end gap-2">
            <Findings found={found} />
            {buttons}
          </div>
        )}
        {problem !== null && (
          <p role="alert" className="rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm">
            {problem instanceof PunchRefused || problem instanceof ApiError
              ? problem.message
              : `Not saved: ${notSavedWords(problem)}`}
          </p>
        )}
        {card !== null && state !== 'ended' && (
          <div className="grid gap-2 @xl:flex">
            {due !== null && <DueWords due={due} now={now} />}
            <div className="flex gap-2 *:flex-auto max-sm:*:px-2">{buttons}</div>
          </div>
        )}
      </CardContent>
      {snapshot.matches('askingBreakEnd') && running !== undefined && card !== null && end !== undefined && (
        <BreakEndDialog
          kind={running.kind}
          started_at={running.started_at}
          now={end.at}
          workDate={card.work_date}
          onEntered={(at) => send({ type: 'break-end.entered', at })}
          onGiveUp={() => send({ type: 'break-end.given-up' })}
        />
      )}
    </Card>
  );
}

/** Another day, to view and correct. */
export function PastCard({
  card,
  found,
  onCorrect,
}: Pick<TodayCardProps, 'found' | 'onCorrect'> & { card: LocalTimecard }) {
  return (
    <Card className="@container">
      <CardContent className="grid gap-1 px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="font-semibold leading-6">{stateWords(card)}</p>
          {card.ended_at !== null && (
            <p className="text-muted-foreground text-sm">
              Worked <DurationDisplay minutes={found.worked_minutes} />
            </p>
          )}
          <span className="ml-auto flex items-center gap-1">
            <RecordState iconOnly state={card.record_state} />
            <FixTimes onPress={() => onCorrect(card)} />
          </span>
        </div>
        <Findings found={found} />
      </CardContent>
    </Card>
  );
}

function FixTimes({ onPress }: { onPress: () => void }) {
  return (
    <Button size="sm" variant="ghost" aria-label="Fix times" title="Fix times" onClick={onPress}>
      <ClipboardClock aria-hidden="true" />
      <span className="hidden @xl:inline">Fix times</span>
    </Button>
  );
}

/** The day's meal findings. */
function Findings({ found }: { found: MealFindings }) {
  return (
    <p className="flex-1 text-muted-foreground text-xs leading-5">
      <WholeTimes>{findingsWords(found).join(' ')}</WholeTimes> {MEAL_DISCLAIMER}
    </p>
  );
}

function DueWords({ due, now }: { due: string; now: number }) {
  const time = lastMinuteBefore(due);
  const isPast = Date.parse(due) <= now;
  return (
    <p
      className={`flex flex-1 items-center gap-2 rounded-lg px-3 py-2 font-medium text-sm ${
        isPast ? 'bg-warning-soft text-warning' : 'bg-primary-soft text-primary'
      }`}
    >
      <Utensils aria-hidden="true" className="size-4 shrink-0" />
      {isPast ? `Lunch should have started by ${time}` : `Start lunch by ${time}`}
    </p>
  );
}

/** "Working since 08:02 AM" */
function stateWords(card: LocalTimecard | null): string {
  const at = (instant: string) => displayTime(pacificTime(instant));
  if (card === null) return 'Not clocked in';
  const running = card.breaks.find(({ ended_at }) => ended_at === null);
  switch (timecardState(card)) {
    case 'lunch':
      return `At lunch since ${at(running?.started_at ?? card.started_at)}`;
    case 'paused':
      return `Paused since ${at(running?.started_at ?? card.started_at)}`;
    case 'ended':
      return displaySpan(pacificTime(card.started_at), pacificTime(card.ended_at ?? card.started_at));
    default:
      return `Working since ${at(card.started_at)}`;
  }
}
