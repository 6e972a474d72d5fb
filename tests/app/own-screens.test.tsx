import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import type { Attendance } from '#domain/sessions/session.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { eventEntry, sessionEntry, studentArrived } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { openApp } from '#tests/support/whole-app.tsx';

const DAY = '2026-03-10';
const MAYA = '0195a000-0000-7000-8000-0000000000a1';
const LEO = '0195a000-0000-7000-8000-0000000000a2';

let device: TestDevice;
beforeEach(async () => {
  stubLayout();
  cloneInOwnRealm();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  device = await openDevice();
  await pulledSoFar(device.db, { was_whole: true, is_refreshing: false, cursor: 'c', applied: 1, total: 1 });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const open = (address: string) =>
  openApp(device, address, { auth: ROLES.provider, emp: 'w2_nonexempt', services: [] });

function onPhone(): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('<='),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

async function logSession(changes: Partial<ReturnType<typeof sessionEntry>>): Promise<string> {
  const { user_id } = device.workspace;
  const entry = sessionEntry(changes);
  await queueWrite(device.workspace, {
    ...{ endpoint: 'session.create', id: entry.id, lane: `day:${user_id}:${entry.session_date}` },
    body: { ...entry, provider: user_id },
  });
  return entry.id;
}

async function planSession(start: string, end: string, student: string): Promise<string> {
  const { user_id } = device.workspace;
  const event = eventEntry({
    ...{
      student,
      event_start_time: start,
      event_end_time: end,
      is_lunch: false,
      event_title: 'Articulation',
    },
    service: sessionEntry().service,
  });
  await queueWrite(device.workspace, {
    ...{ endpoint: 'calendar.create', id: event.id, lane: `calendar:${user_id}` },
    body: { ...event, provider: user_id },
  });
  return event.id;
}

describe("a provider's home", () => {
  test('logs a planned session with one press, and opens a logged one', async () => {
    const event = await planSession('13:00', '13:30', MAYA);
    const id = await logSession({ start_time: '09:00', setting: 'indirect', student_ids: [] });
    const { main, router } = await open('/home');
    fireEvent.click(await within(main).findByRole('button', { name: 'Log session: Articulation' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-sessions'));
    expect(router.state.location.search).toMatchObject({ open: 'session', event, day: DAY });
    await act(() => router.navigate({ to: '/home' }));
    const strip = await screen.findByRole('list', { name: 'Day' });
    const [logged] = await within(strip).findAllByRole('button', { name: /Session/ });
    fireEvent.click(logged as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/my-sessions/info/${id}`));
  });
});

test('closing the Sync center on a phone leads back to the session it was opened from', async () => {
  onPhone();
  const id = await logSession({ start_time: '09:00' });
  const { router } = await open(`/my-sessions/info/${id}`);
  const status = await screen.findByRole('status', { name: 'Sync' });
  fireEvent.click(within(status).getByRole('button'));
  const sheet = await screen.findByRole('dialog', { name: 'Sync center' });
  fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe(`/my-sessions/info/${id}`);
});

test('a group has one list of files, and asks whose a new file is', async () => {
  const changes = [studentArrived(MAYA, ['Maya', 'Rivera']), studentArrived(LEO, ['Leo', 'Stein'])];
  const page = {
    ...{ epoch: 'e', cursor: 'c2', more: false, server_time: `${DAY}T18:00:00.000Z`, is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null, changes },
  };
  expect(await applyPage(device.db, await syncPosition(device.db), page)).toBe(true);
  const id = await logSession({ setting: 'group', student_ids: [MAYA, LEO] });
  await open(`/my-sessions/info/${id}`);
  // It appears again when more is known of the students.
  const add = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Add files/ });
  expect((await add()).disabled).toBe(true);
  expect(screen.getAllByText('Attachments')).toHaveLength(1);
  // A choice in a list that is taken off the page meanwhile would be lost.
  await waitFor(async () => {
    fireEvent.change(screen.getByLabelText('Student whose files you add'), { target: { value: LEO } });
    expect((await add()).disabled).toBe(false);
  });
  const file = new File(['drawing'], 'drawing.txt', { type: 'text/plain' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
  await screen.findByText('drawing.txt');
  expect(screen.getByText('For Leo Stein')).toBeTruthy();
  const [stored] = await device.db.attachments.toArray();
  expect(stored?.student).toBe(LEO);
});

describe('duplicating a day', () => {
  const yesterday = (changes: Partial<ReturnType<typeof sessionEntry>>) =>
    logSession({ session_date: '2026-03-09', ...changes });
  const today = (attendance: Attendance, changes: Partial<ReturnType<typeof sessionEntry>>) =>
    logSession({ session_date: DAY, attendance, reason: 'Illness', ...changes });

  test('leaves out students who are absent or planned at another time, unless asked for', async () => {
    await yesterday({ student_ids: [MAYA], start_time: '08:00', end_time: '08:30' });
    await yesterday({ student_ids: [LEO], start_time: '09:00', end_time: '09:30' });
    await yesterday({ student_ids: [uuidv7()], start_time: '10:00', end_time: '10:30' });
    await today('student-absent', { student_ids: [MAYA], start_time: '13:00', end_time: '13:30' });
    await planSession('14:00', '14:30', LEO);
    await open('/my-sessions?open=copy-day');
    const list = await screen.findByRole('list', { name: 'Sessions to duplicate' });
    await within(list).findByText(/is marked absent on this day$/);
    expect(list.textContent).toContain(' is already planned at 2:00 PM');
    fireEvent.click(screen.getByRole('button', { name: 'Log session' }));
    await screen.findByText('2 with warnings are left out.');
    const left = within(list).getAllByRole('button', { name: /^Log session: / });
    expect(left.map((button) => button.textContent)).toEqual(['Log anyway', 'Log anyway']);
    fireEvent.click(left[0] as HTMLElement);
    await waitFor(() =>
      expect(within(list).getAllByRole('button', { name: /^Log session: / })).toHaveLength(1),
    );
  });

  test('says how a session went that is already there', async () => {
    await yesterday({ student_ids: [MAYA] });
    await yesterday({ student_ids: [LEO], start_time: '10:00', end_time: '10:30' });
    await today('provider-absent', { student_ids: [MAYA] });
    await today('delivered', { student_ids: [LEO], start_time: '10:00', end_time: '10:30', reason: '' });
    await open('/my-sessions?open=copy-day');
    const list = await screen.findByRole('list', { name: 'Sessions to duplicate' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('Provider absent');
    expect(rows[0]?.textContent).not.toContain('Logged');
    expect(rows[1]?.textContent).toContain('Logged');
  });
});
