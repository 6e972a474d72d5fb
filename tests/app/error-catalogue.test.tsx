import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { createAppRouter } from '#app/app-router.tsx';
import { DeviceSession, openDeviceSession } from '#app/device-session.ts';
import { AppErrorBoundary } from '#app/error-page.tsx';
import { useLunchReminder } from '#app/shell/lunch-reminder.ts';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { DeviceDatabase } from '#db/device-database.ts';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { unviewedAnnouncements } from '#db/notifications.ts';
import { ROLES } from '#domain/access/roles.ts';
import { createLunch } from '#features/lunch/record-lunch.ts';
import { lunchCards } from '#features/lunch-cards/lunch-cards.tsx';
import { AnnouncementQueue } from '#features/notifications/announcements.tsx';
import { MessageFiles } from '#features/notifications/file-links.tsx';
import { Bell } from '#features/notifications/notification-bell.tsx';
import { Support, SupportButton } from '#features/tickets/support.tsx';
import { signInMachine } from '#machines/sign-in.ts';
import type { RestoreOutcome } from '#machines/sign-in-outcome.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { acknowledgeLunch } from '#sync/acknowledge-lunch.ts';
import { tellLogout } from '#sync/sign-in/sign-in.ts';
import { isTokenStored, type StoredSignIn, storeSignIn } from '#sync/sign-in/stored-sign-in.ts';
import { answered, clientOf, showOnline } from '#tests/support/answering-office.tsx';
import { catchDownloads } from '#tests/support/caught-downloads.ts';
import { freshKey, openDevice, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry, sessionEntry } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { stubCanvas } from '#tests/support/stub-canvas.ts';
import { told } from '#tests/support/told.ts';
import { Toaster } from '#ui/toaster.tsx';

/*
 * The error catalogue of the specification (section 8): each row has its failure provoked in the app's own code, and
 * its text found, to the letter, on the screen or in the log.
 */

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  vi.stubGlobal('scrollTo', () => undefined);
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
  sessionStorage.clear();
  localStorage.clear();
  await device.close();
});

/** Exactly this was logged as errors. */
function expectLogged(words: readonly unknown[]): void {
  expect(vi.mocked(console.error).mock.calls.map(([first]) => first)).toEqual(words);
  vi.mocked(console.error).mockClear();
}

/** The device can't write for a while. @returns ends that */
function breakStorage(): () => void {
  const broken = vi.spyOn(device.db, 'transaction');
  broken.mockImplementation(() => Promise.reject(new Error('The disk is full.')) as never);
  return () => broken.mockRestore();
}

/** Opens a URL while logged out, in the whole app. */
async function openLoggedOut(address: string) {
  const actor = createActor(
    signInMachine.provide({
      actors: {
        restore: fromPromise<RestoreOutcome>(async () => ({ kind: 'signed-out' })),
        signIn: fromPromise(async ({ input }) => {
          const outcome = await openDeviceSession(input, {} as never);
          if (outcome.kind === 'opened') throw new Error('It opened.');
          return outcome;
        }),
      },
    }),
  ).start();
  const session = {
    ...{ actor, settled: async () => null, isLeaving: () => false },
    ...{ subscribe: () => () => undefined, stop: () => actor.stop() },
  };
  const router = createAppRouter(session, createMemoryHistory({ initialEntries: [address] }));
  await act(async () => {
    render(<RouterProvider router={router} />);
    await router.load();
  });
  return userEvent.setup();
}

describe('Login or password reset failure', () => {
  test("says 'Email Credentials Rejected' at the login unless the server says more", async () => {
    vi.stubGlobal('fetch', async () => answered(401, { code: 'login.rejected' }, 'Unauthorized'));
    const user = await openLoggedOut('/login');
    await user.type(await screen.findByLabelText('Email'), 'maya@test.example');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Email Credentials Rejected');
  });

  test("says 'Email Credentials Rejected' at a password reset with a used link", async () => {
    vi.stubGlobal('fetch', async () => answered(422, { code: 'reset.rejected' }, 'Unprocessable Entity'));
    const user = await openLoggedOut('/password-reset-confirm/?token=used');
    await user.type(await screen.findByLabelText('New password'), 'a long new password');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Email Credentials Rejected');
  });
});

test('Session save or update error: carries detail text, HTTP status and body', async () => {
  const current = { id: uuidv7(), version: 4 };
  const fields = { actual_minutes: 'Enter minutes from 1 to 1,440.' };
  const sent = { code: 'request.invalid', message: 'Check the marked fields.', fields, current };
  const failed = clientOf(() => answered(422, sent)).call('session.create', {
    body: sessionEntry() as never,
  });
  await expect(failed).rejects.toMatchObject({ message: sent.message, status: 422, fields, current });
  const strange = clientOf(() => answered(418, { code: 'tea', message: 'No coffee.' }));
  await expect(strange.call('session.list')).rejects.toMatchObject({ message: 'No coffee.', status: 418 });
});

test("Timeout helper default: 'Something went wrong!'", async () => {
  const late = clientOf(() => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError')));
  await expect(late.call('session.list')).rejects.toThrow('Something went wrong!');
  const stalled = new Response(
    new ReadableStream({ start: (body) => body.error(new DOMException('Too late.', 'TimeoutError')) }),
    { headers: { 'x-caseload': '1' } },
  );
  await expect(clientOf(() => stalled).call('lunch.list-cards', { query: {} as never })).rejects.toThrow(
    'Something went wrong!',
  );
});

describe('Lunch or timesheet reply not JSON', () => {
  test("is 'Server returned non-JSON response' on the screen", async () => {
    const api = clientOf(() => new Response('<html>', { headers: { 'x-caseload': '1' } }));
    openReport(device, lunchCards, (name, input) => api.call(name, input as never));
    await screen.findByText(/Server returned non-JSON response/);
  });

  test.each([
    ['message', { code: 'strange', message: 'The message.', error: 'The error.' }, 'The message.'],
    ['error', { code: 'strange', error: 'The error.' }, 'The error.'],
    ['status text', { code: 'strange' }, 'Bad Gateway'],
  ])('is otherwise the %s', async (_, body, words) => {
    const api = clientOf(() => answered(502, body, 'Bad Gateway'));
    await expect(api.call('timesheet.status', { query: {} as never })).rejects.toThrow(words);
  });
});

test('Lunch acknowledgment count failure: returns 0', async () => {
  let isBroken = false;
  const api = clientOf((address) => {
    if (!address.endsWith('/acknowledgment-count/')) return answered(200, {});
    return isBroken ? answered(500, { code: 'server.failed' }) : answered(200, { needs_acknowledgment: 3 });
  });
  const signedIn = { workspace: device.workspace, engine: { api } } as unknown as SignedInDevice;
  const count = renderHook(() => useLunchReminder({ role: ROLES.admin, grants: [] }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <SignedInContext value={signedIn}>{children}</SignedInContext>
    ),
  }).result;
  await waitFor(() => expect(count.current).toBe(3));
  isBroken = true;
  await act(() => acknowledgeLunch(api, uuidv7(), 'Reviewed.'));
  await waitFor(() => expect(count.current).toBe(0));
});

test('Logout failure: returns success false with the message; local state is still cleared', async () => {
  const devices = new DeviceDatabase(`device-of-${device.name}`);
  onTestFinished(() => devices.delete());
  const dataKey = await freshKey();
  const signIn = {
    user_id: device.workspace.user_id,
    username: 'sam',
    auth: ROLES.admin,
    token: 'a',
    refresh: 'r',
  };
  const stored = {
    ...signIn,
    email: 'sam@test.example',
    last_password_update: null,
    emp: 'H',
  } as never as StoredSignIn;
  await storeSignIn(devices, device.name, dataKey, stored);
  expect(isTokenStored()).toBe(true);
  vi.stubGlobal('fetch', async () =>
    answered(500, { code: 'server.failed', message: 'Something went wrong!' }),
  );
  expect(await tellLogout(stored)).toEqual({ success: false, message: 'Something went wrong!' });
  const open = {
    devices,
    vaultName: device.name,
    dataKey,
    device_id: uuidv7(),
    signIn: stored,
    isOnline: false,
  };
  await new DeviceSession(open, {} as never).leave({
    ...{ reason: 'logged-out', user_id: stored.user_id, elsewhere: false, discardUnsent: false },
  });
  expect(isTokenStored()).toBe(false);
  for (const name of ['username', 'auth', 'email', 'token', 'refresh', 'last_password_update', 'emp']) {
    expect(localStorage.getItem(name), name).toBeNull();
  }
});

describe('Notification fetch or dismiss failure', () => {
  beforeEach(() => void vi.mocked(console.error).mockImplementation(() => undefined));

  test("of the bell is only logged: 'Network response was not ok'", async () => {
    await told(device, { kind: 'notice', title: 'SOAP note returned' });
    showOnline(device, <Bell onView={() => undefined} />, () => answered(200, []));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
    const mend = breakStorage();
    await user.click(await screen.findByRole('button', { name: 'Clear: SOAP note returned' }));
    await waitFor(() => expectLogged(['Network response was not ok']));
    mend();
    expect(screen.queryByRole('alert')).toBeNull();
    screen.getByRole('button', { name: 'Clear: SOAP note returned' });
  });

  test('Announcement fetch and acknowledgment failures are only logged, and it is asked for again', async () => {
    await told(device, { requires_acknowledgment: true });
    const reading = vi.spyOn(device.db.notifications, 'where').mockImplementationOnce(() => {
      throw new Error('The disk is broken.');
    });
    showOnline(device, <AnnouncementQueue />, () => answered(200, []));
    const user = userEvent.setup();
    const dialog = await screen.findByRole('dialog', { name: 'Winter schedule' });
    expectLogged(['Network response was not ok']);
    reading.mockRestore();
    const mend = breakStorage();
    await user.click(within(dialog).getByRole('button', { name: 'I Acknowledge' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    mend();
    expectLogged(['Network response was not ok']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await unviewedAnnouncements(device.db, '2026-03-10T18:00:00.000Z')).toHaveLength(1);
  });
});

test('Calendar event failure for a lunch entry: only logged; the lunch entry does not fail', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const hook = device.db.calendarEvents.hook('creating');
  const broken = (): never => {
    throw new Error('The disk is full.');
  };
  hook.subscribe(broken);
  const { id, lunch_end_time: _, source: __, calendar_event_id: ___, ...fields } = lunchEntry();
  const saved = await createLunch(device.workspace, device.workspace.user_id, id, fields);
  hook.unsubscribe(broken);
  expect(saved).toEqual({ kind: 'saved', id });
  expect(
    (await lunchBreaksOfDay(device.db, device.workspace.user_id, '2026-03-10')).map((one) => one.id),
  ).toEqual([id]);
  expect(logged.mock.calls[0]?.[0]).toContain(id);
  logged.mockRestore();
});

test("Attachment URL failure: 'Error fetching attachment URL: {status text}', and the original link", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const key = uuidv7();
  const file = `/api/notifications/attachments/${key}/`;
  const asked: [string, string | null][] = [];
  showOnline(
    device,
    <MessageFiles attachments={[{ key, file, file_name: 'calendar.pdf' }]} />,
    (address, init) => {
      asked.push([address, new Headers(init.headers).get('authorization')]);
      return address === file
        ? new Response('PDF', { headers: { [ANSWER_MARKER]: '1' } })
        : answered(503, { code: 'strange' }, 'Service Unavailable');
    },
  );
  const link = await screen.findByRole('link', { name: 'calendar.pdf' });
  expectLogged(['Error fetching attachment URL: Service Unavailable']);
  expect(link.getAttribute('href')).toBe(file);
  const files = catchDownloads();
  await userEvent.setup().click(link);
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['calendar.pdf']));
  expect(asked.at(-1)).toEqual([file, 'Bearer token']);
});

describe('The support dialog', () => {
  async function open(answer: Parameters<typeof showOnline>[2]) {
    const sent: unknown[] = [];
    const goes = vi.fn();
    showOnline(
      device,
      <Support onSubmitted={goes}>
        <SupportButton />
        <Toaster />
      </Support>,
      (address, init) => {
        sent.push(JSON.parse(String(init.body)));
        return answer(address, init);
      },
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Support' }));
    const dialog = await screen.findByRole('dialog', { name: 'Support' });
    await user.type(within(dialog).getByLabelText(/^Title/), 'Calendar is blank');
    await user.type(within(dialog).getByLabelText(/^Description/), 'Since noon.');
    return { user, dialog, sent, goes, submit: () => user.click(within(dialog).getByText('Submit')) };
  }

  test("No support category: 'Please Select Support Type', and nothing is sent", async () => {
    const { dialog, sent, submit } = await open(() => answered(201, {}));
    await submit();
    expect(within(dialog).getByRole('alert').textContent).toBe('Please Select Support Type');
    expect(sent).toEqual([]);
  });

  test("Ticket creation not ok: 'There has been an issue. Please try submitting again.', and nothing is lost", async () => {
    const { user, dialog, goes, submit } = await open(() => answered(500, { code: 'server.failed' }));
    await user.selectOptions(within(dialog).getByLabelText(/^Support type/), 'Payroll');
    await submit();
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'There has been an issue. Please try submitting again.',
    );
    expect((within(dialog).getByLabelText(/^Title/) as HTMLInputElement).value).toBe('Calendar is blank');
    expect(goes).not.toHaveBeenCalled();
  });

  const CHANGELOG =
    'Support ticket submitted. Stay updated with site changes and updates by reading our changelog.';
  const SERVICE =
    'Service/Support Request Submitted. Please allow 24-48 hours for someone to get back to you via email.';
  test.each([
    ['Bug/Issue', 1, CHANGELOG],
    ['Site Requests', 3, CHANGELOG],
    ['Service/Support Request', 2, SERVICE],
    ['Payroll', 4, SERVICE],
    ['Timecard/My Hours', 5, SERVICE],
  ])('Ticket ok, category %s (%i)', async (type, category, words) => {
    const { user, dialog, sent, goes, submit } = await open(() => answered(201, {}));
    await user.selectOptions(within(dialog).getByLabelText(/^Support type/), type);
    await submit();
    await screen.findByText(words);
    expect(sent).toMatchObject([{ category, title: 'Calendar is blank', details: 'Since noon.' }]);
    expect(goes).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => void toast.dismiss());
  });
});

test("Empty signature: 'Signature is required before acknowledging', with a red border", async () => {
  stubCanvas();
  await told(device, { requires_acknowledgment: true, requires_signature: true });
  showOnline(device, <AnnouncementQueue />, () => answered(200, []));
  const dialog = await screen.findByRole('dialog', { name: 'Winter schedule' });
  await userEvent.setup().click(within(dialog).getByRole('button', { name: 'I Acknowledge' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'Signature is required before acknowledging',
  );
  expect(within(dialog).getByLabelText('Draw your signature').className).toContain('border-destructive');
  expect(await unviewedAnnouncements(device.db, '2026-03-10T18:00:00.000Z')).toHaveLength(1);
});

/** A screen that throws. */
function showBroken(problem: unknown, address: string): void {
  vi.mocked(console.error).mockImplementation(() => undefined);
  window.history.replaceState(null, '', address);
  function Broken(): never {
    throw problem;
  }
  render(
    <AppErrorBoundary>
      <Broken />
    </AppErrorBoundary>,
  );
  // React logs what a boundary caught.
  vi.mocked(console.error).mockClear();
}

test('Chunk-load failure: its page, which reloads in 10 seconds', () => {
  vi.useFakeTimers();
  showBroken(new TypeError('Failed to fetch dynamically imported module: /assets/v2.js'), '/home');
  screen.getByRole('heading', { name: 'Application Loading Error' });
  screen.getByText(
    "The application couldn't load correctly. The page will automatically reload in 10 seconds...",
  );
  screen.getByText('If this issue persists after reloading, please submit a support ticket.');
  act(() => void vi.advanceTimersByTime(9_999));
  expect(sessionStorage.getItem('caseload-reloaded-at')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(sessionStorage.getItem('caseload-reloaded-at')).not.toBeNull();
  // jsdom logs that it can't load another page.
  vi.mocked(console.error).mockClear();
});

test("Other rendering error: 'Something went wrong.'; under /students it advises using My Sessions", () => {
  showBroken(new RangeError('minutes out of range'), '/students/info/7/');
  screen.getByRole('heading', { name: 'Something went wrong.' });
  expect(screen.getByRole('alert').textContent).toContain('To enter sessions, use My Sessions.');
  expect(screen.getByRole('link', { name: 'My Sessions' }).getAttribute('href')).toBe('/my-sessions');
  cleanup();
  showBroken(new RangeError('minutes out of range'), '/home');
  expect(screen.queryByRole('link', { name: 'My Sessions' })).toBeNull();
});

test("Empty bell: 'No new messages.'", async () => {
  showOnline(device, <Bell onView={() => undefined} />, () => answered(200, []));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Notifications' }));
  await screen.findByText('No new messages.');
});
