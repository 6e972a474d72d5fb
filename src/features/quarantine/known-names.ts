import { useMemo } from 'react';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { calendarEventById } from '#db/calendar-events.ts';
import { locationsByName, servicesByName } from '#db/catalogue.ts';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { providersById, studentsById } from '#db/people.ts';
import { sessionById } from '#db/sessions.ts';
import { timecardById } from '#db/timecards.ts';
import { timesheetById } from '#db/timesheets.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { fullName } from '#domain/students/student-name.ts';
import { useLocal } from '#sync/signed-in.ts';
import { subjectOf } from './quarantine-words.ts';
import type { KnownNames } from './write-fields.ts';

/** The names that this device knows; nothing until it has answered. */
export function useKnownNames(): KnownNames | undefined {
  const students = useLocal(studentsById, []);
  const services = useLocal(servicesByName, []);
  const locations = useLocal(locationsByName, []);
  const providers = useLocal(providersById, []);
  return useMemo(() => {
    if (!students || !services || !locations || !providers) return undefined;
    return {
      students: new Map([...students.values()].map((student) => [student.id, fullName(student)])),
      services: new Map(services.map(({ id, name }) => [id, name])),
      locations: new Map(locations.map(({ id, name }) => [id, name])),
      providers: new Map([...providers.values()].map((one) => [one.id, providerName(one)])),
    };
  }, [students, services, locations, providers]);
}

/** The record that a write changes or deletes, as this device has it; null where it has none. */
export function useCurrentRow(write: QuarantinedWrite): object | null | undefined {
  const { entity, effect, id } = subjectOf(write);
  return useLocal<object | null>(
    async (db) => {
      if (id === null || effect === 'create') return null;
      if (entity === 'session') return sessionById(db, id);
      if (entity === 'lunch') return lunchBreakById(db, id);
      if (entity === 'timecard') return timecardById(db, id);
      if (entity === 'timesheet') return timesheetById(db, id);
      return entity === 'calendar_event' ? calendarEventById(db, id) : null;
    },
    [entity, effect, id],
  );
}
