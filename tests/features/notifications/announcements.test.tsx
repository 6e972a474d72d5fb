import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unsentWrites } from '#db/outbox.ts';
import { AnnouncementLine } from '#features/notifications/announcement-line.tsx';
import { AnnouncementQueue } from '#features/notifications/announcements.tsx';
import { AppBadge } from '#features/notifications/app-badge.tsx';
import { IconCountCard } from '#features/notifications/icon-count-card.tsx';
import { Bell } from '#features/notifications/notification-bell.tsx';
import { NotificationsTab } from '#features/notifications/notifications-tab.tsx';
import { answered, showOnline } from '#tests/support/answering-office.tsx';
import { catchDownloads } from '#tests/support/caught-downloads.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { holdTimers } from '#tests/support/held-timers.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { stubCanvas } from '#tests/support/stub-canvas.ts';
import { told } from '#tests/support/told.ts';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  await pulledSoFar(device.db);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const fileUrl = (_: string, init: RequestInit) =>
  answered(200, { url: `/api/notifications/files/${JSON.parse(String(init.body)).key}.1.x/` });
const sentCalls = async () =>
  (await unsentWrites(device.db)).map(({ endpoint, content }) => [endpoint, content.body]);

function open(content = <AnnouncementQueue />) {
  showOnline(device, content, fileUrl);
  return userEvent.setup();
}

describe('an announcement', () => {
  test('shows its text and is viewed once it is closed', async () => {
    await told(device, { requires_acknowledgment: false });
    const user = open();
    const dialog = await screen.findByRole('dialog', { name: 'Winter schedule' });
    expect(within(dialog).getByText('Please read')).toBeDefined();
    expect(within(dialog).getByText('noon').tagName).toBe('STRONG');
    expect(within(dialog).queryByRole('button', { name: 'I Acknowledge' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(async () =>
      expect(await sentCalls()).toEqual([['notification.view', { content_hash: 'first' }]]),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that requires acknowledgment has no close icon, and only its button ends it', async () => {
    await told(device, { requires_acknowledgment: true });
    const user = open();
    const dialog = await screen.findByRole('dialog', { name: 'Winter schedule' });
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['I Acknowledge']);
    await user.keyboard('{Escape}');
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
    expect(screen.getByRole('dialog', { name: 'Winter schedule' })).toBe(dialog);
    expect(await sentCalls()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'I Acknowledge' }));
    await waitFor(async () =>
      expect(await sentCalls()).toEqual([
        ['notification.acknowledge', { content_hash: 'first', signature: null, signed_name: '' }],
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('shows images, and links to all other files', async () => {
    const [picture, paper] = [uuidv7(), uuidv7()];
    const file = (key: string) => `/api/notifications/attachments/${key}/`;
    await told(device, {
      attachments: [
        { key: picture, file: file(picture), file_name: 'map.PNG' },
        { key: paper, file: file(paper), file_name: 'policy.pdf' },
      ],
    });
    open();
    const image = await screen.findByRole('img', { name: 'map.PNG' });
    expect(image.getAttribute('src')).toBe(`/api/notifications/files/${picture}.1.x/`);
    const link = await screen.findByRole('link', { name: 'policy.pdf' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      `/api/notifications/files/${paper}.1.x/`,
      '_blank',
    ]);
  });

  test('opens a file with the login once its temporary address is too old', async () => {
    const key = uuidv7();
    const file = `/api/notifications/attachments/${key}/`;
    await told(device, { attachments: [{ key, file, file_name: 'policy.pdf' }] });
    const asked: string[] = [];
    showOnline(device, <AnnouncementQueue />, (address, init) => {
      asked.push(address);
      return address === file ? answered(200, 'PDF') : fileUrl(address, init);
    });
    const link = await screen.findByRole('link', { name: 'policy.pdf' });
    const files = catchDownloads();
    // A page in jsdom can't open a tab.
    const opens = (event: Event) => event.preventDefault();
    window.addEventListener('click', opens);
    fireEvent.click(link);
    expect(asked).not.toContain(file);
    const now = performance.now();
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now + 600_000);
    fireEvent.click(link);
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['policy.pdf']));
    later.mockRestore();
    window.removeEventListener('click', opens);
    expect(asked.at(-1)).toBe(file);
  });

  test('is shown again after its text was edited, and not otherwise', async () => {
    await told(device, { title: 'Read already', viewed_hash: 'first' });
    await told(device, { title: 'Edited since', viewed_hash: 'first', content_hash: 'second' });
    open();
    await screen.findByRole('dialog', { name: 'Edited since' });
    expect(screen.queryByText('Read already')).toBeNull();
  });

  test('never covers a form with unsaved changes', async () => {
    await told(device);
    function Form() {
      const [isChanged, setChanged] = useState(true);
      useUnsavedChanges(isChanged);
      return (
        <button type="button" onClick={() => setChanged(false)}>
          Save
        </button>
      );
    }
    const user = open(
      <>
        <Form />
        <AnnouncementQueue />
      </>,
    );
    // Long enough for the device to be read.
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('dialog', { name: 'Winter schedule' });
  });
});

describe('announcements one after the other', () => {
  test('are asked for again every 300,000 ms', async () => {
    const timer = holdTimers();
    const shown = showOnline(device, <AnnouncementQueue />, fileUrl);
    await waitFor(() => expect(timer(300_000)).toBeDefined());
    expect(shown.refreshes()).toBe(0);
    await act(async () => timer(300_000)?.run());
    expect(shown.refreshes()).toBe(1);
  });

  test('follow each other after 500 ms', async () => {
    await told(device, { title: 'First', shown_from: '2026-03-10T15:00:00.000Z' });
    await told(device, { title: 'Second', shown_from: '2026-03-10T16:00:00.000Z' });
    const timer = holdTimers();
    showOnline(device, <AnnouncementQueue />, fileUrl);
    const dialog = await screen.findByRole('dialog', { name: 'First' });
    await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(timer(500)).toBeDefined());
    // Also after the device's news of the first one has arrived.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(async () => timer(500)?.run());
    screen.getByRole('dialog', { name: 'Second' });
  });
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

describe('on a phone', () => {
  test('announcements wait behind a line, and the next one opens only when it is asked for', async () => {
    await told(device, { requires_acknowledgment: true });
    const user = open(<AnnouncementLine />);
    const line = await screen.findByRole('button', { name: '1 announcement to read' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(line);
    const dialog = await screen.findByRole('dialog', { name: 'Winter schedule' });
    await user.click(within(dialog).getByRole('button', { name: 'I Acknowledge' }));
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
    await told(device, { title: 'Spring schedule' });
    await screen.findByRole('button', { name: '1 announcement to read' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test("once that is turned on, the app's icon shows how many notices and announcements are open", async () => {
  const badges: number[] = [];
  const setAppBadge = async (count: number) => void badges.push(count);
  Object.defineProperty(navigator, 'setAppBadge', { configurable: true, value: setAppBadge });
  await told(device, { kind: 'notice', title: 'SOAP note returned' });
  await told(device, { requires_acknowledgment: true });
  const user = open(
    <>
      <AppBadge />
      <IconCountCard />
      <AnnouncementLine />
      <Bell onView={() => undefined} />
    </>,
  );
  const turnOn = await screen.findByRole('button', { name: 'Turn on the number on the app icon' });
  await waitFor(() => expect(badges.at(-1)).toBe(0));
  await user.click(turnOn);
  await waitFor(() => expect(badges.at(-1)).toBe(2));
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  await user.click(await screen.findByRole('button', { name: 'Clear: SOAP note returned' }));
  await waitFor(() => expect(badges.at(-1)).toBe(1));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: '1 announcement to read' }));
  await user.click(await screen.findByRole('button', { name: 'I Acknowledge' }));
  await waitFor(() => expect(badges.at(-1)).toBe(0));
  await told(device, { kind: 'notice', title: 'IEP review due' });
  await waitFor(() => expect(badges.at(-1)).toBe(1));
  await user.click(screen.getByRole('button', { name: 'Turn off the number on the app icon' }));
  await waitFor(() => expect(badges.at(-1)).toBe(0));
  Reflect.deleteProperty(navigator, 'setAppBadge');
});

describe('the bell', () => {
  const notice = { kind: 'notice', event: 'note-returned', title: 'SOAP note returned' } as const;

  test('counts what is new; View opens it and clears it, Clear only clears it', async () => {
    const first = await told(device, { ...notice, effective_date: '2026-03-09' });
    await told(device, { ...notice, title: 'IEP review due', shown_from: '2026-03-10T15:00:00.000Z' });
    const onView = vi.fn();
    const user = open(<Bell onView={onView} />);
    const bell = await screen.findByRole('button', { name: /Notifications/ });
    await waitFor(() => expect(bell.textContent).toBe('2 new'));
    await user.click(bell);
    const items = within(await screen.findByRole('list', { name: 'New notifications' })).getAllByRole(
      'listitem',
    );
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'SOAP note returnedAda Lindqvist · 03/09/2026ViewClear',
      'IEP review dueAda LindqvistViewClear',
    ]);
    await user.click(screen.getByRole('button', { name: 'View: SOAP note returned' }));
    expect(onView).toHaveBeenCalledExactlyOnceWith(first.id);
    await waitFor(() => expect(bell.textContent).toBe('1 new'));
    await user.click(bell);
    await user.click(await screen.findByRole('button', { name: 'Clear: IEP review due' }));
    await screen.findByText('No new messages.');
    expect(onView).toHaveBeenCalledOnce();
    expect((await sentCalls()).map(([endpoint]) => endpoint)).toEqual([
      'notification.view',
      'notification.view',
    ]);
  });
});

describe("the profile's notifications", () => {
  test('keep everything that the person was told, with its state; opening a notice clears it', async () => {
    const at = { viewed_hash: 'first', viewed_at: '2026-03-10T17:00:00.000Z' };
    await told(device, { title: 'To sign', requires_acknowledgment: true, requires_signature: true });
    await told(device, {
      title: 'Signed',
      ...at,
      acknowledged_at: at.viewed_at,
      requires_acknowledgment: true,
    });
    await told(device, { title: 'Read', ...at });
    await told(device, {
      title: 'Edited late',
      ...{ ...at, content_hash: 'second', requires_acknowledgment: true },
      shown_until: '2026-03-10T17:30:00.000Z',
    });
    await told(device, { title: 'Later', shown_from: '2026-03-12T16:00:00.000Z' });
    const { id } = await told(device, { kind: 'notice', event: 'note-returned', title: 'Note returned' });
    function Tab() {
      const [openId, setOpen] = useState<string | null>(null);
      return <NotificationsTab openId={openId} onOpen={setOpen} />;
    }
    const user = open(<Tab />);
    const list = await screen.findByRole('list', { name: 'Notifications' });
    const states = within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.replace(/Ada Lindqvist · 03\/10\/2026/, ' '));
    expect(new Set(states)).toEqual(
      new Set([
        'To sign Needs your acknowledgment',
        'Signed Acknowledged',
        'Read Viewed',
        'Edited late Expired',
        'Note returned New',
      ]),
    );
    await user.click(within(list).getByRole('button', { name: /^Signed/ }));
    await screen.findByText('You acknowledged this on 03/10/2026 10:00 AM.');
    await user.click(within(list).getByRole('button', { name: /^To sign/ }));
    expect(screen.getByRole('link', { name: 'Acknowledge on the home screen' }).getAttribute('href')).toBe(
      '/home',
    );
    expect(await sentCalls()).toEqual([]);
    await user.click(within(list).getByRole('button', { name: /^Note returned/ }));
    await waitFor(async () =>
      expect((await unsentWrites(device.db)).map((one) => one.entity_id)).toEqual([id]),
    );
    await screen.findByRole('button', { name: /Note returned.*Viewed/ });
  });

  test('show the one that a link names: it is open and has the focus', async () => {
    await told(device, {
      kind: 'notice',
      event: 'note-returned',
      title: 'Other',
      message: 'This one is closed.',
    });
    const { id } = await told(device, {
      ...{ kind: 'notice', event: 'note-returned', title: 'Note returned' },
      message: 'Your note needs a goal.',
    });
    open(<NotificationsTab openId={id} onOpen={() => undefined} />);
    await screen.findByText('Your note needs a goal.');
    expect(screen.queryByText('This one is closed.')).toBeNull();
    expect(document.activeElement?.textContent).toMatch(/^Note returned/);
  });
});
