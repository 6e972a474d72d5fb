import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SyncStatus } from '#ui/sync-status.tsx';

afterEach(cleanup);

test('on a phone an offline status is short, and read out whole', () => {
  render(
    <SyncStatus text="Offline · 12 changes to sync" tone="offline" isBrief>
      <button type="button" />
    </SyncStatus>,
  );
  const status = screen.getByRole('status', { name: 'Sync' });
  expect(status.textContent).toBe('Offline · 12 changes to sync');
  expect(screen.getByText('changes').className).toBe('sr-only');
});
