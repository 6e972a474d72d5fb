import { loadCalendarEventRows, loadSchoolClosureRows } from '#server/modules/calendar/queries.ts';
import {
  loadClientRows,
  loadLocationRows,
  loadPayPeriodRows,
  loadProviderRows,
  loadServiceRows,
} from '#server/modules/catalogue/queries.ts';
import { loadLunchRows } from '#server/modules/lunch/queries.ts';
import { loadSessionRows } from '#server/modules/sessions/queries.ts';
import {
  loadClinicalCodeRows,
  loadGoalEntryRows,
  loadGoalOptionRows,
  loadPlanOptionRows,
  loadSoapNoteRows,
} from '#server/modules/soap/queries.ts';
import {
  loadAttachmentRows,
  loadGoalRows,
  loadParentRows,
  loadStudentNoteRows,
  loadStudentServiceRows,
} from '#server/modules/students/file-queries.ts';
import { loadStudentRows } from '#server/modules/students/queries.ts';
import { loadTimecardRows } from '#server/modules/timecards/queries.ts';
import { loadTimesheetRows } from '#server/modules/timesheets/queries.ts';
import type { RowLoaders } from './pull-page.ts';

/** How the rows of each noun are read for devices. */
export const rowLoaders: RowLoaders = {
  session: loadSessionRows,
  lunch: loadLunchRows,
  calendar_event: loadCalendarEventRows,
  student: loadStudentRows,
  client: loadClientRows,
  provider: loadProviderRows,
  service: loadServiceRows,
  location: loadLocationRows,
  pay_period: loadPayPeriodRows,
  timecard: loadTimecardRows,
  timesheet: loadTimesheetRows,
  school_closure: loadSchoolClosureRows,
  student_service: loadStudentServiceRows,
  parent: loadParentRows,
  student_note: loadStudentNoteRows,
  attachment: loadAttachmentRows,
  goal: loadGoalRows,
  soap_note: loadSoapNoteRows,
  goal_entry: loadGoalEntryRows,
  goal_option: loadGoalOptionRows,
  plan_option: loadPlanOptionRows,
  clinical_code: loadClinicalCodeRows,
};
