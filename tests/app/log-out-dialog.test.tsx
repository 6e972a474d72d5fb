import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DISCARD_WORD, LogOutDialog } from '#app/shell/log-out-dialog.tsx';

afterEach(cleanup);

function show(unsent = 2) {
  const onStay = vi.fn();
  const onLogOut = vi.fn();
  render(<LogOutDialog unsent={unsent} onStay={onStay} onLogOut={onLogOut} />);
  return { onStay, onLogOut, user: userEvent.setup() };
}

describe('a log-out with unsent work', () => {
  test.each([
    [1, /1 change will stay encrypted on this device/],
    [3, /3 changes will stay encrypted on this device/],
  ])('of %i says what becomes of it', (unsent, words) => {
    show(unsent);
    expect(screen.getByRole('dialog').textContent).toMatch(words);
  });

  test('keeps it, unless told otherwise', async () => {
    const { onLogOut, user } = show();
    await user.click(screen.getByRole('button', { name: 'Log out and keep' }));
    expect(onLogOut).toHaveBeenCalledExactlyOnceWith(false);
  });

  test('may be called off', async () => {
    const { onStay, onLogOut, user } = show();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(onStay).toHaveBeenCalledOnce();
    expect(onLogOut).not.toHaveBeenCalled();
  });

  test('throws it away only after the word was typed', async () => {
    const { onLogOut, user } = show();
    await user.click(screen.getByRole('button', { name: 'Discard…' }));
    const discard = screen.getByRole<HTMLButtonElement>('button', { name: 'Discard and log out' });
    const field = screen.getByLabelText(`Type ${DISCARD_WORD} to confirm`);
    await user.type(field, 'DISCAR{Enter}');
    expect(discard.disabled).toBe(true);
    expect(onLogOut).not.toHaveBeenCalled();
    await user.type(field, 'D');
    await user.click(discard);
    expect(onLogOut).toHaveBeenCalledExactlyOnceWith(true);
  });
});
