import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LoginForm } from '#features/account/login-form.tsx';

afterEach(cleanup);

const ROSA = { label: 'Provider', email: 'rosa@demo.caseload.example', password: 'a long password' };

function show(problem: string | null = null, isBusy = false) {
  const onSubmit = vi.fn();
  render(<LoginForm onSubmit={onSubmit} isBusy={isBusy} problem={problem} demoSignIns={[ROSA]} />);
  return { onSubmit, user: userEvent.setup(), logIn: screen.getByRole('button', { name: 'Log in' }) };
}

describe('the login form', () => {
  test('submits what was typed', async () => {
    const { onSubmit, user, logIn } = show();
    await user.type(screen.getByLabelText('Email'), 'rosa');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(logIn);
    await waitFor(() =>
      expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ email: 'rosa', password: 'secret' }),
    );
  });

  test('shows what is missing at each field, and focuses the first', async () => {
    const { onSubmit, user, logIn } = show();
    await user.click(logIn);
    const email = screen.getByLabelText('Email');
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('This field is required.')).toHaveLength(2);
    expect(document.activeElement).toBe(email);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('focuses the password if only that is missing', async () => {
    const { user, logIn } = show();
    await user.type(screen.getByLabelText('Email'), 'rosa');
    await user.click(logIn);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });

  test('announces a rejection', () => {
    show('Email Credentials Rejected');
    expect(screen.getByRole('alert').textContent).toBe('Email Credentials Rejected');
  });

  test('ignores a second press while the first is running', async () => {
    const { onSubmit, user, logIn } = show(null, true);
    await user.type(screen.getByLabelText('Email'), 'rosa');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await user.click(logIn);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('is filled in by one tap on a demo account', async () => {
    const { onSubmit, user, logIn } = show();
    await user.click(screen.getByRole('button', { name: 'Provider' }));
    await user.click(logIn);
    await waitFor(() =>
      expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ email: ROSA.email, password: ROSA.password }),
    );
  });

  test('shows the password on request', async () => {
    const { user } = show();
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.getAttribute('type')).toBe('text');
  });
});
