import { cleanup, screen, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import type {
  AuthorizedService,
  GroupedClient,
  OpenNote,
  ProviderLoad,
  ReportedNote,
  StudentNotes,
} from '#contract/reports.ts';
import { authorizationReport } from '#features/reports/authorization-report.tsx';
import { cancellationReport } from '#features/reports/cancellation-report.tsx';
import { groupedClientsWithMoney } from '#features/reports/grouped-clients.tsx';
import { productivityReport } from '#features/reports/productivity-report.tsx';
import { providerNotes } from '#features/reports/provider-note-report.tsx';
import { studentNotes } from '#features/reports/student-note-report.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const AS_OF = '2026-03-10T18:00:00.000Z';
const head = {
  as_of: AS_OF,
  unsynced: [{ user_id: uuidv7(), name: 'Otto Finch', changes: 2, since: AS_OF }],
};

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const delivered = (change: Partial<GroupedClient>): GroupedClient => ({
  ...{ group: uuidv7(), group_name: 'Quailhaven District', client: uuidv7(), client_name: 'Kestrel Hill' },
  ...{ student: uuidv7(), student_name: 'Anna Abara', service: uuidv7(), service_name: 'Speech' },
  ...{
    sessions: 2,
    missed: 1,
    planned_minutes: 90,
    delivered_minutes: 60,
    amount_cents: 12_345,
    unbillable: 0,
  },
  ...change,
});

test('Grouped Clients adds up groups, and opens a figure down to its sessions', async () => {
  const anna = delivered({});
  const ben = delivered({ group_name: 'Abara Family', student_name: 'Ben Bello', unbillable: 1 });
  const session = {
    ...{ id: uuidv7(), session_date: '2026-03-10', service: anna.service, client: anna.client },
    ...{ provider: uuidv7(), attendance: 'delivered', make_up_of: null, requests: [] },
    ...{ scheduled_minutes: 90, actual_minutes: 60, changeDuration: false, approval_request: 'none' },
  };
  // Another client's, from before a transfer.
  const before = { ...session, id: uuidv7(), session_date: '2026-03-02', client: ben.client };
  const answer = (name: EndpointName) =>
    name === 'session.list'
      ? { sessions: [session, before], next: null }
      : { ...head, services: [anna, ben] };
  const { user, opened, office } = openReport(device, groupedClientsWithMoney, answer, {
    start: { from: '2026-03-01', to: '2026-03-10' },
  });
  const table = await screen.findByRole('grid', { name: 'Services by student' });
  expect(
    screen.getByText('Not up to date: Otto Finch has 2 unsynced changes', { exact: false }),
  ).toBeDefined();
  const groups = screen.getByRole('table', { name: 'Groups' });
  expect(
    within(groups)
      .getAllByRole('row')
      .slice(1, 3)
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Abara Family'), expect.stringContaining('Quailhaven District')]);
  const row = within(table).getByRole('row', { name: /Anna Abara/ });
  expect(row.textContent).toContain('$123.45');
  expect(within(table).getByRole('row', { name: /Ben Bello/ }).textContent).toContain(
    '1 session not billable yet',
  );
  await user.click(within(row).getByRole('button', { name: /^1:00, why this number/ }));
  const why = await screen.findByRole('dialog', { name: 'Why this number' });
  expect(office.calls.at(-1)).toEqual([
    'session.list',
    {
      query: {
        ...{ student: anna.student, service: anna.service, limit: 1_000 },
        ...{ start_date: '2026-03-01', end_date: '2026-03-10' },
      },
    },
  ]);
  expect((await within(why).findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    '03/10/2026',
  ]);
  await user.keyboard('{Escape}');
  await user.click(within(row).getByText('Anna Abara'));
  expect(opened).toEqual([anna.student]);
});

const note = (change: Partial<ReportedNote>): ReportedNote => ({
  ...{ session: uuidv7(), session_date: '2026-03-09', start_time: '09:00', minutes: 30 },
  ...{ provider: 'p', provider_name: 'Paula Reyes', student: uuidv7(), student_name: 'Anna Abara' },
  ...{ service: 's', service_name: 'Speech', note: uuidv7(), status: 'done', is_late: false },
  ...{ signed_at: AS_OF, co_signed_at: null, co_signed_by_name: null, days_to_sign: 1, ...change },
});

test('Provider Notes loads every page, and counts each status', async () => {
  const pages = [
    { ...head, notes: [note({}), note({ days_to_sign: 5 })], next: 'second' },
    {
      ...head,
      notes: [note({ status: 'not-started', note: null, signed_at: null, is_late: true })],
      next: null,
    },
  ];
  let asked = 0;
  const { office } = openReport(device, providerNotes, () => {
    asked += 1;
    return pages[asked - 1];
  });
  const sums = await screen.findByRole('table', { name: 'Notes by provider' });
  expect(office.calls.map(([, { query }]) => query?.after)).toEqual([undefined, 'second']);
  const cells = within(within(sums).getByRole('row', { name: /Paula Reyes/ })).getAllByRole('cell');
  // Notes, not signed, late, to co-sign, done, percent, and the median of days.
  expect(cells.map(({ textContent }) => textContent).slice(1)).toEqual(['3', '1', '1', '0', '2', '66', '1']);
  expect(screen.getByText('Not started', { selector: '[data-slot="badge"]' })).toBeDefined();
});

test('Provider Notes that are not signed are those that wait for their author', async () => {
  const notes = (['not-started', 'draft', 'returned', 'to-co-sign', 'done'] as const).map((status) =>
    note({ status, student_name: `Student ${status}` }),
  );
  openReport(device, providerNotes, () => ({ ...head, notes, next: null }), {
    start: { status: 'unsigned' },
  });
  const list = await screen.findByRole('grid', { name: 'Notes by session' });
  for (const status of ['not-started', 'draft', 'returned'])
    expect(within(list).getByText(`Student ${status}`), status).toBeDefined();
  for (const status of ['to-co-sign', 'done'])
    expect(within(list).queryByText(`Student ${status}`), status).toBeNull();
});

test('Student Notes asks for the sessions behind a figure when it is opened', async () => {
  const open = { provider_name: 'Paula Reyes', service_name: 'Speech' } as const;
  const notes: OpenNote[] = [
    { ...open, session: uuidv7(), session_date: '2026-03-09', status: 'not-started' },
    { ...open, session: uuidv7(), session_date: '2026-03-03', status: 'draft' },
  ];
  const student: StudentNotes = {
    ...{ student: uuidv7(), student_name: 'Anna Abara', client_name: 'Kestrel Hill' },
    ...{ needed: 3, done: 1, to_co_sign: 0, started: 1, not_started: 1, late: 0 },
    ...{ last_note_date: '2026-03-02', file_notes: 0 },
  };
  const { user, office } = openReport(
    device,
    studentNotes,
    (name) => (name === 'report.open-notes' ? { ...head, notes } : { ...head, students: [student] }),
    { start: { from: '2026-03-01', to: '2026-03-10' } },
  );
  const row = await screen.findByRole('row', { name: /Anna Abara/ });
  expect(office.calls.map(([name]) => name)).toEqual(['report.student-notes']);
  const [started] = within(row).getAllByRole('button', { name: '1, why this number' });
  await user.click(started as HTMLElement);
  const why = await screen.findByRole('dialog', { name: 'Why this number' });
  expect((await within(why).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '03/03/2026, Speech, Paula ReyesDraft',
  ]);
  expect(office.calls.slice(1)).toEqual([
    [
      'report.open-notes',
      { params: { id: student.student }, query: { start_date: '2026-03-01', end_date: '2026-03-10' } },
    ],
  ]);
});

const authorized = (change: Partial<AuthorizedService>): AuthorizedService => ({
  ...{ id: uuidv7(), student: uuidv7(), student_name: 'Anna Abara', client_name: 'Kestrel Hill' },
  ...{ service: 's', service_name: 'Speech', provider: null, provider_name: '' },
  ...{ authorised_minutes: 60, authorised_per: 'week', start_date: '2025-08-18', end_date: null },
  ...{ is_renewed: false, used: null, total_minutes: 1_200, due_minutes: 600, delivered_minutes: 300 },
  ...{ forecast_minutes: 600, status: 'behind' },
  months: [{ month: '2026-02', authorized_minutes: 240, delivered_minutes: 120 }],
  ...change,
});

test('Authorizations asks the server for filtered pages, and shows the sums and the picture of all of them', async () => {
  const [anna, ben] = [authorized({}), authorized({ student_name: 'Ben Bello', end_date: '2026-04-01' })];
  const sums = (services: number, months: AuthorizedService['months']) => ({
    ...{ services, limited: services, due_minutes: 600, delivered_minutes: 300, forecast_minutes: 600 },
    ...{ total_minutes: 1_200, months, names: { services: [], providers: [] } },
    statuses: [
      { status: 'behind', services },
      { status: 'over', services: 0 },
    ],
  });
  const { office, user } = openReport(device, authorizationReport, (name, { query }) =>
    name === 'report.sum-authorizations'
      ? { ...head, ...(query?.ends === '30' ? sums(1, ben.months) : sums(812, anna.months)) }
      : {
          ...{ ...head, from: '2025-07-01', to: '2026-06-30' },
          ...(query?.ends === '30' ? { services: [ben], next: null } : { services: [anna], next: anna.id }),
        },
  );
  await screen.findByRole('grid', { name: 'Authorized services' });
  const picture = await screen.findByRole('table', { name: 'Delivered and authorized hours by month' });
  expect(within(picture).getAllByRole('row').at(-1)?.textContent).toBe('February 20262:004:00');
  expect(screen.getByText(/1 of 812 services/)).toBeDefined();
  expect(screen.getByRole('radio', { name: 'Behind 812' })).toBeDefined();
  expect(screen.queryByRole('radio', { name: /^Over/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Ends'), 'Within 30 days');
  expect(await screen.findByText('Ben Bello')).toBeDefined();
  expect(await screen.findByRole('radio', { name: 'Behind 1' })).toBeDefined();
  expect(office.calls.map(([name, { query }]) => [name, query?.ends, query?.sort])).toEqual([
    ['report.authorizations', undefined, 'student'],
    ['report.sum-authorizations', undefined, undefined],
    ['report.authorizations', '30', 'student'],
    ['report.sum-authorizations', '30', undefined],
  ]);
});

/** A session as the list of sessions has it. */
const listed = (change: object) => ({
  ...{ id: uuidv7(), session_date: '2026-03-09', start_time: '09:00', end_time: '09:30', reason: '' },
  ...{ attendance: 'delivered', scheduled_minutes: 30, direct_minutes: 30, indirect_minutes: 0 },
  ...change,
});

test('Cancellations opens every session of a row, not only those that the report names', async () => {
  const [provider, service] = [uuidv7(), uuidv7()];
  const row = {
    ...{ attendance: 'no-show', reason: 'Did not come', provider, provider_name: 'Paula Reyes', service },
    ...{ service_name: 'Speech', sessions: 2, students: 1, scheduled_minutes: 75, made_up: 0, newest: [] },
  };
  const missed = { attendance: 'no-show', reason: 'Did not come' };
  const sessions = [
    listed({ ...missed, scheduled_minutes: 45 }),
    listed({ ...missed, session_date: '2026-03-02' }),
    listed({ ...missed, reason: 'Could not be found' }),
    listed({}),
  ];
  const { user, office } = openReport(
    device,
    cancellationReport,
    (name) => (name === 'session.list' ? { sessions, next: null } : { ...head, cancellations: [row] }),
    { start: { from: '2026-03-01', to: '2026-03-10' } },
  );
  const table = await screen.findByRole('table', { name: 'Cancellations by provider' });
  await user.click(within(table).getByRole('button', { name: /^2, why this number/ }));
  const why = await screen.findByRole('dialog', { name: 'Why this number' });
  const links = await within(why).findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['03/09/2026', '03/02/2026']);
  expect(office.calls.at(-1)?.[1].query).toMatchObject({
    ...{ start_date: '2026-03-01', end_date: '2026-03-10', provider, service },
  });
});

test("Productivity opens the sessions of a provider's direct time", async () => {
  const row = {
    ...{ provider: uuidv7(), provider_name: 'Paula Reyes', students: 1, max_caseload: null, sessions: 1 },
    ...{ missed: 0, direct_minutes: 30, indirect_minutes: 0, worked_minutes: null, months: [] },
    ...{ meal_days: 0, meal_violations: 0 },
  };
  const sessions = [listed({}), listed({ attendance: 'provider-absent', session_date: '2026-03-02' })];
  const { user } = openReport(
    device,
    productivityReport,
    (name) => (name === 'session.list' ? { sessions, next: null } : { ...head, providers: [row] }),
    { start: { from: '2026-03-01', to: '2026-03-10' } },
  );
  const table = await screen.findByRole('grid', { name: 'Providers' });
  await user.click(within(table).getByRole('button', { name: /^0:30, why this number/ }));
  const why = await screen.findByRole('dialog', { name: 'Why this number' });
  const links = await within(why).findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['03/09/2026, 9:00–9:30 AM']);
});

test('Productivity shows hours and late entries by month, of the providers that are shown', async () => {
  const load = (provider_name: string, months: ProviderLoad['months']): ProviderLoad => ({
    ...{ provider: uuidv7(), provider_name, students: 1, max_caseload: null, sessions: 1, missed: 0 },
    ...{ direct_minutes: 0, indirect_minutes: 0, worked_minutes: null, meal_days: 0, meal_violations: 0 },
    months,
  });
  const month = (name: string, direct_minutes: number, late: number) => ({
    ...{ month: name, direct_minutes, indirect_minutes: 30, entered: 40, late },
  });
  const providers = [
    load('Paula Reyes', [month('2026-02', 120, 1), month('2026-03', 60, 0)]),
    load('Otto Finch', [month('2026-03', 240, 3)]),
  ];
  const { user } = openReport(device, productivityReport, () => ({ ...head, providers }), {
    start: { from: '2026-03-01', to: '2026-03-10' },
  });
  const rows = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
      .slice(-2);
  await screen.findByRole('grid', { name: 'Providers' });
  expect(rows('Session hours by month')).toEqual(['February 20262:000:30', 'March 20265:001:00']);
  expect(rows('Sessions entered late by month')).toEqual(['February 20262.5%', 'March 20263.8%']);
  expect(screen.getByText('3.3% (4)')).toBeDefined();
  await user.type(screen.getByRole('searchbox'), 'paula');
  await vi.waitFor(() => expect(rows('Session hours by month').at(-1)).toBe('March 20261:000:30'), {
    timeout: 5_000,
  });
});
