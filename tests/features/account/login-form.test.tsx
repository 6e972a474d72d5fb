import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ANSWER_MARKER } from '#contract/errors.ts';
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

describe('the second step of the login form', () => {
  const submitted = async () => {
    const onSubmit = vi.fn();
    const onBack = vi.fn();
    const form = (props: Partial<Parameters<typeof LoginForm>[0]> = {}) => (
      <LoginForm {...{ onSubmit, onBack, isBusy: false, problem: null, demoSignIns: [ROSA], ...props }}>
        <a href="/reset-password">Forgot your password?</a>
      </LoginForm>
    );
    const { rerender } = render(form());
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Email'), 'rosa');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
    return { onSubmit, onBack, user, become: (props: Parameters<typeof form>[0]) => rerender(form(props)) };
  };
  const codeField = () => screen.getByLabelText('Code');

  test('asks for the code in the same place, with the focus, and without an error', async () => {
    const { user, onSubmit, become } = await submitted();
    expect(screen.queryByText('Forgot your password?')).not.toBeNull();
    become({ step: 'code' });
    expect(screen.queryByText('Forgot your password?')).toBeNull();
    expect(document.activeElement).toBe(codeField());
    expect(codeField().getAttribute('autocomplete')).toBe('one-time-code');
    expect(codeField().getAttribute('aria-invalid')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('Logging in as rosa')).toBeTruthy();
    expect(screen.queryByText('Demo organization')).toBeNull();
    await user.type(codeField(), '123 456{Enter}');
    expect(onSubmit).toHaveBeenLastCalledWith({ email: 'rosa', password: 'secret', code: '123 456' });
  });

  test('says at the field what is wrong with the code, and keeps it', async () => {
    const { user, become, onSubmit } = await submitted();
    become({ step: 'code' });
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByText('Enter the code.')).toBeTruthy();
    expect(onSubmit).toHaveBeenCalledOnce();
    await user.type(codeField(), '000000');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    become({ step: 'code', isBusy: true });
    become({ step: 'code', codeProblem: "That code didn't work." });
    expect(codeField().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText("That code didn't work.")).toBeTruthy();
    expect((codeField() as HTMLInputElement).value).toBe('000000');
  });

  test('asks for the other kind of code without what was wrong with the first', async () => {
    const { user, become } = await submitted();
    become({ step: 'code' });
    await user.type(codeField(), '000000');
    become({ step: 'code', codeProblem: "That code didn't work." });
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const field = screen.getByLabelText('Recovery code') as HTMLInputElement;
    expect(field.value).toBe('');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    await user.type(field, 'abcde-23456');
    become({ step: 'code', isBusy: true });
    become({ step: 'code', codeProblem: "That code didn't work." });
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  test('takes a recovery code instead', async () => {
    const { user, become, onSubmit } = await submitted();
    become({ step: 'code' });
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const field = screen.getByLabelText('Recovery code');
    expect(field.getAttribute('inputmode')).toBe('text');
    await user.type(field, 'abcde-23456{Enter}');
    expect(onSubmit).toHaveBeenLastCalledWith({ email: 'rosa', password: 'secret', code: 'abcde-23456' });
  });

  test('goes back to what was typed', async () => {
    const { user, become, onBack } = await submitted();
    become({ step: 'code' });
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(onBack).toHaveBeenCalledOnce();
    become({});
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('rosa');
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('secret');
    expect(screen.queryByLabelText('Code')).toBeNull();
  });

  test('sets up a second factor: key, QR code, recovery codes, and the code that finishes it', async () => {
    const setup = {
      secret: 'ABCDEFGHIJKLMNOP',
      uri: 'otpauth://totp/Caseload:rosa?secret=ABCDEFGHIJKLMNOP',
      recovery_codes: ['abcde-23456', 'fghjk-23456'],
    };
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      requests.push(`${address} ${String(init.body)}`);
      const headers = { 'content-type': 'application/json', [ANSWER_MARKER]: '1' };
      if (requests.length === 1) throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify(setup), { status: 200, headers });
    });
    const { user, become, onSubmit } = await submitted();
    become({ step: 'setup' });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    expect(requests[1]).toBe('/api/login/second-factor/ {"email":"rosa","password":"secret"}');
    expect(screen.getByTitle('QR code for your authenticator app')).toBeTruthy();
    const codes = screen.getByRole('list', { name: 'Recovery codes' });
    expect(codes.textContent).toBe('abcde-23456fghjk-23456');
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull();
    await user.type(codeField(), '123456{Enter}');
    expect(onSubmit).toHaveBeenLastCalledWith({ email: 'rosa', password: 'secret', code: '123456' });
    become({ step: 'setup', codeProblem: "That code didn't work." });
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    expect(requests).toHaveLength(2);
    vi.unstubAllGlobals();
  });
});
