import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CalendarOccurrence } from '#contract/calendar.ts';
import { draftOf } from '#db/drafts.ts';
import { ROLES } from '#domain/access/roles.ts';
import { MasterScreen } from '#features/calendar/master/master-screen.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { eventEntry, sessionRow } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const PAULA = '0195a000-0000-7000-8000-0000000000b1';
const DAY = '2026-03-10';

let device: TestDevice;
let events: CalendarOccurrence[];
let isReachable: boolean;
let asked: number;
beforeEach(async () => {
  stubLayout();
  cloneInOwnRealm();
  device = await openDevice();
  events = [];
  isReachable = true;
  asked = 0;
  const changes = [
    [
      'provider',
      PAULA,
      {
        ...{ id: PAULA, provider_first: 'Paula', provider_last: 'Marsh', services: [], supervisors: [] },
        ...{ archived: false, version: 1 },
      },
    ] as const,
    [
      'session',
      's',
      { ...sessionRow(PAULA, 1, { session_date: DAY, start_time: '13:00' }), id: 's' },
    ] as const,
  ].map(([entity, id, row]) => ({ entity, id, row, scopes: ['org'], left: [] }));
  await applyPage(device.db, await syncPosition(device.db), {
    ...{ epoch: 'e', cursor: 'c', more: false, server_time: '2026-03-10T18:00:00.000Z', is_fresh: true },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: changes.length, changes },
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function event(time: string): CalendarOccurrence {
  const body = eventEntry({
    ...{ id: '0195a000-0000-7000-8000-0000000000c1', is_lunch: false, event_title: 'Conference' },
    ...{ event_start_date: DAY, event_start_time: time, event_end_date: DAY, event_end_time: '12:00' },
  });
  return { ...body, provider: PAULA, version: 1, skipped: null } as CalendarOccurrence;
}

function open() {
  const office = scriptedOffice((name) => {
    if (!isReachable) throw new NoAnswer();
    if (name === 'calendar.list-master') asked += 1;
    return name === 'calendar.list-master' ? events : [];
  });
  const search = { view: 'day' as const, day: DAY };
  showTo(device, office, <MasterScreen search={search} onSearch={() => {}} onOpenSession={() => {}} />, {
    ...{ auth: ROLES.admin, grants: [], provider_id: null },
  });
  return office;
}

test("the office sees other people's events from the server, and sessions from the device", async () => {
  events = [event('10:00')];
  open();
  expect(await screen.findByRole('button', { name: /^Conference, 10:00 AM/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Session, 1:00 PM/ })).toBeTruthy();
  expect(await device.db.calendarEvents.count()).toBe(0);
});

test('a change by someone else appears without a reload, once for many hints', async () => {
  events = [event('10:00')];
  const office = open();
  await screen.findByRole('button', { name: /^Conference, 10:00 AM/ });
  expect(asked).toBe(1);
  events = [event('11:00')];
  for (let hint = 0; hint < 5; hint += 1) office.hint('calendar_event');
  await screen.findByRole('button', { name: /^Conference, 11:00 AM/ });
  expect(asked).toBe(2);
});

test('offline the last answer is shown with its time, and without one nothing is claimed', async () => {
  events = [event('10:00')];
  open();
  await screen.findByRole('button', { name: /^Conference/ });
  await vi.waitFor(async () =>
    expect(await draftOf(device.db, 'report-answer|calendar.list-master')).not.toBeNull(),
  );
  cleanup();
  isReachable = false;
  open();
  await screen.findByText(/Showing the last data we received/);
  expect(await screen.findByText(/^As of 03\/10\/2026/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Conference, 10:00 AM/ })).toBeTruthy();
  cleanup();

  await device.db.drafts.clear();
  open();
  await screen.findByText("You're offline. Connect to see this page.");
  expect(screen.queryByText('No providers to show')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Session/ })).toBeNull();
});

test('plans are shown without sessions that the server has and does not tell, and the screen says so', async () => {
  events = [event('10:00')];
  await device.db.meta.put({ ...(await syncPosition(device.db)), others_from: '2026-04-01' });
  const office = scriptedOffice((name) => {
    if (name === 'session.list') throw new NoAnswer();
    return name === 'calendar.list-master' ? events : [];
  });
  const search = { view: 'day' as const, day: DAY };
  showTo(device, office, <MasterScreen search={search} onSearch={() => {}} onOpenSession={() => {}} />, {
    ...{ auth: ROLES.admin, grants: [], provider_id: null },
  });
  expect(await screen.findByRole('button', { name: /^Conference, 10:00 AM/ })).toBeTruthy();
  expect(screen.getByText(/^Sessions for these days can't be loaded/)).toBeTruthy();
});
