import { act, cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { AppErrorBoundary } from '#app/error-page.tsx';
import { LoadLimit } from '#app/load-limit.tsx';
import { watchPresence } from '#app/presence.ts';
import { useLunchReminder } from '#app/shell/lunch-reminder.ts';
import { rateEndpoints } from '#contract/rates.ts';
import { unsentWrites } from '#db/outbox.ts';
import { ROLES, roleLabel } from '#domain/access/roles.ts';
import { desiredEventOnSave } from '#domain/lunch/desired-event.ts';
import { NEW_TICKET, TICKET_CATEGORIES } from '#domain/tickets/ticket.ts';
import { newLunchValues } from '#features/lunch/lunch-values.ts';
import { AnnouncementQueue } from '#features/notifications/announcements.tsx';
import { loadingFailureMachine } from '#machines/loading-failure.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { answered, showOnline } from '#tests/support/answering-office.tsx';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { stubCanvas } from '#tests/support/stub-canvas.ts';
import { told } from '#tests/support/told.ts';
import { openApp } from '#tests/support/whole-app.tsx';
import { currentViewport } from '#ui/viewport.ts';

/* The constants and limits of the specification (section 9), as numbers, where they act. */

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await device.close();
});

const effects = {
  askStatus: vi.fn(async () => ({ kind: 'answer', ok: true, loggedOut: false }) as const),
  tellActive: vi.fn(),
  lookAgain: vi.fn(),
  end: vi.fn(),
};

describe('sessions', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-03-10T16:00:00Z') });
    vi.clearAllMocks();
  });

  test('end after 3,600,000 ms without activity, and not before', async () => {
    const { stop } = watchPresence(effects);
    await vi.advanceTimersByTimeAsync(3_599_999);
    expect(effects.end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(effects.end).toHaveBeenCalledExactlyOnceWith('idle');
    stop();
  });

  test('are checked every 60,000 ms once nothing has been done for longer than that', async () => {
    const { stop } = watchPresence(effects);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(effects.askStatus).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(effects.askStatus).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(effects.askStatus).toHaveBeenCalledTimes(2);
    stop();
  });
});

/** Timers of 400 ms and more wait until the test runs them; the local database goes on with its own. */
function holdTimers() {
  const later = setTimeout;
  const held: { ms: number; run: () => void }[] = [];
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
    if (ms < 400) return later(work, ms);
    return held.push({ ms, run: work }) + 1_000_000;
  });
  return (ms: number) => held.findLast((timer) => timer.ms === ms);
}

describe('announcements and counts', () => {
  test('are asked for again every 300,000 ms', async () => {
    const timer = holdTimers();
    const shown = showOnline(device, <AnnouncementQueue />, () => answered(200, []));
    await waitFor(() => expect(timer(300_000)).toBeDefined());
    expect(shown.refreshes()).toBe(0);
    await act(async () => timer(300_000)?.run());
    expect(shown.refreshes()).toBe(1);
  });

  test('follow each other after 500 ms', async () => {
    await told(device, { title: 'First', shown_from: '2026-03-10T15:00:00.000Z' });
    await told(device, { title: 'Second', shown_from: '2026-03-10T16:00:00.000Z' });
    const timer = holdTimers();
    showOnline(device, <AnnouncementQueue />, () => answered(200, []));
    const dialog = await screen.findByRole('dialog', { name: 'First' });
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(timer(500)).toBeDefined());
    // Also after the device's news of the first one has arrived.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(async () => timer(500)?.run());
    screen.getByRole('dialog', { name: 'Second' });
  });

  test('of lunch cards are counted again every 300,000 ms', async () => {
    const timer = holdTimers();
    const call = vi.fn(async () => ({ needs_acknowledgment: 2 }));
    const signedIn = { workspace: device.workspace, engine: { api: { call } } } as unknown as SignedInDevice;
    const { result } = renderHook(() => useLunchReminder({ role: ROLES.admin, grants: [] }), {
      wrapper: ({ children }: { children: ReactNode }) => (
        <SignedInContext value={signedIn}>{children}</SignedInContext>
      ),
    });
    await waitFor(() => expect(result.current).toBe(2));
    expect(call).toHaveBeenCalledTimes(1);
    await act(async () => timer(300_000)?.run());
    expect(call).toHaveBeenCalledTimes(2);
  });
});

test('a page whose part could not be loaded reloads after 10,000 ms', () => {
  const clock = new SimulatedClock();
  const reload = vi.fn();
  createActor(
    loadingFailureMachine.provide({
      actions: { reload },
      guards: { mustWait: () => false, hasJustReloaded: () => false },
    }),
    { clock },
  ).start();
  clock.increment(9_999);
  expect(reload).not.toHaveBeenCalled();
  clock.increment(1);
  expect(reload).toHaveBeenCalledOnce();
});

test('a screen that has been loading for 120,000 ms counts as one that can not be loaded', () => {
  vi.useFakeTimers();
  vi.mocked(console.error).mockImplementation(() => undefined);
  const events = new Map<string, () => void>();
  const router = {
    state: { status: 'pending' },
    subscribe(event: string, listener: () => void) {
      events.set(event, listener);
      return () => events.delete(event);
    },
  };
  let isOpening = true;
  render(
    <AppErrorBoundary>
      <LoadLimit router={router as never} isOpening={() => isOpening} />
    </AppErrorBoundary>,
  );
  const title = () => screen.queryByRole('heading', { name: 'Application Loading Error' });
  // The device is being upgraded: that isn't the screen's fault.
  act(() => void vi.advanceTimersByTime(120_000));
  expect(title()).toBeNull();
  isOpening = false;
  // Another screen, which loads in time.
  act(() => events.get('onBeforeLoad')?.());
  act(() => void vi.advanceTimersByTime(119_999));
  act(() => events.get('onResolved')?.());
  act(() => void vi.advanceTimersByTime(300_000));
  expect(title()).toBeNull();
  act(() => events.get('onBeforeLoad')?.());
  act(() => void vi.advanceTimersByTime(119_999));
  expect(title()).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(title()).not.toBeNull();
  vi.mocked(console.error).mockClear();
});

test('links of the Reports dashboard reload the page after 50 ms', async () => {
  const worker = Object.assign(new EventTarget(), { controller: {}, ready: new Promise(() => undefined) });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  await pulledSoFar(device.db);
  const { router } = await openApp(device, '/home', { auth: ROLES.superAdmin });
  const later = setTimeout;
  const delays: (number | undefined)[] = [];
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => {
    delays.push(ms);
    // A page in jsdom can't reload.
    return ms === 50 ? 0 : later(work, ms);
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'More under Payroll' }));
  await user.click(await screen.findByRole('link', { name: 'My Sessions V2' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/reports/dashboard/my-sessions/v2'));
  await waitFor(() => expect(delays).toContain(50));
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a lunch break lasts 30 minutes unless told otherwise', () => {
  const at = { day: '2026-03-10', time: '09:00' };
  expect(newLunchValues('2026-03-10', at).minutes).toBe(30);
});

test('the calendar event of a lunch break is green, at location 5, once, without a reminder', () => {
  const lunch = { id: uuidv7(), provider: 'p', lunch_start_time: '2026-03-10T19:00:00.000Z' };
  const event = desiredEventOnSave({
    ...lunch,
    lunch_duration: null,
    waiver_type: '',
    calendar_event_id: null,
  });
  expect(event).toMatchObject({
    kind: 'put',
    fields: {
      ...{ recurring: false, event_color: 'green', location: '5', remind_me: false, is_lunch: true },
      ...{ event_title: 'Lunch Break', event_start_time: '12:00', event_end_time: '12:30', duration: 30 },
    },
  });
});

test.each([
  [320, 'narrow'],
  [640, 'narrow'],
  [641, 'rail'],
  [768, 'rail'],
  [1024, 'rail'],
  [1025, 'full'],
])('a window %i px wide has the layout "%s"', (width, layout) => {
  vi.stubGlobal('matchMedia', (media: string) => {
    const [, comparison, limit] = /\(width (<=|>=) (\d+)px\)/.exec(media) ?? [];
    return { matches: comparison === '<=' ? width <= Number(limit) : width >= Number(limit) };
  });
  expect(currentViewport()).toBe(layout);
});

test('the signature pad is 500 by 200, and a signature is sent as a PNG', async () => {
  stubCanvas();
  const { id } = await told(device, { requires_acknowledgment: true, requires_signature: true });
  showOnline(device, <AnnouncementQueue />, () => answered(200, []));
  const pad = (await screen.findByLabelText('Draw your signature')) as HTMLCanvasElement;
  expect([pad.width, pad.height]).toEqual([500, 200]);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Or type your name'), 'Maya Reyes');
  await user.click(screen.getByRole('button', { name: 'I Acknowledge' }));
  await waitFor(async () => expect(await unsentWrites(device.db)).toHaveLength(1));
  const [write] = await unsentWrites(device.db);
  expect(write).toMatchObject({ endpoint: 'notification.acknowledge', entity_id: id });
  expect(write?.content.body).toMatchObject({
    signature: expect.stringMatching(/^data:image\/png;base64,/),
    signed_name: 'Maya Reyes',
  });
});

test('support categories, role codes, and the years of rates are those of the specification', () => {
  expect(TICKET_CATEGORIES.map(({ label, code }) => [label, code])).toEqual([
    ['Bug/Issue', 1],
    ['Payroll', 4],
    ['Service/Support Request', 2],
    ['Site Requests', 3],
    ['Timecard/My Hours', 5],
  ]);
  expect(NEW_TICKET).toMatchObject({ priority: 3, status: 'Open' });
  expect(['0', '1', '2', '3', '4', '9'].map(roleLabel)).toEqual([
    ...['Super Admin', 'Admin', 'Provider', 'Service Lead', 'Supervisor', 'Supervisor'],
  ]);
  expect(rateEndpoints['rate.list-of-client'].path).toBe(
    '/api/clients/info/rates/{id}/{start_year}/{end_year}/',
  );
});
