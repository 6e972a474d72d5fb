import { billing_condition } from './billing-condition.ts';
import { calendar_event } from './calendar-event.ts';
import { client, location, pay_period, provider, school_closure, service, student } from './catalog.ts';
import { claim_batch } from './claim-batch.ts';
import { client_account } from './client-account.ts';
import { invoice, invoice_payment, quickbooks_batch } from './invoice.ts';
import { admin_message, notification, notification_receipt } from './notification.ts';
import * as officeLists from './office-lists.ts';
import { meal_policy, organization, pay_period_step } from './organization.ts';
import { extra_pay, pay_rate, payroll_decision, payroll_run } from './payroll.ts';
import { availability, provider_account, provider_rate } from './provider-account.ts';
import { rate } from './rate.ts';
import { report_schedule } from './report-schedule.ts';
import { session } from './session.ts';
import { goal_entry, soap_note } from './soap-note.ts';
import { clinical_code, soap_option } from './soap-options.ts';
import { student_account } from './student-account.ts';
import { attachment, goal, parent, student_note, student_service } from './student-file.ts';
import { feedback, ticket, ticket_attachment, ticket_comment } from './ticket.ts';
import { user } from './user.ts';
import { lunch, timecard, timesheet } from './working-day.ts';

/** Every entity, by name. */
export const declared = {
  session,
  lunch,
  calendar_event,
  student,
  student_account,
  client,
  client_account,
  rate,
  billing_condition,
  invoice,
  invoice_payment,
  quickbooks_batch,
  claim_batch,
  provider,
  provider_account,
  provider_rate,
  availability,
  service,
  location,
  pay_period,
  timecard,
  timesheet,
  school_closure,
  student_service,
  parent,
  student_note,
  attachment,
  goal,
  soap_note,
  goal_entry,
  goal_option: soap_option,
  plan_option: soap_option,
  clinical_code,
  user,
  organization,
  meal_policy,
  pay_period_step,
  ticket,
  ticket_comment,
  ticket_attachment,
  feedback,
  notification,
  admin_message,
  notification_receipt,
  report_schedule,
  payroll_run,
  payroll_decision,
  extra_pay,
  pay_rate,
  ...officeLists,
};
export type DeclaredName = keyof typeof declared;

/** The entities with this reach. */
export type Reaching<Reach> = {
  [Name in DeclaredName]: (typeof declared)[Name]['reach'] extends Reach ? Name : never;
}[DeclaredName];
