import { randomUUID } from 'node:crypto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { timecardsOfProvider } from '#db/timecards.ts';
import { ROLES } from '#domain/access/roles.ts';
import { startPunchedLunch, timePunchedLunch } from '#features/lunch/punched-lunch.ts';
import { punch, startDay } from '#features/timecard/record-timecard.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { openApp } from '#tests/support/whole-app.tsx';

const DAY = '2026-03-10';
const NEXT_DAY = '2026-03-11';
const HOUR = 3_600_000;
const lunches = { start: startPunchedLunch, time: timePunchedLunch };

let device: TestDevice;

/** 23:59 on the day, Pacific. */
beforeEach(async () => {
  stubLayout();
  cloneInOwnRealm();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  device = await openDevice();
  device.clock.pass(13 * HOUR - 60_000);
  await pulledSoFar(device.db, { cursor: 'c' });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const open = (address: string) =>
  openApp(device, address, { auth: ROLES.provider, emp: 'w2_nonexempt', services: [] });

/** Midnight passes, and the page checks the clock. */
const passMidnight = () =>
  act(async () => {
    device.clock.pass(2 * 60_000);
    window.dispatchEvent(new Event('focus'));
  });

function logged(day: string, start_time: string) {
  const { user_id } = device.workspace;
  const entry = sessionEntry({ session_date: day, start_time, setting: 'indirect', student_ids: [] });
  return queueWrite(device.workspace, {
    ...{ endpoint: 'session.create', id: entry.id, lane: `day:${user_id}:${day}` },
    body: { ...entry, provider: user_id },
  });
}

describe('at midnight', () => {
  test("today's sessions switch to the new day", async () => {
    await logged(DAY, '16:00');
    await logged(NEXT_DAY, '08:00');
    const { main } = await open('/my-sessions');
    await within(main).findByText('Tue, 03/10/2026');
    const strip = await within(main).findByRole('list', { name: 'Day' });
    expect(strip.textContent).toContain('4:00 PM');
    await passMidnight();
    await within(main).findByText('Wed, 03/11/2026');
    await waitFor(() =>
      expect(within(main).getByRole('list', { name: 'Day' }).textContent).toContain('8:00 AM'),
    );
    expect(within(main).queryByRole('button', { name: 'Today' })).toBeNull();
  });

  test('a screen whose URL names a day stays on it', async () => {
    const { main } = await open(`/my-sessions?day=${DAY}`);
    await within(main).findByText('Tue, 03/10/2026');
    await passMidnight();
    await within(main).findByRole('button', { name: 'Today' });
    expect(within(main).getByText('Tue, 03/10/2026')).toBeDefined();
  });

  test('the timecard starts the new day, and asks for the clock-out time of the open one', async () => {
    const { workspace, db } = device;
    await startDay(workspace, workspace.user_id, '2026-03-10T23:00:00.000Z');
    const { main } = await open('/my-sessions');
    await within(main).findByText('Working since 4:00 PM');
    await passMidnight();
    await within(main).findByRole('button', { name: 'Clock in' });
    await within(main).findByText("You didn't clock out on 03/10.");
    const [card] = await timecardsOfProvider(db, workspace.user_id, DAY, NEXT_DAY);
    expect(card).toMatchObject({ work_date: DAY, ended_at: null });
  });

  test('a question about a punch stays with the day of the punch', async () => {
    const { workspace, db } = device;
    const { user_id } = workspace;
    await startDay(workspace, user_id, '2026-03-11T03:00:00.000Z');
    const [card] = await timecardsOfProvider(db, user_id, DAY, DAY);
    if (card === undefined) throw new Error('The day has no card.');
    await punch(workspace, lunches, card.id, 'start-lunch', '2026-03-11T05:00:00.000Z');
    const { main } = await open('/my-sessions');
    fireEvent.click(await within(main).findByRole('button', { name: 'Clock out' }));
    const dialog = await screen.findByRole('dialog');
    await passMidnight();
    fireEvent.change(within(dialog).getByLabelText('End of lunch'), { target: { value: '22:30' } });
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement);
    await waitFor(async () => {
      const [ended] = await timecardsOfProvider(db, user_id, DAY, DAY);
      expect(ended?.ended_at).toBe('2026-03-11T06:59:00.000Z');
    });
    await within(main).findByRole('button', { name: 'Clock in' });
  });

  test('an open session form keeps its day, and says so below the date while that is its date', async () => {
    await open('/my-sessions?open=session');
    const form = await screen.findByRole('form', { name: 'New session' });
    const date = within(form).getByLabelText('Date') as HTMLInputElement;
    fireEvent.change(within(form).getByLabelText('Notes'), { target: { value: 'Late work' } });
    expect(date.value).toBe(DAY);
    await passMidnight();
    const words = "It's now 03/11/2026. This stays on 03/10/2026 unless you change the date.";
    await within(form).findByText(words);
    expect(date.value).toBe(DAY);
    expect(date.getAttribute('aria-describedby')).toBe(within(form).getByText(words).id);
    expect((within(form).getByLabelText('Notes') as HTMLTextAreaElement).value).toBe('Late work');
    fireEvent.change(date, { target: { value: NEXT_DAY } });
    await waitFor(() => expect(within(form).queryByText(words)).toBeNull());
  });

  test.each([
    ['/home', /03\/10\/2026/, /03\/11\/2026/],
    ['/schedules/calendar/events/get/my_calendar?view=day', /^Tue 03/, /^Wed 03/],
  ])('%s moves on', async (address, before, after) => {
    const { main } = await open(address);
    await within(main).findAllByText(before);
    await passMidnight();
    await within(main).findAllByText(after);
  });

  test('a timesheet stays on the period it was opened on, and hours switch to the new one', async () => {
    const DAYS_TO_THE_15TH = 5;
    device.clock.pass(DAYS_TO_THE_15TH * 24 * HOUR);
    const rows = [
      ['2026-03-01', '2026-03-15'],
      ['2026-03-16', '2026-03-31'],
    ].map(([start_date, end_date]) => ({
      ...{ id: randomUUID(), start_date, end_date, closed_at: null, is_locked: false, version: 1 },
    }));
    const page = {
      ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: true, total: 2 },
      ...{ server_time: '2026-03-15T18:00:00.000Z', scopes_added: [], scopes_removed: [], done: [] },
      changes: rows.map((row) => ({
        ...{ entity: 'pay_period' as const, id: row.id, scopes: ['global'], left: [], row },
      })),
    };
    await applyPage(device.db, await syncPosition(device.db), page);
    const sheet = (await open(`/reports/timesheet/${device.workspace.user_id}`)).main;
    await within(sheet).findAllByText(/^03\/01\/2026 – 03\/15\/2026, Pacific/);
    await passMidnight();
    await within(sheet).findAllByText(/^03\/01\/2026 – 03\/15\/2026, Pacific/);
    cleanup();
    device.clock.pass(-2 * 60_000);
    const hours = (await open('/my_hours')).main;
    await within(hours).findAllByText(/^03\/01\/2026 – 03\/15\/2026, Pacific/);
    await passMidnight();
    await within(hours).findAllByText(/^03\/16\/2026 – 03\/31\/2026, Pacific/);
  });
});
