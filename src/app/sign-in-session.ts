import { type Actor, createActor, fromPromise, waitFor } from 'xstate';
import { noteDeparture } from '#features/account/departure.ts';
import {
  isSignedIn,
  type Leave,
  type SubmittedSignIn,
  signedOutAddress,
  signInMachine,
} from '#machines/sign-in.ts';
import type { RestoreOutcome, SignInOutcome } from '#machines/sign-in-outcome.ts';
import type { SignedInDevice } from '#screens/device/signed-in.ts';
import { type OtherTabs, otherTabs } from '#sync/sign-in/key-sharing.ts';
import { clearStoredValues, isTokenStored } from '#sync/sign-in/stored-sign-in.ts';
import type { DeviceSession, DeviceSessionEvents, OpenOutcome } from './device-session.ts';
import { startEncryptedSending } from './encrypted-sending.ts';

/**
 * Everything that needs the local database is loaded with the first login or restore, not with the login
 * page.
 */
const loadDeviceSession = () => import('./device-session.ts');

const LEAVE_REASONS: readonly string[] = [
  'logged-out',
  'idle',
  'expired',
  'forced',
  'device-locked',
  'replaced',
] satisfies Leave['reason'][];

function isLeaveReason(reason: string): reason is Leave['reason'] {
  return LEAVE_REASONS.includes(reason);
}

/** The logged-in person, as guards and screens see them. */
export interface SignInSession {
  actor: Actor<typeof signInMachine>;
  /** The person's device once nothing is being restored; null while logged out. */
  settled(): Promise<SignedInDevice | null>;
  /** Whether a logout is in progress or done: the page shows nothing until it is replaced. */
  isLeaving(): boolean;
  /** Called when the logged-in person, or what the server says about them, has changed. */
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/**
 * Starts the sign-in machine with its real actors.
 * @param goTo loads another page; nothing of this one stays in memory or in the history
 */
export function startSignInSession(goTo: (address: string) => void): SignInSession {
  let deviceSession: DeviceSession | null = null;
  let isGone = false;
  let isFreshlyOpened = false;
  const listeners = new Set<() => void>();

  const events: DeviceSessionEvents = {
    tokenRenewed: (token) => actor.send({ type: 'token.renewed', token }),
    signInRefused: (reason) => actor.send({ type: 'signIn.ended', reason }),
    confirmed: (profile) => actor.send({ type: 'signIn.confirmed', profile }),
  };

  const tabs: OtherTabs = otherTabs({
    locked: (user_id, reason) => {
      if (isLeaveReason(reason)) actor.send({ type: 'signIn.endedElsewhere', reason, user_id });
    },
    opened: (user_id) => actor.send({ type: 'signIn.begunElsewhere', user_id }),
    active: (at) => deviceSession?.noteActiveElsewhere(at),
  });

  /** Replaces the device session, unless the machine no longer waits for it. */
  function adopt<Problem extends string>(outcome: OpenOutcome<Problem>, signal: AbortSignal) {
    if (!('deviceSession' in outcome)) return outcome;
    if (signal.aborted) {
      outcome.deviceSession.close();
      return outcome.deviceSession.activeSignIn;
    }
    deviceSession?.close();
    deviceSession = outcome.deviceSession;
    return deviceSession.activeSignIn;
  }

  const actor = createActor(
    signInMachine.provide({
      actors: {
        restore: fromPromise<RestoreOutcome>(async ({ signal }) => {
          if (!isTokenStored()) return { kind: 'signed-out' };
          const { restoreDeviceSession } = await loadDeviceSession();
          return adopt(await restoreDeviceSession(events), signal);
        }),
        signIn: fromPromise<SignInOutcome, SubmittedSignIn>(async ({ input, signal }) => {
          const { openDeviceSession } = await loadDeviceSession();
          const outcome = adopt(await openDeviceSession(input, events), signal);
          isFreshlyOpened = outcome.kind === 'signed-in';
          return outcome;
        }),
        leave: fromPromise<void, Leave>(async ({ input }) => {
          noteDeparture(input.reason);
          if (!input.elsewhere) {
            if (input.user_id !== null) tabs.tellLocked(input.user_id, input.reason);
            if (deviceSession === null) clearStoredValues();
          }
          await deviceSession?.leave(input);
        }),
      },
    }),
  );

  function begin(current: DeviceSession): void {
    current.start({
      tellActive: (at) => tabs.tellActive(at),
      end: (reason) => actor.send({ type: 'signIn.ended', reason }),
    });
    // Only now can other tabs get the key from here.
    if (isFreshlyOpened) tabs.tellOpened(current.activeSignIn.profile.user_id);
    isFreshlyOpened = false;
  }

  let stopEncryptedSending: (() => void) | null = null;
  /** Encrypted changes are sent while this tab has no key. */
  function sendEncryptedWhile(isNobodyIn: boolean): void {
    if (isNobodyIn === (stopEncryptedSending !== null)) return;
    stopEncryptedSending?.();
    stopEncryptedSending = isNobodyIn ? startEncryptedSending(() => notify()) : null;
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  let before = actor.getSnapshot();
  actor.subscribe((snapshot) => {
    const previous = before;
    before = snapshot;
    sendEncryptedWhile(['signedOut', 'locked', 'secondStep'].includes(String(snapshot.value)));
    const isIn = snapshot.matches('signedIn');
    if (isIn && !previous.matches('signedIn') && deviceSession !== null) begin(deviceSession);
    if (!isIn && previous.matches('signedIn')) deviceSession?.stop();
    if (snapshot.matches('leaving')) isGone = true;
    else if (previous.matches('leaving')) goTo(signedOutAddress(snapshot.context.reason));
    const isSamePerson = snapshot.context.profile === previous.context.profile;
    if (!isSamePerson || snapshot.matches('leaving')) notify();
  });
  actor.start();

  return {
    actor,
    async settled() {
      const snapshot = await waitFor(actor, (now) => !now.matches('restoring') && !now.matches('leaving'));
      return isSignedIn(snapshot, localStorage.getItem('token')) ? (deviceSession?.device ?? null) : null;
    },
    isLeaving: () => isGone,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      sendEncryptedWhile(false);
      actor.stop();
      tabs.close();
      deviceSession?.close();
    },
  };
}
