import type { z } from 'zod';
import { CalendarEvent, SchoolClosure } from './calendar.ts';
import { Client, Location, PayPeriod, Provider, Service } from './catalogue.ts';
import type { EntityName } from './entity-name.ts';
import { LunchBreak } from './lunch.ts';
import { Session } from './session.ts';
import { Student } from './student.ts';
import { Timecard } from './timecard.ts';
import { Timesheet } from './timesheet.ts';

/** The wire shape of each noun that lives on devices. */
export const entityRows = {
  session: Session,
  lunch: LunchBreak,
  calendar_event: CalendarEvent,
  student: Student,
  client: Client,
  provider: Provider,
  service: Service,
  location: Location,
  pay_period: PayPeriod,
  timecard: Timecard,
  timesheet: Timesheet,
  school_closure: SchoolClosure,
} as const satisfies Record<EntityName, z.ZodObject>;

export type EntityRow<Name extends EntityName> = z.output<(typeof entityRows)[Name]>;
