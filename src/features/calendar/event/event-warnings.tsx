import { useMemo } from 'react';
import type { CalendarEvent } from '#contract/calendar.ts';
import { closuresBetween } from '#db/calendar-events.ts';
import {
  closedDays,
  closedSentence,
  plannedSpans,
  unavailableSentence,
} from '#domain/calendar/series-warnings.ts';
import { useAvailabilityOf } from '#screens/device/availabilities.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { WarningList } from '#ui/warning-list.tsx';
import { type EventValues, fieldsOfValues } from './event-values.ts';

interface EventWarningsProps {
  values: EventValues;
  /** Of the occurrence that is edited. */
  series: Pick<CalendarEvent, 'event_start_date' | 'excluded_dates'> | null;
  lookups: Lookups;
}

/** Days on which the provider isn't available or schools are closed, of all occurrences. They can still be planned. */
export function EventWarnings({ values, series, lookups }: EventWarningsProps) {
  const known = useAvailabilityOf(values.provider);
  const isWhole = [values.event_start_date, values.event_start_time, values.event_end_time].every(
    (part) => part !== '',
  );
  const spans = useMemo(
    () =>
      isWhole
        ? plannedSpans(
            fieldsOfValues(values, () => ''),
            series,
          )
        : [],
    [isWhole, values, series],
  );
  const from = spans[0]?.day ?? '';
  const to = spans.at(-1)?.day ?? '';
  const closures = useLocal((db) => closuresBetween(db, from, to), [from, to]) ?? [];
  const isSeries = values.recurring_type !== '';
  const student = lookups.students.get(values.student);
  const place = lookups.locations.find(({ id }) => id === values.location);
  // A single meeting has nothing to do with schools.
  const concerns = isSeries || student !== undefined || place !== undefined;
  const closed = closedDays(concerns ? closures : [], (student ?? place)?.client ?? null);
  const takingPlace = isSeries ? spans.filter(({ day }) => !closed.has(day)) : spans;
  const sentences = [
    known === null ? null : unavailableSentence(known.who, known.availability, takingPlace),
    closedSentence(closed, spans, isSeries),
  ];
  return (
    <WarningList
      warnings={sentences.flatMap((words, place) => (words === null ? [] : [{ id: String(place), words }]))}
    />
  );
}
