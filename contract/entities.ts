import type { z } from 'zod';
import { Attachment } from './attachment.ts';
import { CalendarEvent, SchoolClosure } from './calendar.ts';
import { Client, Location, PayPeriod, Provider, Service } from './catalogue.ts';
import type { EntityName } from './entity-name.ts';
import { Goal } from './goal.ts';
import { LunchBreak } from './lunch.ts';
import { Parent } from './parent.ts';
import { Session } from './session.ts';
import { GoalEntry, SoapNote } from './soap-note.ts';
import { ClinicalCode, SoapOption } from './soap-options.ts';
import { Student } from './student.ts';
import { StudentNote } from './student-note.ts';
import { StudentService } from './student-service.ts';
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
  student_service: StudentService,
  parent: Parent,
  student_note: StudentNote,
  attachment: Attachment,
  goal: Goal,
  soap_note: SoapNote,
  goal_entry: GoalEntry,
  goal_option: SoapOption,
  plan_option: SoapOption,
  clinical_code: ClinicalCode,
} as const satisfies Record<EntityName, z.ZodObject>;

export type EntityRow<Name extends EntityName> = z.output<(typeof entityRows)[Name]>;
