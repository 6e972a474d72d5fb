import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { SessionBody } from '#contract/session.ts';
import { fullName } from '#domain/students/student-name.ts';
import { dayPlus, PACIFIC_ZONE, pacificDay } from '#domain/time/pacific.ts';
import { noisePng } from '#tests/support/png.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { expectNoViolation } from './axe.ts';
import {
  addWaivedLunch,
  entryOf,
  lockedDay,
  logPlanned,
  openSyncCenter,
  planSession,
  studentsOf,
  today,
} from './day.ts';
import {
  expect,
  openScreen,
  openSignedIn,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
} from './fixtures.ts';

const CALENDARS = '/schedules/calendar/events/get';
/** Creates something for the office to decide on. */
async function handOverSession(server: RealServer): Promise<void> {
  const provider = await server.as('provider');
  const [anna] = await studentsOf(provider);
  const [service] = anna?.services ?? [];
  if (!anna || service === undefined) throw new Error('The demo provider has no students.');
  const now = new Date().toISOString();
  const write_id = randomUUID();
  const { kept } = await provider.call('sync.hand-over', {
    body: {
      device: {
        device_id: randomUUID(),
        device_now: now,
        app_version: '0.1.0',
        unsent_count: 1,
        unsent_since: now,
      },
      note: 'She moved on Friday.',
      writes: [
        {
          write_id,
          endpoint: 'session.create',
          endpoint_version: 1,
          params: {},
          body: {
            id: randomUUID(),
            student_ids: [anna.id],
            service,
            location: anna.location,
            session_date: today(),
            start_time: '09:00',
            end_time: '09:30',
            time_zone: PACIFIC_ZONE,
            scheduled_minutes: 30,
            actual_minutes: 30,
            direct_minutes: 30,
            indirect_minutes: 0,
            setting: 'individual',
            modality: 'in_person',
            attendance: 'delivered',
            reason: '',
            duration_reason: '',
            notes: 'Two-step directions with picture cards.',
            calendar_event_id: null,
            make_up_of: null,
          } satisfies SessionBody,
          base_version: null,
          depends_on: [],
          captured_at: now,
        },
      ],
    },
  });
  expect(kept).toEqual([write_id]);
}

test.setTimeout(180_000);

test('the screens before login have no axe violations', async ({ office }) => {
  const page = await office.newPage();
  for (const address of [
    '/login',
    '/reset-password',
    '/password-reset-confirm/?token=abc',
    '/password-reset-confirm/',
    '/login-support',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolation(page, address);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await expectNoViolation(page, 'a login form with faults', [390]);
});

/** One person for all: pulling the organization costs more than checking a dozen screens. */
test("the office's screens have no axe violations", async ({ server, office }) => {
  // More than fifty screens, each at one or two widths.
  test.setTimeout(420_000);
  await handOverSession(server);
  const page = await office.newPage();
  await signIn(page, 'superadmin');
  await waitForSaved(page);
  await waitForWorker(page);
  await test.step('reports and administration', () => checkReportsAndAdmin(page));
  await test.step('calendars, lunch cards, and timesheets', () => checkCalendarsAndHours(page, server));
  await test.step('students, their files, and SOAP options', () => checkStudents(page, server));
  await test.step('changed durations', () => checkDurations(page));
  await test.step('payroll', () => checkPayroll(page));
  await test.step('reports of services and notes', () => checkCareReports(page, server));
});

async function checkReportsAndAdmin(page: Page): Promise<void> {
  await expectNoViolation(page, '/home', [820, 1440]);

  await syncStatus(page).click();
  await expect(page.getByRole('heading', { name: 'Sync center' })).toBeVisible();
  await expectNoViolation(page, '/sync', [820, 1440]);

  await page.goto('/reports/dashboard/my-sessions/v2');
  await page.getByRole('row').nth(1).click();
  await page.getByText('Record details').click();
  await expect(page.getByText('Entered (device time)')).toBeVisible();
  await expectNoViolation(page, 'a session of the report', [820, 1440]);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'My Sessions V2' })).toBeVisible();
  await expectNoViolation(page, 'the report', [820, 1440]);
  await page.goto('/reports/dashboard/lunch-cards');
  await page
    .getByRole('button', { name: /^Acknowledge / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Acknowledge lunch card' })).toBeVisible();
  await expectNoViolation(page, 'an acknowledgement', [1440]);
  await page.keyboard.press('Escape');
  await expectNoViolation(page, '/reports/dashboard/lunch-cards', [820, 1440]);

  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await expectNoViolation(page, 'the own profile', [820, 1440]);
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByRole('list', { name: 'My devices' })).toBeVisible();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await expectNoViolation(page, 'the security of the own account', [820, 1440]);
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await expect(page.getByRole('form', { name: 'Emails' })).toBeVisible();
  await expectNoViolation(page, 'the own notifications', [820, 1440]);

  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Admin' }).click();
  await expect(page.getByRole('list', { name: 'Areas: Devices' })).toBeVisible();
  await expectNoViolation(page, '/admin/', [820, 1440]);
  await page.getByRole('link', { name: /Devices and sync/ }).click();
  await expect(page.getByRole('table', { name: 'Devices' })).toBeVisible();
  await expectNoViolation(page, '/admin/devices/', [820, 1440]);
  await page.getByRole('button', { name: 'Import a rescue file' }).click();
  await page.getByLabel('Rescue file', { exact: true }).setInputFiles({
    name: 'picture.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  });
  await expect(page.getByText("This isn't a Caseload rescue file.")).toBeVisible();
  await expectNoViolation(page, '/admin/rescue/', [820, 1440]);
  await openScreen(page, '/admin/import');
  await expect(page.getByRole('list', { name: 'Kinds of files' })).toBeVisible();
  await expectNoViolation(page, '/admin/import', [820, 1440]);
  await page.getByRole('link', { name: 'Import services' }).click();
  await page.getByLabel('File', { exact: true }).setInputFiles({
    ...{ name: 'services.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('Name,Minutes\nMusic Therapy,45\n,30\n'),
  });
  await page.getByRole('button', { name: 'Check 2 lines' }).click();
  await expect(page.getByRole('button', { name: 'Import 1 service, skip 1 line with errors' })).toBeVisible();
  await expectNoViolation(page, '/admin/import/$kind', [820, 1440]);
  await openScreen(page, '/admin/users');
  const users = page.getByRole('grid', { name: 'Users' });
  await users.getByRole('row').nth(1).waitFor();
  await expectNoViolation(page, '/admin/users', [820, 1440]);
  await page.getByRole('button', { name: 'Invite user' }).click();
  const invitation = page.getByRole('form', { name: 'Invite user' });
  await invitation.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(invitation.getByText('Choose an employment type.')).toBeVisible();
  await expectNoViolation(page, 'an invitation with errors', [820]);
  await invitation.getByRole('button', { name: 'Cancel' }).click();
  await users.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Edit role and grants' }).click();
  await expect(page.getByRole('form', { name: 'Edit role and grants' })).toBeVisible();
  await expectNoViolation(page, 'the role of a user', [820]);
  await page.keyboard.press('Escape');
  await expectNoViolation(page, '/admin/users/$id', [820, 1440]);
  await openScreen(page, '/admin/messages');
  const sent = page.getByRole('grid', { name: 'Messages' });
  await sent.getByRole('row').nth(1).waitFor();
  await expectNoViolation(page, '/admin/messages', [820, 1440]);
  await page.getByRole('button', { name: 'New message' }).click();
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('button', { name: 'Add link' }).click();
  await expect(page.getByText(/^Enter a web address/)).toBeVisible();
  await expectNoViolation(page, 'a link without an address in a new message', [820]);
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await page.keyboard.press('Escape');
  await sent.getByText('Mandated reporter policy').click();
  await expect(page.getByRole('list', { name: 'Receipts' })).toBeVisible();
  await expectNoViolation(page, '/admin/messages/$id', [820, 1440]);
  await openScreen(page, '/tickets/open');
  const tickets = page.getByRole('grid', { name: 'Open tickets' });
  await tickets.getByRole('row').nth(1).waitFor();
  await expectNoViolation(page, '/tickets/open', [820, 1440]);
  await page.getByRole('button', { name: 'Support' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Please Select Support Type')).toBeVisible();
  await expectNoViolation(page, 'the support dialog with errors', [820]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await tickets.getByRole('row').nth(1).click();
  await expect(page.getByRole('form', { name: 'New comment' })).toBeVisible();
  await expectNoViolation(page, '/tickets/info/$id', [820, 1440]);
  await openScreen(page, '/feedback');
  await expect(page.getByRole('list', { name: 'Feedback so far' })).toBeVisible();
  await expectNoViolation(page, '/feedback', [820, 1440]);
  await openScreen(page, '/changelog');
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await expectNoViolation(page, 'help above the changelog', [820, 1440]);
  await page.keyboard.press('Escape');
  await openScreen(page, '/admin/audit');
  const log = page.getByRole('grid', { name: 'Audit log' });
  await log.getByRole('row').nth(1).waitFor();
  await expectNoViolation(page, '/admin/audit', [820, 1440]);
  await log.getByRole('row').nth(1).click();
  await expect(page.getByText('Hash chain')).toBeVisible();
  await expectNoViolation(page, '/admin/audit/$id', [820, 1440]);
  await openScreen(page, '/admin/rates');
  await page.getByRole('grid', { name: 'All rates' }).getByRole('row').nth(1).waitFor();
  await expectNoViolation(page, '/admin/rates', [820, 1440]);
  await page.getByRole('button', { name: 'Add rate' }).click();
  await expectNoViolation(page, 'the form of a rate', [820]);
  await page.keyboard.press('Escape');
  for (const address of [
    ...[
      '/billing',
      '/billing/clients',
      '/billing/providers',
      '/billing/locations',
      '/billing/approved_payroll',
    ],
    ...[
      '/billing/late-billing',
      '/billing/client-rates-report',
      '/billing/invoices',
      '/billing/invoices/new',
    ],
    ...['/billing/quickbooks', '/billing/insurance'],
  ]) {
    await openScreen(page, address);
    await expect(page.getByText(/^As of /)).toBeVisible();
    await expectNoViolation(page, address, [820, 1440]);
  }
  await openScreen(page, '/billing/invoices');
  await page.getByRole('grid', { name: 'Invoices' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('table', { name: 'Lines of the invoice' })).toBeVisible();
  await expectNoViolation(page, 'an invoice', [820, 1440]);

  await openScreen(page, '/admin/billing-conditions');
  const conditions = page.getByRole('grid', { name: 'Billing conditions' });
  await conditions.getByRole('row').nth(1).waitFor();
  await expectNoViolation(page, '/admin/billing-conditions', [820, 1440]);
  await conditions.getByRole('row').nth(1).click();
  await expectNoViolation(page, 'the form of a billing condition', [820]);
  await page.keyboard.press('Escape');
  await openScreen(page, '/admin/regions?show=all');
  await expect(
    page.getByRole('grid', { name: 'Regions', exact: true }).getByRole('row').nth(1),
  ).toBeVisible();
  await expectNoViolation(page, '/admin/regions', [820, 1440]);
  await page.getByRole('tab', { name: 'Sub-regions' }).click();
  await page.getByRole('button', { name: 'Add sub-region' }).click();
  await page
    .getByRole('form', { name: 'New sub-region' })
    .getByRole('button', { name: 'Save', exact: true })
    .click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await expectNoViolation(page, 'a sub-region form with errors', [820]);
  await openScreen(page, '/admin/organization');
  await expect(page.getByRole('list', { name: 'Versions' })).toBeVisible();
  await expectNoViolation(page, '/admin/organization', [820, 1440]);
  await openScreen(page, '/admin/closures');
  await expect(page.getByRole('grid', { name: 'School closures' })).toBeVisible();
  await expectNoViolation(page, '/admin/closures', [820, 1440]);
  await openScreen(page, '/admin/bulk-changes');
  await expect(page.getByRole('table', { name: 'Bulk changes' })).toBeVisible();
  await expectNoViolation(page, '/admin/bulk-changes', [820, 1440]);
  await openScreen(page, '/admin/hand-overs');
  await expect(page.getByText(/\d hand-overs?$/)).toBeVisible();
  await expectNoViolation(page, '/admin/hand-overs', [820, 1440]);
  await openScreen(page, '/admin/new-year?client=all');
  await expect(page.getByRole('table', { name: 'Services to renew' })).toBeVisible();
  await expectNoViolation(page, '/admin/new-year', [820, 1440]);
  await openScreen(page, '/admin/pay-periods?status=closed');
  const closedPeriod = page.getByRole('grid', { name: 'Pay periods' }).getByRole('row').nth(1);
  await expect(closedPeriod).toContainText('Closed');
  await expectNoViolation(page, '/admin/pay-periods', [820, 1440]);
  await closedPeriod.getByRole('gridcell').nth(1).click();
  await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible();
  await expectNoViolation(page, '/admin/pay-periods/$id', [820, 1440]);
  await openScreen(page, '/clients');
  await page.getByRole('grid', { name: 'Clients' }).getByRole('row').nth(1).waitFor();
  await expectNoViolation(page, '/clients', [820, 1440]);
  await page.getByRole('button', { name: 'Add client' }).click();
  const client = page.getByRole('form', { name: 'New client' });
  await client.getByRole('button', { name: 'Add contact' }).click();
  await client.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(client.getByText('This field is required.')).toBeVisible();
  await expectNoViolation(page, 'a client form with errors', [820]);
  await page.goto('/clients?search=copperline');
  await page.getByRole('grid', { name: 'Clients' }).getByText('Copperline Charter Schools').click();
  for (const tab of ['Overview', 'Students', 'Providers', 'Rates', 'Billing', 'Calendar']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectNoViolation(page, `the ${tab} of a client`, [820, 1440]);
  }
  await openScreen(page, '/providers');
  const providers = page.getByRole('grid', { name: 'Providers' });
  await providers.getByRole('row').nth(1).waitFor();
  await expectNoViolation(page, '/providers', [820, 1440]);
  await page.getByRole('button', { name: 'Add provider' }).click();
  const added = page.getByRole('form', { name: 'New provider' });
  await added.getByRole('button', { name: 'Add credential' }).click();
  await added.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(added.getByText('Choose an employment type.')).toBeVisible();
  await expectNoViolation(page, 'a provider form with errors', [820]);
  await page.goto('/providers');
  await providers.getByRole('row').nth(1).click();
  for (const tab of ['Overview', 'Students', 'Rates', 'Calendar']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectNoViolation(page, `the ${tab} of a provider`, [820, 1440]);
  }
  await openScreen(page, '/admin/quarantine/');
  await page.getByText('All fields').click();
  await expectNoViolation(page, '/admin/quarantine/', [820, 1440]);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(page.getByText('Enter a reason.')).toBeVisible();
  await expectNoViolation(page, 'a refusal without a reason', [1440]);

  await openScreen(page, '/no/such/screen');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectNoViolation(page, 'not found', [820, 1440]);
}

test('calendars, hours, and timesheets have no axe violations for their provider', async ({
  server,
  office,
}) => {
  const provider = await server.as('provider');
  const page = await office.newPage();
  await signIn(page, 'provider', `${CALENDARS}/my_calendar?view=week`);
  await waitForSaved(page);
  await waitForWorker(page);
  await expect(page.getByRole('heading', { name: 'My Calendar' })).toBeVisible();
  await expectNoViolation(page, 'my calendar', [820, 1440]);
  await page.getByRole('radio', { name: 'Month' }).click();
  await expectNoViolation(page, 'a month of my calendar', [820]);
  await page.getByRole('radio', { name: 'List' }).click();
  await expectNoViolation(page, 'a list of my calendar', [820]);
  await page.getByRole('button', { name: 'New event', exact: true }).click();
  await page.getByLabel('Repeats').selectOption('weekly');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a title, or choose a student.')).toBeVisible();
  await expectNoViolation(page, 'an event form with faults', [820]);

  await openScreen(page, '/my_hours');
  await expect(page.getByText('Expected', { exact: true })).toBeVisible();
  await expectNoViolation(page, 'My Hours', [820, 1440]);
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Hours by week' })).toBeVisible();
  await expectNoViolation(page, 'the report of My Hours', [820, 1440]);
  await openScreen(page, `/reports/timesheet/${provider.signIn.user_id}`);
  await expect(page.getByText('Submit this timesheet')).toBeVisible();
  await expectNoViolation(page, "a provider's own timesheet", [820, 1440]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/my-sessions?open=calendar');
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible();
  await expectNoViolation(page, 'the coming days on the phone', [390]);
  await page.getByRole('button', { name: 'New event' }).click();
  await expect(page.getByRole('form', { name: 'New event' })).toBeVisible();
  await expectNoViolation(page, 'a new event on the phone', [390]);
});

async function checkCalendarsAndHours(page: Page, server: RealServer): Promise<void> {
  const lead = await server.as('lead');
  await openScreen(page, `${CALENDARS}/master_calendar?free_from=10:00&free_to=11:00`);
  await expect(page.getByText(/are free \d/)).toBeVisible();
  await expectNoViolation(page, 'the master calendar', [820, 1440]);
  await page.getByRole('radio', { name: 'Week' }).click();
  await expect(page.getByRole('region', { name: /^Master Calendar, / })).toBeVisible();
  await expectNoViolation(page, 'a week of the master calendar', [1440]);

  await page.goto('/reports/dashboard/lunch-cards');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoViolation(page, 'lunch cards', [820, 1440]);

  await openScreen(page, '/reports/timesheet/all');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoViolation(page, 'the timesheets of a period', [820, 1440]);
  await page.goto(`/reports/timesheet/${lead.signIn.user_id}`);
  await expect(page.getByRole('region', { name: 'Days of the period' })).toBeVisible();
  await expectNoViolation(page, 'a timesheet on the server', [820, 1440]);
}

async function checkCareReports(page: Page, server: RealServer): Promise<void> {
  const reports = ['grouped_clients', 'provider_notes', 'student_notes', 'authorizations', 'productivity'];
  for (const address of [
    ...reports.map((name) => `/reports/${name}`),
    ...['/reports/cancellations', '/reports/makeups', '/reports/note-completion'],
    ...['/reports/meal-compliance', '/reports/schedules', '/reports/requests'],
    '/payroll/clients',
  ]) {
    await openScreen(page, address);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectNoViolation(page, address, [820, 1440]);
  }
  const { signIn: provider } = await server.as('provider');
  await openScreen(page, `/providers/info/${provider.user_id}?tab=handover`);
  const substitute = page.getByLabel('Substitute');
  await substitute.selectOption({ index: 1 });
  await page.getByLabel('First day').fill(dayPlus(pacificDay(Date.now()), 1));
  await expect(page.getByRole('button', { name: /^Hand over / })).toBeVisible();
  await expectNoViolation(page, 'a hand-over', [820, 1440]);
}

async function checkStudents(page: Page, server: RealServer): Promise<void> {
  const [anna, ben] = await studentsOf(await server.as('provider'));
  if (anna === undefined || ben === undefined) throw new Error('The demo provider has too few students.');
  await openScreen(page, '/students');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoViolation(page, 'students', [820, 1440]);
  await openScreen(page, `/students/info/${anna.id}`);
  await expect(page.getByRole('list', { name: 'Parents' })).toBeVisible();
  await expectNoViolation(page, 'a student', [820, 1440]);
  await openScreen(page, `/students/merge?stays=${anna.id}&merged=${ben.id}`);
  await expect(page.getByRole('button', { name: 'Merge records' })).toBeVisible();
  await expectNoViolation(page, 'two records to merge', [820, 1440]);
  await openScreen(page, `/students/info/${anna.id}`);
  for (const tab of ['Sessions', 'SOAP notes', 'Goals', 'Services', 'Notes', 'Timeline', 'History']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.getByRole('tabpanel', { name: tab, exact: true })).toBeVisible();
    await expectNoViolation(page, `${tab} of a student`, [820]);
  }
  await page.getByRole('tab', { name: 'Goals' }).click();
  await page.getByRole('button', { name: 'Add goal' }).first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await expectNoViolation(page, 'a goal form with faults', [820]);
  await openScreen(page, '/admin/soap-options?list=dx');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoViolation(page, 'codes', [820, 1440]);
  await page.getByRole('tab', { name: 'Goals' }).click();
  await page.getByRole('button', { name: 'Add goal' }).click();
  await expect(page.getByRole('form', { name: 'New goal' })).toBeVisible();
  await expectNoViolation(page, 'an entry of the bank', [820]);
}

async function checkDurations(page: Page): Promise<void> {
  await openScreen(page, '/payroll/durations');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoViolation(page, 'changed durations', [820, 1440]);
  await page.getByRole('button', { name: /^Deny/ }).first().click();
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(page.getByText('Enter a note.')).toBeVisible();
  await expectNoViolation(page, 'a decision without its note', [1440]);
}

async function checkPayroll(page: Page): Promise<void> {
  for (const [path, name] of [
    ['/payroll/providers', 'pay by provider'],
    ['/payroll/grouped-providers', 'grouped providers'],
    ['/payroll/approved-payroll', 'completed and approved'],
    ['/payroll/providers-hours', 'provider hours'],
    ['/payroll/late-billing', 'late lines'],
    ['/payroll/runs', 'payroll runs'],
    ['/payroll/extra-pay', 'extra pay'],
    ['/payroll/pay-rates', 'pay rates'],
  ] as const) {
    await openScreen(page, path);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectNoViolation(page, name, [820, 1440]);
  }
  // The demo has no session request and may have no open time: their heads and filters are checked.
  for (const [path, name] of [
    ['/payroll/closing/open-time', 'Open time'],
    ['/payroll/closing/missing-rates', 'Missing pay rates'],
  ] as const) {
    await openScreen(page, path);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expectNoViolation(page, name, [820, 1440]);
  }
  await openScreen(page, '/payroll/closing');
  await page.getByRole('button', { name: /^Review \d/ }).click();
  await expect(page.getByRole('region', { name: /^Days of the period/ })).toBeVisible();
  await expectNoViolation(page, 'closing a pay period', [820, 1440]);
  await openScreen(page, '/payroll/runs');
  await page.getByRole('row').nth(1).click();
  await expect(page.getByRole('button', { name: 'Pay file' })).toBeVisible();
  await expectNoViolation(page, 'a payroll run', [820, 1440]);
}

test("a provider's screens have no axe violations on desktop and phone", async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const [anna, ben] = await studentsOf(provider);
  if (!anna || !ben) throw new Error('The demo provider has too few students.');
  const locked = await lockedDay(provider);
  await planSession(provider, anna, '15:00');
  const page = await openSignedIn(phone, 'provider');
  await page.setViewportSize({ width: 1440, height: 900 });
  await addWaivedLunch(page, { date: locked, start: '11:00' });
  await expect(syncStatus(page)).toHaveText('1 change needs attention');
  network.cutOff();
  await logPlanned(page, '15:00', { students: [ben], minutes: 20, reason: 'Fire drill' });
  await expect(syncStatus(page)).toHaveText('Offline · 1 change to sync');

  await page.getByRole('button', { name: 'Add lunch' }).click();
  await expectNoViolation(page, 'the lunch form');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNoViolation(page, 'My Sessions');

  await page.getByRole('button', { name: 'Add session' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Choose at least one student.')).toBeVisible();
  await expectNoViolation(page, 'a session form with faults');
  await page.getByLabel('Students', { exact: true }).click();
  await expectNoViolation(page, 'the students to choose from', [390]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await openSyncCenter(page);
  await expectNoViolation(page, 'the Sync center on the phone', [390]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expectNoViolation(page, 'a confirmation', [390]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: /User menu/ }).click();
  // An open menu covers the landmarks and is inside none of them.
  await expectNoViolation(page, 'the user menu', [390], ['region']);
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await expectNoViolation(page, 'help on the phone', [390]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Support' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Please Select Support Type')).toBeVisible();
  await expectNoViolation(page, 'the support dialog with errors on the phone', [390]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expectNoViolation(page, 'the question before logging out', [390]);
  await page.getByRole('button', { name: 'Stay' }).click();

  await page.getByRole('button', { name: 'Duplicate a day' }).click();
  await expect(page.getByRole('list', { name: 'Sessions to duplicate' })).toBeVisible();
  await expectNoViolation(page, 'a day to duplicate', [390]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Makeups owed/ }).click();
  await expectNoViolation(page, 'make-ups owed', [390]);
  await page
    .getByRole('button', { name: /^Make up: / })
    .first()
    .click();
  const makeUp = page.getByRole('form', { name: 'New session' });
  await makeUp.getByRole('radio', { name: 'Student refused' }).click();
  await expect(makeUp.getByRole('group', { name: 'Usual reasons' })).toBeVisible();
  await expectNoViolation(page, 'a session form with usual reasons', [390]);
  await makeUp.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();

  await entryOf(page, '3:00 PM').getByRole('button').click();
  await page.getByText('Record details').click();
  await expect(page.getByText('Entered (device time)')).toBeVisible();
  await page.getByLabel('Student whose files you add').selectOption({ label: fullName(anna) });
  await page.getByLabel(`Files for ${fullName(anna)}`).setInputFiles([
    { name: 'picture.png', mimeType: 'image/png', buffer: noisePng(20, 20) },
    { name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
  ]);
  await expect(page.locator('img[alt="picture.png"]')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'tool.exe' })).toBeVisible();
  await expectNoViolation(page, 'a session with its files', [390]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('tab', { name: fullName(anna) }).click();
  await page.getByRole('button', { name: 'Sign note' }).click();
  await expect(page.getByText('To sign this note:')).toBeVisible();
  await expectNoViolation(page, 'a session with its files and a note that cannot be signed yet', [820, 1440]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: fullName(anna), exact: true }).click();
  await expect(page.getByRole('dialog', { name: fullName(anna) })).toBeVisible();
  await expectNoViolation(page, 'a student on the phone', [390]);
});
