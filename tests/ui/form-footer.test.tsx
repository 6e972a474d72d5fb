import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FormFooter } from '#ui/form-footer.tsx';

afterEach(cleanup);

function renderForm(footer: ComponentProps<typeof FormFooter>) {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Title" />
      <FormFooter {...footer} />
    </form>,
  );
  return { onSubmit, save: screen.getByRole('button', { name: 'Save' }) };
}

describe('the form footer', () => {
  test('says why the last save failed, and allows another', async () => {
    const { onSubmit, save } = renderForm({ notSaved: 'this device is out of space.' });
    expect(screen.getByRole('alert').textContent).toBe('Not saved: this device is out of space.');
    await userEvent.click(save);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test('offers Cancel, Save, and Save & Add, each with its own action', async () => {
    const onCancel = vi.fn();
    const onSaveAndAdd = vi.fn();
    const { onSubmit, save } = renderForm({ onCancel, onSaveAndAdd });
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Cancel',
      'Save',
      'Save & Add',
    ]);

    await userEvent.click(save);
    expect([onSubmit.mock.calls.length, onSaveAndAdd.mock.calls.length, onCancel.mock.calls.length]).toEqual([
      1, 0, 0,
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Save & Add' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([onSubmit.mock.calls.length, onSaveAndAdd.mock.calls.length, onCancel.mock.calls.length]).toEqual([
      1, 1, 1,
    ]);
  });

  test('offers only Save when there is nothing to cancel or to add', () => {
    renderForm({});
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Save']);
  });

  test('cannot save while the error flag is set', async () => {
    const { onSubmit, save } = renderForm({ error: true, onCancel: () => {}, onSaveAndAdd: () => {} });
    expect(save).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Save & Add' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', false);
    await userEvent.type(screen.getByLabelText('Title'), 'x{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('shows a spinner while loading, ignores a second press, and keeps the focus', async () => {
    const { onSubmit, save } = renderForm({ loading: true, onCancel: () => {}, onSaveAndAdd: () => {} });
    expect(save.dataset.progress).toBe('loading');
    expect(save.querySelector('.animate-spin')).not.toBeNull();
    await userEvent.click(save);
    await userEvent.type(screen.getByLabelText('Title'), 'x{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    save.focus();
    expect(document.activeElement).toBe(save);
    expect(screen.getByRole('button', { name: 'Save & Add' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('status').textContent).toBe('Saving');
  });

  test('shows a green tick when complete and can save again', async () => {
    const { onSubmit, save } = renderForm({ complete: true });
    expect(save.querySelector('.bg-fixed-green')).not.toBeNull();
    expect(save.querySelector('.animate-spin')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Save complete');
    await userEvent.click(save);
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});
