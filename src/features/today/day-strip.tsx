import { CalendarDays } from 'lucide-react';
import type { Service } from '#contract/catalog.ts';
import { servicesByName } from '#db/catalog.ts';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { dayStrip } from '#domain/calendar/day-strip-items.ts';
import { eventTitle } from '#domain/calendar/event-title.ts';
import { WAIVER_LABELS } from '#domain/lunch/lunch-break.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { otherZoneOn } from '#screens/device/device-zone.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { LacksSome, useOwnDays } from '#screens/device/own-days.tsx';
import { useLocal } from '#screens/device/signed-in.ts';
import { useStudentNames } from '#screens/device/student-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { AskedOfServer } from '#ui/server-data.tsx';
import { daySpans, type StripSpan } from './day-spans.ts';
import { Gap, SpanRow, type StripActions } from './span-row.tsx';

interface DayStripProps {
  provider: string;
  /** A Pacific day. */
  day: string;
  actions: StripActions;
}

/** A provider's day in one column: calendar, sessions, lunch, gaps, and overlaps in time order. */
export function DayStrip({ provider, day, actions }: DayStripProps) {
  const loading = useLoading(day);
  const { occurrences, sessions, lacking, planned, logged } = useOwnDays({ provider, from: day, to: day });
  const lunches = useLocal((db) => lunchBreaksOfDay(db, provider, day), [provider, day]);
  const students = useStudentNames();
  const services = useLocal(servicesByName, []);
  if (loading !== null) return <LoadingRecords words={loading.words} percent={loading.percent} />;
  const asked = [planned, logged].find(({ result, isHeld }) => result === undefined && isHeld === false);
  if (asked !== undefined && lacking === null) return <AskedOfServer name="this day" state={asked} />;
  if (
    occurrences === undefined ||
    sessions === undefined ||
    lunches === undefined ||
    services === undefined
  ) {
    return null;
  }
  // An entry past midnight appears on the day on which it starts.
  const events = occurrences.filter(({ event }) => event.event_start_date === day);
  const items = dayStrip(daySpans({ events, sessions, lunches }, day), day);
  if (items.length === 0) {
    if (lacking !== null) return <AskedOfServer name="this day" state={lacking} />;
    return (
      <EmptyState icon={CalendarDays} title="Nothing scheduled" className="py-8">
        No sessions or events. Add a session to log one.
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
        return eventTitle(
          span.event.event_title,
          span.event.student === null ? '' : namesOf([span.event.student]),
          serviceOf(span.event.service),
        );
    }
  };
  return (
    <>
      {lacking !== null && <LacksSome />}
      {otherZoneOn(day) !== null && <p className="text-muted-foreground text-xs">Times are Pacific.</p>}
      <ol aria-label="Day">
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
              mayLog={item.span.kind === 'event' && mayLog(item.span, provider)}
            />
          ),
        )}
      </ol>
    </>
  );
}

/** A lunch break, a skipped event, and someone else's event can't be logged as a session. */
function mayLog(span: Extract<StripSpan, { kind: 'event' }>, provider: string): boolean {
  return !span.event.is_lunch && span.skipped === null && span.event.provider === provider;
}

function detailOf(span: StripSpan, serviceOf: (id: string | null) => Service | undefined): string {
  switch (span.kind) {
    case 'lunch':
      if (span.lunch.waiver_type !== '') return WAIVER_LABELS[span.lunch.waiver_type];
      return span.isOnCalendar ? 'On the calendar' : 'Not on the calendar yet';
    case 'session':
      return serviceOf(span.session.service)?.short_name ?? 'Session';
    case 'event':
      // There is little room next to the button.
      return span.skipped === null
        ? (serviceOf(span.event.service)?.short_name ?? 'Calendar')
        : `Schools closed: ${span.skipped}`;
  }
}
