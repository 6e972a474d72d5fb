import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KeyHint } from '#screens/review/key-hint.tsx';
import { KeysLine } from '#screens/review/keys-line.tsx';
import { PressTwiceWords, usePressTwice } from '#screens/review/press-twice.tsx';
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

function PressedTwice() {
  const { isArmed, press } = usePressTwice('a', 'one', approve);
  usePageKeys({ a: press });
  return (
    <button type="button">
      <PressTwiceWords isArmed={isArmed} of="A">
        Approve
      </PressTwiceWords>
    </button>
  );
}
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

describe('a key that decides', () => {
  beforeEach(() => {
    cleanup();
    render(<PressedTwice />);
  });
  afterEach(() => vi.useRealTimers());

  test('is pressed twice, and says so after the first time', async () => {
    const user = userEvent.setup();
    await user.keyboard('a');
    expect(screen.getByRole('button').textContent).toBe('Press A again Approve');
    expect(approve).not.toHaveBeenCalled();
    await user.keyboard('a');
    expect(approve).toHaveBeenCalledOnce();
    expect(screen.getByRole('button').textContent).toBe('ApproveA');
  });

  test('begins again after another key or a click', async () => {
    const user = userEvent.setup();
    await user.keyboard('aya');
    expect(approve).not.toHaveBeenCalled();
    await user.click(document.body);
    await user.keyboard('a');
    expect(approve).not.toHaveBeenCalled();
  });

  test('begins again once some seconds have passed', () => {
    vi.useFakeTimers();
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(screen.getByRole('button').textContent).toContain('Press A again');
    act(() => vi.advanceTimersByTime(4_000));
    expect(screen.getByRole('button').textContent).toBe('ApproveA');
  });
});
