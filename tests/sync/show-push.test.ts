import { expect, test, vi } from 'vitest';
import { showApp, showPush } from '#sync/show-push.ts';

const pushed = (notice: unknown) => ({ json: () => notice });

test.each([
  [
    'numbers',
    pushed({ announcements: 1, decisions: 2, open: 5 }),
    'You have 1 new announcement and 2 new decisions.',
    5,
  ],
  ['nothing', null, 'You have new notifications.', 0],
  [
    'no JSON',
    {
      json: () => {
        throw new SyntaxError('Unexpected token');
      },
    },
    'You have new notifications.',
    0,
  ],
])('a push with %s shows words without names, and the count on the icon', async (_, data, body, count) => {
  const showNotification = vi.fn(async () => undefined);
  const setAppBadge = vi.fn(() => Promise.reject(new Error('Not installed.')));
  await showPush({ registration: { showNotification }, navigator: { setAppBadge } }, data, async () => true);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('Caseload', expect.objectContaining({ body }));
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(count);
});

test.each([
  ['was not turned on', async () => false],
  [
    "can't be read",
    async () => {
      throw new Error('Storage is broken.');
    },
  ],
])('a push shows no count on the icon if it %s', async (_, showsCount) => {
  const showNotification = vi.fn(async () => undefined);
  const setAppBadge = vi.fn(async () => undefined);
  const shower = { registration: { showNotification }, navigator: { setAppBadge } };
  await showPush(shower, pushed({ announcements: 1, decisions: 0, open: 1 }), showsCount);
  expect(showNotification).toHaveBeenCalledOnce();
  expect(setAppBadge).not.toHaveBeenCalled();
});

test('pressing it shows the open window, or opens one', async () => {
  const focus = vi.fn(async () => undefined);
  const openWindow = vi.fn(async () => undefined);
  await showApp({ matchAll: async () => [{ focus }], openWindow });
  expect([focus.mock.calls.length, openWindow.mock.calls]).toEqual([1, []]);
  await showApp({ matchAll: async () => [], openWindow });
  expect(openWindow.mock.calls).toEqual([['/']]);
});
