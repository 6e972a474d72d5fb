import { describe, expect, test } from 'vitest';
import {
  isSignedIn,
  LEAVE_LIMIT_MS,
  type LeaveReason,
  type SignedOutReason,
  signedOutAddress,
} from '#machines/sign-in.ts';
import type { SignInOutcome } from '#machines/sign-in-outcome.ts';
import { begin, beginWith, FORM, locked, ROSA, STANDS, signedIn, signedOut } from './tab.ts';

describe('the address after a sign-in ends', () => {
  test.each<[SignedOutReason, string]>([
    ['logged-out', '/login/'],
    ['none', '/login'],
    ['idle', '/login'],
    ['expired', '/login'],
    ['forced', '/login'],
    ['device-locked', '/login'],
    ['replaced', '/login'],
  ])('after %s is %s', (reason, address) => {
    expect(signedOutAddress(reason)).toBe(address);
  });
});

describe('restoring', () => {
  test('finds an active sign-in', async () => {
    const { is, context } = await signedIn();
    expect(is('signedIn')).toBe(true);
    expect(context()).toMatchObject({ profile: ROSA, token: 'token-1', opened: 'online' });
  });

  test('finds one opened from the vault', async () => {
    const { context } = await beginWith({ ...STANDS, online: false });
    expect(context().opened).toBe('offline');
  });

  test('finds a stored token without its data key: the password is needed', async () => {
    const { is, context } = await locked();
    expect(is('locked')).toBe(true);
    expect(context()).toMatchObject({ profile: null, token: null });
  });

  test('finds no one', async () => {
    const { is, context } = await signedOut();
    expect(is('signedOut')).toBe(true);
    expect(context()).toMatchObject({ reason: 'none', problem: null });
  });

  test("reports that the device can't be read", async () => {
    const { restore, is, context } = begin();
    await restore.last().fail(new Error('the storage is broken'));
    expect(is('signedOut')).toBe(true);
    expect(context().problem).toEqual({ kind: 'failed', message: 'Something went wrong!' });
  });

  test("reports that the stored data can't be opened, and still offers the password", async () => {
    const message = "This device's storage couldn't be opened or updated.";
    const { is, context } = await beginWith({ kind: 'storage', message });
    expect(is('locked')).toBe(true);
    expect(context()).toMatchObject({ profile: null, problem: { kind: 'storage', message } });
  });

  test('starts over when another tab logs in meanwhile, and ignores the first result', async () => {
    const { restore, is, send } = begin();
    send({ type: 'signIn.begunElsewhere', user_id: ROSA.user_id });
    expect(restore.asked).toHaveLength(2);
    expect(restore.asked[0]?.signal.aborted).toBe(true);
    await restore.asked[0]?.answer({ kind: 'signed-out' });
    expect(is('restoring')).toBe(true);
    await restore.last().answer(STANDS);
    expect(is('signedIn')).toBe(true);
  });

  test('stops when another tab ends the sign-in meanwhile', async () => {
    const { restore, leave, is, context, send } = begin();
    send({ type: 'signIn.endedElsewhere', reason: 'idle', user_id: ROSA.user_id });
    expect(leave.last().input).toMatchObject({ reason: 'idle', elsewhere: true });
    await restore.last().answer(STANDS);
    await leave.last().answer();
    expect(is('signedOut')).toBe(true);
    expect(context().reason).toBe('idle');
  });
});

describe('signing in', () => {
  test('passes on the credentials and keeps no password', async () => {
    const { signIn, is, context, send } = await signedOut();
    send(FORM);
    expect(is('signingIn')).toBe(true);
    expect(signIn.last().input).toEqual({ email: FORM.email, password: FORM.password });
    expect(JSON.stringify(context())).not.toContain(FORM.password);
    await signIn.last().answer(STANDS);
    expect(is('signedIn')).toBe(true);
    expect(context()).toMatchObject({ profile: ROSA, token: 'token-1', opened: 'online', problem: null });
  });

  test("works offline with this device's vault, and says so", async () => {
    const { signIn, is, context, send } = await signedOut();
    send(FORM);
    await signIn.last().answer({ ...STANDS, online: false });
    expect(is('signedIn')).toBe(true);
    expect(context().opened).toBe('offline');
    send({ type: 'signIn.confirmed', profile: { ...ROSA, auth: '3' } });
    expect(context()).toMatchObject({ opened: 'online', profile: { auth: '3' } });
  });

  test('runs once, however often the button is pressed', async () => {
    const { signIn, send } = await signedOut();
    send(FORM);
    send(FORM);
    expect(signIn.asked).toHaveLength(1);
  });

  test.each<[string, SignInOutcome, { kind: string; message: string | RegExp }]>([
    [
      'a refusal without words',
      { kind: 'rejected' },
      { kind: 'rejected', message: 'Email Credentials Rejected' },
    ],
    [
      'empty words',
      { kind: 'rejected', message: '' },
      { kind: 'rejected', message: 'Email Credentials Rejected' },
    ],
    [
      'the words of the server',
      { kind: 'rejected', message: 'Wait.' },
      { kind: 'rejected', message: 'Wait.' },
    ],
    [
      'a wrong password offline',
      { kind: 'wrong-password-offline' },
      { kind: 'wrong-password-offline', message: /Wrong password.*Nothing was deleted/ },
    ],
    [
      'no answer and no vault',
      { kind: 'no-answer' },
      { kind: 'no-answer', message: /Can't reach the server.*logged in on this device before/ },
    ],
  ])('shows %s', async (_, outcome, { kind, message }) => {
    const { signIn, is, context, send } = await signedOut();
    send(FORM);
    await signIn.last().answer(outcome);
    expect(is('signedOut')).toBe(true);
    expect(context().problem?.kind).toBe(kind);
    if (typeof message === 'string') expect(context().problem?.message).toBe(message);
    else expect(context().problem?.message).toMatch(message);
  });

  test("that fails on this device doesn't blame the password", async () => {
    const { signIn, is, context, send } = await signedOut();
    send(FORM);
    await signIn.last().fail(new Error('the storage is broken'));
    expect(is('signedOut')).toBe(true);
    expect(context().problem).toEqual({ kind: 'failed', message: 'Something went wrong!' });
  });

  test('clears the previous problem', async () => {
    const { signIn, context, send } = await signedOut();
    send(FORM);
    await signIn.last().answer({ kind: 'rejected' });
    send(FORM);
    expect(context().problem).toBeNull();
    await signIn.last().answer(STANDS);
    expect(context().problem).toBeNull();
  });

  test('deletes nothing when rejected', async () => {
    const { signIn, leave, send } = await locked();
    send(FORM);
    await signIn.last().answer({ kind: 'wrong-password-offline' });
    expect(leave.asked).toHaveLength(0);
  });

  test('clears why the last sign-in ended', async () => {
    const { signIn, leave, context, send } = await signedIn();
    send({ type: 'signIn.ended', reason: 'idle' });
    await leave.last().answer();
    send(FORM);
    await signIn.last().answer(STANDS);
    expect(context().reason).toBe('none');
  });
});

describe('a locked device', () => {
  test('is unlocked with the password', async () => {
    const { signIn, is, send } = await locked();
    send(FORM);
    await signIn.last().answer({ ...STANDS, online: false });
    expect(is('signedIn')).toBe(true);
  });

  test.each<SignInOutcome>([{ kind: 'wrong-password-offline' }, { kind: 'no-answer' }, { kind: 'rejected' }])(
    'stays locked after $kind',
    async (outcome) => {
      const { signIn, is, context, send } = await locked();
      send(FORM);
      await signIn.last().answer(outcome);
      expect(is('locked')).toBe(true);
      expect(context().problem?.kind).toBe(outcome.kind);
    },
  );

  test('is unlocked when another tab has the data key', async () => {
    const { restore, is, send } = await locked();
    send({ type: 'signIn.begunElsewhere', user_id: ROSA.user_id });
    await restore.last().answer(STANDS);
    expect(is('signedIn')).toBe(true);
  });

  test('can be left', async () => {
    const { leave, is, context, send } = await locked();
    send({ type: 'signIn.ended', reason: 'logged-out' });
    expect(leave.last().input).toEqual({
      reason: 'logged-out',
      user_id: null,
      elsewhere: false,
      discardUnsent: false,
    });
    await leave.last().answer();
    expect(is('signedOut')).toBe(true);
    expect(context().locked).toBe(false);
  });

  test('is left when another tab leaves', async () => {
    const { leave, is, send } = await locked();
    send({ type: 'signIn.endedElsewhere', reason: 'logged-out', user_id: ROSA.user_id });
    await leave.last().answer();
    expect(is('signedOut')).toBe(true);
  });
});

describe('the end of a sign-in', () => {
  test.each<LeaveReason>(['logged-out', 'idle', 'expired', 'forced', 'device-locked'])(
    'for the reason %s leaves first and lands signed out',
    async (reason) => {
      const { leave, is, context, send } = await signedIn();
      send({ type: 'signIn.ended', reason });
      expect(is('leaving')).toBe(true);
      expect(leave.last().input).toEqual({
        reason,
        user_id: ROSA.user_id,
        elsewhere: false,
        discardUnsent: false,
      });
      await leave.last().answer();
      expect(is('signedOut')).toBe(true);
      expect(context()).toMatchObject({ reason, problem: null, leave: null });
    },
  );

  test('clears everything about the person immediately', async () => {
    const { context, send } = await signedIn();
    send({ type: 'signIn.ended', reason: 'idle' });
    expect(context()).toMatchObject({ profile: null, token: null, opened: null });
  });

  test('runs once, for the first reason', async () => {
    const { leave, context, send } = await signedIn();
    send({ type: 'signIn.ended', reason: 'idle' });
    send({ type: 'signIn.ended', reason: 'logged-out' });
    send({ type: 'signIn.endedElsewhere', reason: 'forced', user_id: ROSA.user_id });
    await leave.last().answer();
    expect(leave.asked).toHaveLength(1);
    expect(context().reason).toBe('idle');
  });

  test('signs out even if the leaving work fails, and says so', async () => {
    const { leave, is, context, send } = await signedIn();
    send({ type: 'signIn.ended', reason: 'expired' });
    await leave.last().fail(new Error('the storage is broken'));
    expect(is('signedOut')).toBe(true);
    expect(context()).toMatchObject({ reason: 'expired', problem: { kind: 'failed' } });
  });

  test("doesn't wait for leaving work that hangs", async () => {
    const { leave, clock, is, send } = await signedIn();
    send({ type: 'signIn.ended', reason: 'idle' });
    clock.increment(LEAVE_LIMIT_MS - 1);
    expect(is('leaving')).toBe(true);
    clock.increment(1);
    expect(is('signedOut')).toBe(true);
    expect(leave.last().signal.aborted).toBe(true);
  });

  test('discards unsynced changes only on an explicit, confirmed logout', async () => {
    const discarded = async (reason: LeaveReason, discardUnsent: boolean) => {
      const { leave, send } = await signedIn();
      send({ type: 'signIn.ended', reason, discardUnsent });
      return leave.last().input.discardUnsent;
    };
    expect(await discarded('logged-out', true)).toBe(true);
    expect(await discarded('logged-out', false)).toBe(false);
    for (const reason of ['idle', 'expired', 'forced', 'device-locked', 'replaced'] as const) {
      expect(await discarded(reason, true)).toBe(false);
    }
  });
});

describe('signed in', () => {
  test('means a token in storage and in the machine', async () => {
    const { actor, send } = await signedIn();
    expect(isSignedIn(actor.getSnapshot(), 'token-1')).toBe(true);
    expect(isSignedIn(actor.getSnapshot(), null)).toBe(false);
    send({ type: 'signIn.ended', reason: 'idle' });
    expect(isSignedIn(actor.getSnapshot(), 'token-1')).toBe(false);
  });

  test('excludes a locked device', async () => {
    const { actor } = await locked();
    expect(isSignedIn(actor.getSnapshot(), 'token-1')).toBe(false);
  });

  test('continues with a renewed token', async () => {
    const { actor, context, send } = await signedIn();
    send({ type: 'token.renewed', token: 'token-2' });
    expect(context().token).toBe('token-2');
    expect(isSignedIn(actor.getSnapshot(), 'token-2')).toBe(true);
  });

  test('is not restored by a token that was renewed too late', async () => {
    const { context, send } = await signedIn();
    send({ type: 'signIn.ended', reason: 'idle' });
    send({ type: 'token.renewed', token: 'token-2' });
    expect(context().token).toBeNull();
  });
});

describe('the second step', () => {
  const CODE = { ...FORM, code: '123456' } as const;
  const asked = async (outcome: SignInOutcome = { kind: 'code-needed' }, start = signedOut) => {
    const device = await start();
    device.send(FORM);
    await device.signIn.last().answer(outcome);
    return device;
  };

  test.each<[SignInOutcome, string]>([
    [{ kind: 'code-needed' }, 'code'],
    [{ kind: 'setup-needed' }, 'setup'],
  ])('after %j asks for it without a problem, and keeps no password', async (outcome, step) => {
    const { is, context } = await asked(outcome);
    expect(is('secondStep')).toBe(true);
    expect(context()).toMatchObject({ step, problem: null, profile: null, token: null });
    expect(JSON.stringify(context())).not.toContain(FORM.password);
  });

  test('passes on the code, stays as it is meanwhile, and ends signed in', async () => {
    const { signIn, is, context, send } = await asked();
    send(CODE);
    expect(is('signingIn')).toBe(true);
    expect(context().step).toBe('code');
    expect(signIn.last().input).toEqual({ email: FORM.email, password: FORM.password, code: '123456' });
    await signIn.last().answer(STANDS);
    expect(is('signedIn')).toBe(true);
    expect(context()).toMatchObject({ step: 'password', problem: null });
  });

  test.each<[SignInOutcome, string]>([
    [{ kind: 'code-needed', message: 'Wrong.' }, 'code'],
    [{ kind: 'setup-needed', message: 'Wrong.' }, 'setup'],
  ])('after %j asks again, and says why at the code', async (outcome, step) => {
    const { signIn, is, context, send } = await asked();
    send(CODE);
    await signIn.last().answer(outcome);
    expect(is('secondStep')).toBe(true);
    expect(context()).toMatchObject({ step, problem: { kind: 'code', message: 'Wrong.' } });
  });

  test.each<[SignInOutcome, string]>([
    [{ kind: 'rejected', message: 'Too many attempts.' }, 'rejected'],
    [{ kind: 'no-answer' }, 'no-answer'],
    [{ kind: 'wrong-password-offline' }, 'wrong-password-offline'],
  ])('stays after %j', async (outcome, kind) => {
    const { signIn, is, context, send } = await asked();
    send(CODE);
    await signIn.last().answer(outcome);
    expect(is('secondStep')).toBe(true);
    expect(context()).toMatchObject({ step: 'code', problem: { kind } });
  });

  test('stays after a failure of the device', async () => {
    const { signIn, is, context, send } = await asked();
    send(CODE);
    await signIn.last().fail(new Error('the disk is full'));
    expect(is('secondStep')).toBe(true);
    expect(context().problem?.kind).toBe('failed');
  });

  test("opens this device's vault without a code if the server stops answering", async () => {
    const { signIn, is, context, send } = await asked();
    send(CODE);
    await signIn.last().answer({ ...STANDS, online: false });
    expect(is('signedIn')).toBe(true);
    expect(context().opened).toBe('offline');
  });

  test.each([
    ['signedOut', signedOut],
    ['locked', locked],
  ] as const)('goes back to the password: %s', async (state, start) => {
    const { signIn, is, context, send } = await asked({ kind: 'code-needed' }, start);
    send(CODE);
    await signIn.last().answer({ kind: 'code-needed', message: 'Wrong.' });
    send({ type: 'signIn.restarted' });
    expect(is(state)).toBe(true);
    expect(context()).toMatchObject({ step: 'password', problem: null });
  });

  test('gives way to a sign-in in another tab', async () => {
    const { restore, is, context, send } = await asked();
    send({ type: 'signIn.begunElsewhere', user_id: ROSA.user_id });
    expect(is('restoring')).toBe(true);
    expect(context().step).toBe('password');
    await restore.last().answer(STANDS);
    expect(is('signedIn')).toBe(true);
  });

  test('on a locked device ends when another tab ends the sign-in, and not where no one was signed in', async () => {
    const ended = { type: 'signIn.endedElsewhere', reason: 'idle', user_id: ROSA.user_id } as const;
    const device = await asked({ kind: 'code-needed' }, locked);
    device.send(ended);
    expect(device.is('leaving')).toBe(true);
    expect(device.context().step).toBe('password');
    const other = await asked();
    other.send(ended);
    expect(other.is('secondStep')).toBe(true);
  });

  test('waits for the stored values if another tab logged in while the password was judged', async () => {
    const { signIn, is, send } = await signedOut();
    send(FORM);
    send({ type: 'signIn.begunElsewhere', user_id: ROSA.user_id });
    await signIn.last().answer({ kind: 'code-needed' });
    expect(is('restoring')).toBe(true);
  });
});
