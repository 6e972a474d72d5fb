import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';

const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  render(
    <NoteConfirmation action="Return" needsNote onClose={onClose} onConfirm={() => Promise.resolve()}>
      The note goes back to its author.
    </NoteConfirmation>,
  );
});
afterEach(cleanup);

test('Escape closes it while nothing is typed', async () => {
  await userEvent.setup().keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape keeps what was typed, and Cancel closes', async () => {
  const user = userEvent.setup();
  const field = screen.getByLabelText(/Notes/);
  await user.type(field, 'Say how.');
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect((field as HTMLTextAreaElement).value).toBe('Say how.');
  expect(screen.getByRole('alert').textContent).toBe('To close without your text, choose Cancel.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});
