import { describe, expect, test } from 'vitest';
import { signedOutAddress } from '#machines/sign-in.ts';
import { FORM, locked, OMAR, ROSA, STANDS, signedIn, signedOut } from './tab.ts';

describe('another tab', () => {
  test('that ends the sign-in ends it here, without touching the stored values', async () => {
    const { leave, is, context, send } = await signedIn();
    send({ type: 'signIn.endedElsewhere', reason: 'logged-out', user_id: ROSA.user_id });
    expect(leave.last().input).toEqual({
      reason: 'logged-out',
      user_id: ROSA.user_id,
      elsewhere: true,
      discardUnsent: false,
    });
    await leave.last().answer();
    expect(is('signedOut')).toBe(true);
    expect(signedOutAddress(context().reason)).toBe('/login/');
  });

  test("that ended another person's sign-in changes nothing", async () => {
    const { is, send } = await signedIn();
    send({ type: 'signIn.endedElsewhere', reason: 'idle', user_id: OMAR.user_id });
    expect(is('signedIn')).toBe(true);
  });

  test("that doesn't know whose sign-in ended counts", async () => {
    const { is, send } = await signedIn();
    send({ type: 'signIn.endedElsewhere', reason: 'idle', user_id: null });
    expect(is('leaving')).toBe(true);
  });

  test('that signs in the same person changes nothing', async () => {
    const { is, send } = await signedIn();
    send({ type: 'signIn.begunElsewhere', user_id: ROSA.user_id });
    expect(is('signedIn')).toBe(true);
  });

  test('that signs in someone else ends this sign-in, and this tab follows', async () => {
    const { restore, leave, is, context, send } = await signedIn();
    send({ type: 'signIn.begunElsewhere', user_id: OMAR.user_id });
    expect(context().profile).toBeNull();
    expect(leave.last().input).toMatchObject({
      reason: 'replaced',
      user_id: ROSA.user_id,
      elsewhere: true,
    });
    await leave.last().answer();
    await restore.last().answer({ ...STANDS, profile: OMAR });
    expect(is('signedIn')).toBe(true);
    expect(context().profile).toEqual(OMAR);
  });

  test('that signs in wakes up a tab at the login page', async () => {
    const { restore, is, send } = await signedOut();
    send({ type: 'signIn.begunElsewhere', user_id: ROSA.user_id });
    await restore.last().answer(STANDS);
    expect(is('signedIn')).toBe(true);
  });

  test('that signs in while this one is leaving is followed afterwards', async () => {
    const { restore, leave, is, send } = await signedIn();
    send({ type: 'signIn.ended', reason: 'idle' });
    send({ type: 'signIn.begunElsewhere', user_id: OMAR.user_id });
    await leave.last().answer();
    expect(is('restoring')).toBe(true);
    expect(restore.asked).toHaveLength(2);
  });

  test('that signs in while this one tries too: the stored values decide', async () => {
    const { restore, signIn, is, context, send } = await signedOut();
    send(FORM);
    send({ type: 'signIn.begunElsewhere', user_id: OMAR.user_id });
    expect(is('signingIn')).toBe(true);
    await signIn.last().answer(STANDS);
    expect(is('restoring')).toBe(true);
    await restore.last().answer({ ...STANDS, profile: OMAR });
    expect(context().profile).toEqual(OMAR);
  });

  test('that signs in while this one is rejected is followed', async () => {
    const { restore, signIn, is, context, send } = await signedOut();
    send(FORM);
    send({ type: 'signIn.begunElsewhere', user_id: ROSA.user_id });
    await signIn.last().answer({ kind: 'rejected' });
    await restore.last().answer(STANDS);
    expect(is('signedIn')).toBe(true);
    expect(context().problem).toBeNull();
  });

  test('that logs out while a locked tab is rejected leaves nothing to unlock', async () => {
    const { restore, signIn, is, context, send } = await locked();
    send(FORM);
    send({ type: 'signIn.endedElsewhere', reason: 'logged-out', user_id: ROSA.user_id });
    await signIn.last().answer({ kind: 'rejected' });
    await restore.last().answer({ kind: 'signed-out' });
    expect(is('signedOut')).toBe(true);
    expect(context().problem?.kind).toBe('rejected');
  });
});
