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

describe('logging out with unsynced changes', () => {
  test.each([
    [1, /1 change will stay encrypted on this device/],
    [3, /3 changes will stay encrypted on this device/],
  ])('(%i) says what happens to them', (unsent, words) => {
    show(unsent);
    expect(screen.getByRole('dialog').textContent).toMatch(words);
  });

  test('keeps them by default', async () => {
    const { onLogOut, user } = show();
    await user.click(screen.getByRole('button', { name: 'Log out and keep' }));
    expect(onLogOut).toHaveBeenCalledExactlyOnceWith(false);
  });

  test('can be canceled', async () => {
    const { onStay, onLogOut, user } = show();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(onStay).toHaveBeenCalledOnce();
    expect(onLogOut).not.toHaveBeenCalled();
  });

  test('discards them only after the word was typed', async () => {
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
