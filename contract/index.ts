import { adminMessageEndpoints } from './admin-messages.ts';
import { attachmentEndpoints } from './attachment.ts';
import { auditLogEndpoints } from './audit-log.ts';
import { authEndpoints } from './auth.ts';
import { availabilityEndpoints } from './availability.ts';
import { billingConditionEndpoints } from './billing-conditions.ts';
import { billingReportEndpoints } from './billing-reports.ts';
import { bulkChangeEndpoints } from './bulk-changes.ts';
import { calendarEndpoints } from './calendar.ts';
import { calendarFeedEndpoints } from './calendar-feed.ts';
import { calendarViewEndpoints } from './calendar-views.ts';
import { caseloadMoveEndpoints } from './caseload-moves.ts';
import { catalogEndpoints } from './catalog.ts';
import { claimBatchEndpoints } from './claim-batches.ts';
import { clientEndpoints } from './clients.ts';
import type { Endpoint } from './endpoint.ts';
import type { RecordName } from './entity-name.ts';
import { extraPayEndpoints } from './extra-pay.ts';
import { goalEndpoints } from './goal.ts';
import { homeEndpoints } from './home.ts';
import { importEndpoints } from './imports.ts';
import { insuranceEndpoints } from './insurance.ts';
import { invoiceEndpoints } from './invoices.ts';
import { lunchEndpoints } from './lunch.ts';
import { lunchCardEndpoints } from './lunch-cards.ts';
import { notificationEndpoints } from './notifications.ts';
import { operationsEndpoints } from './operations.ts';
import { organizationEndpoints } from './organization.ts';
import { parentEndpoints } from './parent.ts';
import { payPeriodEndpoints } from './pay-periods.ts';
import { payRateEndpoints } from './pay-rate-records.ts';
import { payrollEndpoints } from './payroll.ts';
import { payrollClosingEndpoints } from './payroll-closing.ts';
import { payrollFigureEndpoints } from './payroll-figures.ts';
import { providerEndpoints } from './providers.ts';
import { pushNotificationEndpoints } from './push-notifications.ts';
import { quarantineEndpoints } from './quarantine.ts';
import { quickBooksEndpoints } from './quickbooks-export.ts';
import { rateEndpoints } from './rates.ts';
import { reportScheduleEndpoints } from './report-schedules.ts';
import { reportEndpoints } from './reports.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { sessionEndpoints } from './session.ts';
import { soapNoteEndpoints } from './soap-note.ts';
import { soapOptionEndpoints } from './soap-options.ts';
import { studentEndpoints } from './student.ts';
import { studentMergeEndpoints } from './student-merge.ts';
import { studentNoteEndpoints } from './student-note.ts';
import { studentServiceEndpoints } from './student-service.ts';
import { studentTimelineEndpoints } from './student-timeline.ts';
import { studentTransferEndpoints } from './student-transfers.ts';
import { syncEndpoints } from './sync.ts';
import { ticketEndpoints } from './tickets.ts';
import { timecardEndpoints } from './timecard.ts';
import { timesheetEndpoints } from './timesheet.ts';
import { userEndpoints } from './users.ts';
import { yearRenewalEndpoints } from './year-renewals.ts';

/** Every call. The server has exactly these routes; a test checks the list. */
export const endpoints = {
  ...authEndpoints,
  ...secondFactorEndpoints,
  ...userEndpoints,
  ...sessionEndpoints,
  ...lunchEndpoints,
  ...lunchCardEndpoints,
  ...timecardEndpoints,
  ...calendarEndpoints,
  ...calendarViewEndpoints,
  ...calendarFeedEndpoints,
  ...timesheetEndpoints,
  ...studentEndpoints,
  ...studentMergeEndpoints,
  ...studentTimelineEndpoints,
  ...soapNoteEndpoints,
  ...studentServiceEndpoints,
  ...parentEndpoints,
  ...studentNoteEndpoints,
  ...goalEndpoints,
  ...soapOptionEndpoints,
  ...attachmentEndpoints,
  ...catalogEndpoints,
  ...payPeriodEndpoints,
  ...payrollEndpoints,
  ...payrollClosingEndpoints,
  ...payrollFigureEndpoints,
  ...extraPayEndpoints,
  ...payRateEndpoints,
  ...clientEndpoints,
  ...rateEndpoints,
  ...billingConditionEndpoints,
  ...billingReportEndpoints,
  ...invoiceEndpoints,
  ...quickBooksEndpoints,
  ...claimBatchEndpoints,
  ...insuranceEndpoints,
  ...reportScheduleEndpoints,
  ...providerEndpoints,
  ...availabilityEndpoints,
  ...caseloadMoveEndpoints,
  ...bulkChangeEndpoints,
  ...yearRenewalEndpoints,
  ...studentTransferEndpoints,
  ...notificationEndpoints,
  ...pushNotificationEndpoints,
  ...adminMessageEndpoints,
  ...homeEndpoints,
  ...reportEndpoints,
  ...syncEndpoints,
  ...quarantineEndpoints,
  ...auditLogEndpoints,
  ...ticketEndpoints,
  ...importEndpoints,
  ...operationsEndpoints,
  ...organizationEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** Calls that can be queued in the outbox. */
export type OfflineEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { offline: unknown } ? Name : never;
}[EndpointName];

/** Creations that wait on a device until the server has answered. */
export type WaitingEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { waits: RecordName } ? Name : never;
}[EndpointName];

/** The entry with its optional parts, for code that handles all calls alike. */
export function endpointNamed(name: EndpointName): Endpoint {
  return endpoints[name];
}

export function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}

/** Whether it creates a record that waits on a device without being one of its rows. */
export function isWaitingEndpoint(name: string): name is WaitingEndpointName {
  return isEndpointName(name) && endpointNamed(name).waits !== undefined;
}
