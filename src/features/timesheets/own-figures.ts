import { useMemo } from 'react';
import { figureParts } from '#domain/timesheets/figure-parts.ts';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { useStudentNames } from '#screens/device/student-names.ts';
import type { WhyPart } from '#screens/report/why.tsx';
import { recordParts } from './figure-words.ts';
import { type OwnHours, useOwnHours } from './own-hours.ts';

export interface OwnFigures {
  hours: OwnHours;
  /** The records behind a figure of a day. */
  recordsOf: (name: keyof TimesheetTotals, day: string) => WhyPart[];
}

/** The user's own hours with the records behind each figure; undefined until loaded. */
export function useOwnFigures({ from, to }: { from: string; to: string }): OwnFigures | undefined {
  const { hours } = useOwnHours({ start_date: from, end_date: to });
  const students = useStudentNames();
  return useMemo(
    () =>
      hours && {
        hours,
        recordsOf: (name, day) =>
          recordParts(name, figureParts(name, day, hours.work, hours.facts), students),
      },
    [hours, students],
  );
}
