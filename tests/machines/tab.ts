import { createActor, SimulatedClock } from 'xstate';
import { type Leave, type SubmittedSignIn, signInMachine } from '#machines/sign-in.ts';
import type { ActiveSignIn, Profile, RestoreOutcome, SignInOutcome } from '#machines/sign-in-outcome.ts';
import { deferredActor } from './deferred-actor.ts';

export const ROSA: Profile = {
  user_id: 'user-rosa',
  provider_id: 'provider-rosa',
  username: 'rosa',
  auth: '2',
  email: 'rosa@demo.caseload.example',
  emp: 'w2_nonexempt',
  last_password_update: '2026-01-05T17:00:00Z',
};
export const OMAR: Profile = { ...ROSA, user_id: 'user-omar', username: 'omar' };
export const STANDS: ActiveSignIn = { kind: 'signed-in', profile: ROSA, token: 'token-1', online: true };
export const FORM = { type: 'signIn.submitted', email: ROSA.email, password: 'a long password' } as const;

/** A tab that has just opened: it is restoring, and nothing is answered yet. */
export function begin() {
  const restore = deferredActor<RestoreOutcome>();
  const signIn = deferredActor<SignInOutcome, SubmittedSignIn>();
  const leave = deferredActor<void, Leave>();
  const clock = new SimulatedClock();
  const actor = createActor(
    signInMachine.provide({
      actors: { restore: restore.logic, signIn: signIn.logic, leave: leave.logic },
    }),
    { clock },
  ).start();
  return {
    actor,
    restore,
    signIn,
    leave,
    clock,
    is: (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      actor.getSnapshot().matches(state),
    context: () => actor.getSnapshot().context,
    send: actor.send.bind(actor),
  };
}

/** A tab whose restoring had this outcome. */
export async function beginWith(outcome: RestoreOutcome) {
  const device = begin();
  await device.restore.last().answer(outcome);
  return device;
}

export const signedIn = () => beginWith(STANDS);
export const signedOut = () => beginWith({ kind: 'signed-out' });
export const locked = () => beginWith({ kind: 'locked' });
