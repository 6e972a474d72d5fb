import { CalendarDays, TriangleAlert, Utensils } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EVENT_COLORS } from '#contract/calendar.ts';
import type { Service } from '#contract/catalogue.ts';
import { calendarEventsOfProvider } from '#db/calendar-events.ts';
import { servicesByName } from '#db/catalogue.ts';
import type { RecordState as StoredState } from '#db/local-database.ts';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { studentsById } from '#db/people.ts';
import { sessionsOfProvider } from '#db/sessions.ts';
import { dayStrip, type StripItem } from '#domain/calendar/day-strip.ts';
import { WAIVER_LABELS } from '#domain/lunch/lunch-break.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { displayTime } from '#domain/time/pacific.ts';
import { useLocal } from '#sync/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RecordState, type RecordStateName } from '#ui/record-state.tsx';
import { DurationDisplay } from '#ui/time-display.tsx';
import { daySpans, type StripSpan } from './day-spans.ts';

const RECORD_STATES: Record<StoredState, RecordStateName> = {
  sent: 'sent',
  waiting: 'on-device',
  attention: 'needs-attention',
};

/** The edge in the event's colour; what it means always stands in words beside it. */
const EDGES: Record<(typeof EVENT_COLORS)[number], string> = {
  blue: 'bg-[oklch(0.62_0.14_250)]',
  green: 'bg-[oklch(0.62_0.14_150)]',
  amber: 'bg-[oklch(0.72_0.14_75)]',
  red: 'bg-[oklch(0.6_0.17_25)]',
  violet: 'bg-[oklch(0.6_0.15_295)]',
  teal: 'bg-[oklch(0.62_0.1_195)]',
  gray: 'bg-[oklch(0.62_0.01_70)]',
};

/** What can be done from the strip; without any it is only looked at. */
export interface StripActions {
  onOpenSession: (id: string) => void;
  /** Begins a session filled in from the event. */
  onLogSession: (eventId: string) => void;
  onOpenLunch: (id: string) => void;
}

interface DayStripProps {
  provider: string;
  /** A Pacific day. */
  day: string;
  actions?: StripActions;
  /** Stands in the empty day, such as buttons to add something. */
  emptyAction?: ReactNode;
}

/** A provider's day in one column: calendar, sessions, lunch, gaps and overlaps by the clock. */
export function DayStrip({ provider, day, actions, emptyAction }: DayStripProps) {
  const events = useLocal((db) => calendarEventsOfProvider(db, provider, day, day), [provider, day]);
  const sessions = useLocal((db) => sessionsOfProvider(db, provider, day, day), [provider, day]);
  const lunches = useLocal((db) => lunchBreaksOfDay(db, provider, day), [provider, day]);
  const students = useLocal(studentsById, []);
  const services = useLocal(servicesByName, []);
  if (
    events === undefined ||
    sessions === undefined ||
    lunches === undefined ||
    students === undefined ||
    services === undefined
  ) {
    return null;
  }
  const items = dayStrip(daySpans({ events, sessions, lunches }));
  if (items.length === 0) {
    return (
      <EmptyState icon={CalendarDays} title="Nothing on this day" action={emptyAction} className="py-8">
        {actions === undefined ? 'The calendar is free.' : 'Add a session as soon as there is one.'}
      </EmptyState>
    );
  }

  const namesOf = (ids: readonly string[]) => {
    const known = ids.flatMap((id) => students.get(id) ?? []);
    const [only] = known;
    return known.length === 1 && only !== undefined ? fullName(only) : known.map(shortName).join(', ');
  };
  const serviceOf = (id: string | null) => services.find((service) => service.id === id);
  const titleOf = (span: StripSpan): string => {
    switch (span.kind) {
      case 'lunch':
        return span.lunch.waiver_type === '' ? 'Lunch Break' : 'Lunch waived';
      case 'session':
        return namesOf(span.session.student_ids) || serviceOf(span.session.service)?.name || 'Session';
      case 'event':
        return (
          (span.event.student !== null && namesOf([span.event.student])) ||
          withoutService(span.event.event_title, serviceOf(span.event.service))
        );
    }
  };
  return (
    <ol aria-label="Day" className="grid">
      {items.map((item) =>
        item.kind === 'gap' ? (
          <Gap key={`gap ${item.start_time}`} item={item} />
        ) : (
          <SpanRow
            key={item.span.id}
            item={item}
            title={titleOf(item.span)}
            detail={detailOf(item.span, serviceOf)}
            overlapWords={item.overlaps.map(titleOf).join(', ')}
            actions={actions}
          />
        ),
      )}
    </ol>
  );
}

/** The service stands below the title anyway. */
function withoutService(title: string, service: Service | undefined): string {
  const prefix = `${service?.short_name} – `;
  return title.startsWith(prefix) ? title.slice(prefix.length) : title;
}

function detailOf(span: StripSpan, serviceOf: (id: string | null) => Service | undefined): string {
  switch (span.kind) {
    case 'lunch':
      if (span.lunch.waiver_type !== '') return WAIVER_LABELS[span.lunch.waiver_type];
      return span.isOnCalendar ? 'On the calendar' : 'Not on the calendar yet';
    case 'session':
      return serviceOf(span.session.service)?.name ?? 'Session';
    case 'event':
      // Beside the button there is little room.
      return serviceOf(span.event.service)?.short_name ?? 'Calendar';
  }
}

function Gap({ item }: { item: Extract<StripItem<StripSpan>, { kind: 'gap' }> }) {
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)] items-center gap-3 py-1 text-muted-foreground text-xs">
      <span className="text-right tabular-nums">{displayTime(item.start_time)}</span>
      <span className="flex items-center gap-2">
        <span>
          <DurationDisplay minutes={item.minutes} /> free
        </span>
        <span aria-hidden="true" className="h-px flex-1 border-border border-t border-dashed" />
      </span>
    </li>
  );
}

interface SpanRowProps {
  item: Extract<StripItem<StripSpan>, { kind: 'span' }>;
  title: string;
  detail: string;
  overlapWords: string;
  actions: StripActions | undefined;
}

function SpanRow({ item: { span, end_time }, title, detail, overlapWords, actions }: SpanRowProps) {
  const isPlan = span.kind === 'event';
  const open =
    actions === undefined || span.kind === 'event'
      ? undefined
      : () => (span.kind === 'session' ? actions.onOpenSession(span.id) : actions.onOpenLunch(span.id));
  const body = (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        {span.kind === 'lunch' && <Utensils aria-hidden="true" className="size-3.5 shrink-0" />}
        <span className="truncate font-medium">{title}</span>
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5 text-muted-foreground text-xs">
        <span className="max-w-full truncate">
          <DurationDisplay minutes={span.minutes} /> · {detail}
        </span>
        {span.kind === 'session' && span.session.attendance !== 'delivered' && (
          <Badge variant="neutral">{ATTENDANCE_LABELS[span.session.attendance]}</Badge>
        )}
        {span.kind === 'session' && span.session.changeDuration && (
          <Badge variant="warning">Changed duration</Badge>
        )}
      </span>
      {overlapWords !== '' && (
        <span className="flex min-w-0 items-center gap-1 font-medium text-warning text-xs">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">Overlaps {overlapWords}</span>
        </span>
      )}
    </>
  );
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)] gap-3 py-1 text-sm">
      <span className="pt-2 text-right text-xs tabular-nums leading-4">
        <span className="block font-medium">{displayTime(span.start_time)}</span>
        <span className="block text-muted-foreground">{displayTime(end_time)}</span>
      </span>
      <span
        className={`flex min-h-14 min-w-0 items-stretch overflow-hidden rounded-lg border border-border ${
          isPlan ? 'border-dashed' : 'bg-card'
        }`}
      >
        <span aria-hidden="true" className={`w-1 shrink-0 ${edgeOf(span)}`} />
        {open === undefined ? (
          <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center gap-0.5 px-3 py-1.5">
            {body}
          </span>
        ) : (
          <button
            type="button"
            onClick={open}
            className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center gap-0.5 px-3 py-1.5 text-left transition-colors hover:bg-muted focus-visible:outline-offset-[-2px]"
          >
            {body}
          </button>
        )}
        <span className="flex shrink-0 items-center pr-3">
          {span.kind === 'event' ? (
            actions !== undefined &&
            !span.event.is_lunch && (
              <Button
                size="sm"
                variant="outline"
                aria-label={`Log session: ${title}`}
                className="-mr-1"
                onClick={() => actions.onLogSession(span.id)}
              >
                Log session
              </Button>
            )
          ) : (
            <RecordState
              iconOnly
              state={RECORD_STATES[(span.kind === 'session' ? span.session : span.lunch).record_state]}
            />
          )}
        </span>
      </span>
    </li>
  );
}

function edgeOf(span: StripSpan): string {
  if (span.kind === 'event') return EDGES[span.event.event_color];
  return span.kind === 'lunch' ? EDGES.green : 'bg-primary';
}
