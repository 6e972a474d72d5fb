import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PendingBadge } from '#app/shell/pending-badge.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';

let device: TestDevice;
beforeEach(async () => {
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const days = { from: '2026-03-01', to: '2026-03-10' };

test('the amber count opens what it is made of, each with its list', async () => {
  const pending = {
    pending: 31,
    made_of: [
      { kind: 'duration' as const, count: 30, ...days },
      { kind: 'lunch-card' as const, count: 1, ...days },
    ],
  };
  const reader = { role: '1', grants: [] };
  showTo(
    device,
    scriptedOffice(() => undefined),
    <PendingBadge pending={pending} reader={reader} />,
  );
  await userEvent.click(await screen.findByRole('button', { name: '31 to review: show list' }));
  const dialog = await screen.findByRole('dialog', { name: 'To review' });
  const links = within(dialog).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    '30 changed durations to review ',
    '1 lunch card to acknowledge ',
  ]);
  expect(links[0]?.getAttribute('href')).toContain('/reports/dashboard/my-sessions/v2');
  expect(links[1]?.getAttribute('href')).toContain('compliance=needs_ack');
});

test('nothing to decide has no badge', async () => {
  const reader = { role: '1', grants: [] };
  showTo(
    device,
    scriptedOffice(() => undefined),
    <>
      <PendingBadge pending={{ pending: 0, made_of: [] }} reader={reader} />
      <p>Menu</p>
    </>,
  );
  await screen.findByText('Menu');
  expect(screen.queryByRole('button')).toBeNull();
});
