import { cleanup, screen, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HomeWaiting, Waiting } from '#contract/home.ts';
import type { PullPage } from '#contract/sync.ts';
import { ROLES } from '#domain/access/roles.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { sessionRow, studentArrived } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { openApp } from '#tests/support/whole-app.tsx';

let device: TestDevice;

beforeEach(async () => {
  stubLayout();
  cloneInOwnRealm();
  vi.stubGlobal('scrollTo', () => undefined);
  device = await openDevice();
  await pulledSoFar(device.db, { was_whole: true, is_refreshing: false, cursor: 'c', applied: 1, total: 1 });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function waits(kind: Waiting['kind'], count: number, from: string | null = null, to = from): Waiting {
  return { kind, count, from, to };
}

const week = Array.from({ length: 7 }, (_, at) => ({
  ...{ day: `2026-03-${String(8 + at).padStart(2, '0')}` },
  ...{ planned: at === 2 ? 40 : 0, delivered: at === 2 ? 25 : 0 },
}));

async function openHome(waiting: Waiting[], profile = {}) {
  const answer: HomeWaiting = { as_of: '2026-03-10T18:00:00.000Z', waiting, week };
  const office = { auth: ROLES.superAdmin, provider_id: null };
  return openApp(device, '/home', { ...office, ...profile }, { 'home.waiting': answer });
}

const linksOf = async (main: HTMLElement) =>
  (await within(within(main).getByRole('list', { name: 'To do' })).findAllByRole('link')).map((link) => [
    link.textContent?.replaceAll(/\s+/g, ' ').trim(),
    decodeURIComponent(link.getAttribute('href') ?? ''),
  ]);

describe("the office's home", () => {
  test('counts what needs a decision, and each number opens its list', async () => {
    const { main } = await openHome([
      waits('timesheet', 14, '2026-03-01', '2026-03-15'),
      waits('duration', 1, '2026-03-09'),
      waits('late-entry', 2, '2026-03-02', '2026-03-04'),
      waits('edit', 0),
      waits('lunch-card', 3, '2026-01-07', '2026-03-10'),
      waits('note-late', 7, '2026-01-09', '2026-03-02'),
      waits('held-change', 1),
      waits('device', 5),
    ]);
    await within(main).findByText('timesheets to approve');
    expect(await linksOf(main)).toEqual([
      ['14 timesheets to approve 03/01 – 03/15', '/reports/timesheet/all?status=submitted&period=2026-03-01'],
      ['1 changed duration to review', '/payroll/durations?from=2026-03-09&to=2026-03-09&status=pending'],
      [
        '2 late entries to review',
        '/reports/dashboard/my-sessions/v2?from=2026-03-02&to=2026-03-04&pending=late-entry',
      ],
      [
        '3 lunch cards to acknowledge',
        '/reports/dashboard/lunch-cards?from=2026-01-07&to=2026-03-10&compliance=needs_ack',
      ],
      ['7 overdue SOAP notes', '/reports/provider_notes?from=2026-01-09&to=2026-03-02&late=true'],
      ['1 held change to review', '/admin/quarantine'],
      ['5 devices with unsynced changes', '/admin/devices?show=unsent'],
    ]);
    expect(within(main).queryByText('Today')).toBeNull();
    expect(within(main).getByRole('heading', { level: 1 }).textContent).toBe('Hello');
  });

  test.each([
    [ROLES.serviceLead, "7 overdue SOAP notes, including your team's"],
    [ROLES.supervisor, "7 overdue SOAP notes, including your team's"],
    [ROLES.admin, '7 overdue SOAP notes'],
  ])('tells a %s whose overdue notes are counted', async (auth, words) => {
    const { main } = await openHome([waits('note-late', 7, '2026-01-09', '2026-03-02')], { auth });
    await within(main).findByText(/overdue SOAP notes/);
    expect((await linksOf(main)).map(([text]) => text)).toEqual([words]);
  });

  test('says when there is nothing to do, and greets by name', async () => {
    const { main } = await openHome([waits('duration', 0), waits('device', 0)], {
      name: 'Renata Solano',
    });
    await within(main).findByText('Hello, Renata');
    await within(main).findByText("You're all caught up.");
  });

  test('shows the week as a chart, and as a table to screen readers', async () => {
    const { main } = await openHome([]);
    const table = await within(main).findByRole('table', { name: 'Sessions this week' });
    expect(within(table).getByRole('row', { name: 'Tue 03/10/2026 40 25' })).toBeTruthy();
  });

  test('an admin without the payroll page decides on durations in My Sessions V2', async () => {
    const { main } = await openHome([waits('duration', 2, '2026-03-09')], { auth: ROLES.admin });
    await within(main).findByText('changed durations to review');
    expect(await linksOf(main)).toEqual([
      [
        '2 changed durations to review',
        '/reports/dashboard/my-sessions/v2?from=2026-03-09&to=2026-03-09&pending=duration',
      ],
    ]);
  });
});

test("a lead's requests open the list of their services", async () => {
  const { main } = await openHome([waits('duration', 2, '2026-03-09'), waits('deletion', 1, '2026-03-01')], {
    auth: ROLES.serviceLead,
  });
  await within(main).findByText('changed durations to review');
  expect(await linksOf(main)).toEqual([
    ['2 changed durations to review', '/reports/requests?from=2026-03-09&to=2026-03-09&kind=duration'],
    ['1 deletion request to review', '/reports/requests?from=2026-03-01&to=2026-03-01&kind=deletion'],
  ]);
});

test("a provider's home shows their day without any request", async () => {
  const { main, office } = await openHome([], {
    auth: ROLES.provider,
    provider_id: device.workspace.user_id,
  });
  await within(main).findByText("You're all caught up.");
  expect(within(main).getByText('Today')).toBeTruthy();
  expect(screen.getByText('This week')).toBeTruthy();
  expect(office.calls.map(([name]) => name)).not.toContain('home.waiting');
});

test('notes to write say how many students their list has', async () => {
  const own = device.workspace.user_id;
  const [maya, leo] = [
    studentArrived(uuidv7(), ['Maya', 'Rivera']),
    studentArrived(uuidv7(), ['Leo', 'Stein']),
  ];
  const students = [maya, leo].map((one) => ({ ...one, row: { ...(one.row as object), providers: [own] } }));
  const sessions = [[maya.id], [maya.id, leo.id]].map((student_ids) => {
    const id = uuidv7();
    const row = sessionRow(own, 1, { id, student_ids });
    return { entity: 'session', id, scopes: [`own:${own}`], left: [], row } as const;
  });
  const page = {
    ...{ epoch: 'e', cursor: 'c2', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null },
    changes: [...students, ...sessions],
  } as PullPage;
  expect(await applyPage(device.db, await syncPosition(device.db), page)).toBe(true);
  const { main } = await openHome([], { auth: ROLES.provider, provider_id: own });
  await within(main).findByText('notes to write');
  expect(await linksOf(main)).toContainEqual(['3 notes to write 2 students', '/my-students?due=true']);
});
