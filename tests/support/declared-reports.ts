import { auditLog } from '#features/audit/audit-report.tsx';
import { approvedPayroll as approvedBilling } from '#features/billing/approved-billing.tsx';
import { billingLines, lateBilling } from '#features/billing/billing-lines.tsx';
import { clientBilling, locationBilling, providerBilling } from '#features/billing/billing-sums.tsx';
import { clientRatesReport } from '#features/billing/client-rates-report.tsx';
import { insuranceClients } from '#features/billing/insurance-list.tsx';
import { invoiceList } from '#features/billing/invoice-list.tsx';
import { invoicePlan } from '#features/billing/invoice-plan.tsx';
import { bulkChanges } from '#features/bulk-changes/bulk-change-list.tsx';
import { handovers } from '#features/caseloads/handover-report.tsx';
import { activeClients, archivedClients } from '#features/clients/client-list.tsx';
import { billingConditions } from '#features/clients/condition-list.tsx';
import { schoolClosures } from '#features/closures/closure-list.tsx';
import { devices } from '#features/devices/devices.tsx';
import { lunchCards } from '#features/lunch-cards/lunch-cards.tsx';
import { messages } from '#features/notifications/message-list.tsx';
import { OFFICE_LISTS } from '#features/office-lists/office-lists.tsx';
import { payPeriodList } from '#features/pay-periods/pay-period-list.tsx';
import { approvedPayroll, latePayroll } from '#features/payroll/approved-payroll.tsx';
import { extraPayList } from '#features/payroll/extra-pay-list.tsx';
import { groupedPay } from '#features/payroll/grouped-pay.tsx';
import { missingRateList } from '#features/payroll/missing-rate-list.tsx';
import { openTimeList } from '#features/payroll/open-time-list.tsx';
import { payByProvider } from '#features/payroll/pay-by-provider.tsx';
import { providerHours } from '#features/payroll/provider-hours.tsx';
import { recordedRatesList } from '#features/payroll/recorded-rates-list.tsx';
import { runDifference } from '#features/payroll/run-difference.tsx';
import { runReport } from '#features/payroll/run-lines.tsx';
import { payrollRuns } from '#features/payroll/run-list.tsx';
import { activeProviders, archivedProviders } from '#features/providers/provider-list.tsx';
import { authorizationReport } from '#features/reports/authorization-report.tsx';
import { cancellationReport } from '#features/reports/cancellation-report.tsx';
import { clientServicesWithMoney } from '#features/reports/client-services.tsx';
import { groupedClientsWithMoney } from '#features/reports/grouped-clients.tsx';
import { makeUpReport } from '#features/reports/make-up-report.tsx';
import { mealComplianceReport } from '#features/reports/meal-compliance-report.tsx';
import { noteCompletionReport } from '#features/reports/note-completion-report.tsx';
import { productivityReport } from '#features/reports/productivity-report.tsx';
import { providerNotes } from '#features/reports/provider-note-report.tsx';
import { reportSchedules } from '#features/reports/schedule-list.tsx';
import { studentNotes } from '#features/reports/student-note-report.tsx';
import { changedDurations } from '#features/sessions/changed-durations.tsx';
import { requestReport } from '#features/sessions/request-report.tsx';
import { sessionReport } from '#features/sessions/session-report.tsx';
import { allStudents, archivedStudents, ownStudents } from '#features/students/student-list.tsx';
import { closedTickets, openTickets } from '#features/tickets/ticket-list.tsx';
import { hoursByDay } from '#features/timesheets/hours-by-day.tsx';
import { myHours } from '#features/timesheets/my-hours.tsx';
import { timesheetOverview } from '#features/timesheets/timesheet-overview.tsx';
import { users } from '#features/users/user-list.tsx';
import type { LooseReport } from '#screens/report/report-state.ts';
import { payrollRun } from './payroll-run.ts';

/** Every list and report that a feature declares. */
export const declaredReports: readonly LooseReport[] = [
  auditLog([], { begin: () => () => true, tell() {} }, false),
  bulkChanges,
  handovers,
  activeClients,
  archivedClients,
  billingConditions,
  approvedBilling,
  billingLines,
  lateBilling,
  clientBilling,
  providerBilling,
  locationBilling,
  clientRatesReport,
  invoiceList,
  invoicePlan,
  insuranceClients,
  activeProviders,
  archivedProviders,
  changedDurations,
  devices,
  lunchCards,
  sessionReport,
  requestReport,
  ownStudents,
  allStudents,
  archivedStudents,
  timesheetOverview,
  myHours,
  hoursByDay,
  users,
  openTickets,
  closedTickets,
  messages,
  payPeriodList,
  schoolClosures,
  approvedPayroll,
  latePayroll,
  groupedPay,
  payByProvider,
  providerHours,
  payrollRuns,
  openTimeList,
  missingRateList,
  extraPayList,
  recordedRatesList,
  runReport({ run: payrollRun, days: [], stoodOn: null }, async () => {}),
  runDifference({ run: payrollRun, others: [] }),
  groupedClientsWithMoney,
  clientServicesWithMoney,
  providerNotes,
  studentNotes,
  authorizationReport,
  productivityReport,
  cancellationReport,
  makeUpReport,
  noteCompletionReport,
  mealComplianceReport,
  reportSchedules,
  ...OFFICE_LISTS,
];
