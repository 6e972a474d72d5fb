import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyHint } from '#screens/review/key-hint.tsx';
import { KeysLine } from '#screens/review/keys-line.tsx';
import { usePageKeys } from '#screens/review/review-keys.ts';

const approve = vi.fn();

function Review() {
  usePageKeys({ a: approve });
  return (
    <>
      <input aria-label="Search" />
      <button type="button">
        Approve
        <KeyHint>A</KeyHint>
      </button>
      <KeysLine>Keys: A approve</KeysLine>
    </>
  );
}

beforeEach(() => {
  approve.mockClear();
  render(<Review />);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a key acts on the page, and not in a field', async () => {
  const user = userEvent.setup();
  await user.keyboard('a');
  expect(approve).toHaveBeenCalledOnce();
  await user.click(screen.getByLabelText('Search'));
  await user.keyboard('a');
  expect(approve).toHaveBeenCalledOnce();
});

test('keys can be turned off, and stay off until they are turned on again', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Turn off keys' }));
  expect(screen.queryByText('Keys: A approve')).toBeNull();
  expect(screen.getByRole('button', { name: 'Approve' }).textContent).toBe('Approve');
  await user.keyboard('a');
  cleanup();
  render(<Review />);
  await user.keyboard('a');
  expect(approve).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Turn on keys' }));
  await user.keyboard('a');
  expect(approve).toHaveBeenCalledOnce();
});
