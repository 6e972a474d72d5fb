import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import {
  type ActiveSignIn,
  type Profile,
  problem,
  problemOf,
  type RestoreOutcome,
  type SignInOutcome,
  type SignInProblem,
  type SignInStep,
  stepAfter,
} from './sign-in-outcome.ts';

/** Why a sign-in ends. */
export type LeaveReason =
  /** The person logged out. */
  | 'logged-out'
  | 'idle'
  /** The server no longer accepts it. */
  | 'expired'
  /** An admin forced the logout. */
  | 'forced'
  /** The device protects itself: its clock was set back, or it was removed. */
  | 'device-locked'
  /** Another person logged in on this device, in another tab. */
  | 'replaced';

/** `none`: no one was signed in here. */
export type SignedOutReason = LeaveReason | 'none';

/** An explicit logout leads to `/login/`, every other end to `/login` (specification, 2). */
export function signedOutAddress(reason: SignedOutReason): '/login/' | '/login' {
  return reason === 'logged-out' ? '/login/' : '/login';
}

/** The sign-in to end. */
export interface Leave {
  reason: LeaveReason;
  /** Null if the device was locked: the stored values then still belong to the person. */
  user_id: string | null;
  /** Another tab has already done the rest: drop this tab's data key and change nothing stored. */
  elsewhere: boolean;
  /** The person confirmed discarding unsynced changes. Only true on an explicit logout. */
  discardUnsent: boolean;
}

/** What the login form submits. */
export interface SubmittedSignIn {
  email: string;
  password: string;
  /** Of the second factor. */
  code?: string;
}

export type SignInEvent =
  /** `email` may be a user name. With a `code` once it has been asked for. */
  | ({ type: 'signIn.submitted' } & SubmittedSignIn)
  /** The person goes back from the second step to the password. */
  | { type: 'signIn.restarted' }
  /** `discardUnsent` applies only to an explicit logout. */
  | { type: 'signIn.ended'; reason: LeaveReason; discardUnsent?: boolean }
  /** The server confirmed a sign-in that was opened from the vault. */
  | { type: 'signIn.confirmed'; profile: Profile }
  | { type: 'token.renewed'; token: string }
  | { type: 'signIn.endedElsewhere'; reason: LeaveReason; user_id: string | null }
  | { type: 'signIn.begunElsewhere'; user_id: string };

interface SignInContext {
  profile: Profile | null;
  token: string | null;
  /** How the sign-in was opened; null while no one is signed in. */
  opened: 'online' | 'offline' | null;
  reason: SignedOutReason;
  /** What the login page asks for. It stays while a code is being judged. */
  step: SignInStep;
  problem: SignInProblem | null;
  /** A token is stored without its data key: a failed attempt returns to `locked`. */
  locked: boolean;
  /** Another tab logged in or out during work here: check the stored values afterwards. */
  changedElsewhere: boolean;
  leave: Leave | null;
}

const NOBODY = { profile: null, token: null, opened: null } as const;

/** Time limit for the leaving work. After that it is aborted and must write nothing more. */
export const LEAVE_LIMIT_MS = 10_000;

/**
 * The sign-in on this device, from app start to logout.
 *
 * Signed in means that a token is stored *and* that this machine holds one in `signedIn`. Once leaving
 * begins, the machine holds nothing of the person, whatever the leaving work does.
 *
 * Provided:
 * - `restore` reads the stored values and asks other tabs for the data key; it only reads, and may be
 *   restarted at any time.
 * - `signIn` asks the server, or the vault if there is no response; it stores the values. A rejected login is
 *   an outcome, and so is one that needs a second step; a rejected promise means that the device failed. A
 *   vault opens with the password alone, also during the second step: the server asks for the code, not the
 *   device.
 * - `leave` encrypts the sign-in, clears the stored values, drops the data key in all tabs, and calls the
 *   logout endpoint without waiting for it.
 */
export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
  },
  actors: {
    restore: fromPromise<RestoreOutcome>(() => Promise.reject(new Error('restore is not provided'))),
    signIn: fromPromise<SignInOutcome, SubmittedSignIn>(() =>
      Promise.reject(new Error('signIn is not provided')),
    ),
    leave: fromPromise<void, Leave>(() => Promise.reject(new Error('leave is not provided'))),
  },
  delays: { leaveLimit: LEAVE_LIMIT_MS },
  guards: {
    isLocked: ({ context }) => context.locked,
    isInSecondStep: ({ context }) => context.step !== 'password',
    wasChangedElsewhere: ({ context }) => context.changedElsewhere,
    isAnotherPerson: ({ context, event }) =>
      event.type === 'signIn.begunElsewhere' && event.user_id !== context.profile?.user_id,
    // A message about an older sign-in may arrive late, after someone else has signed in here.
    isThisPerson: ({ context, event }) =>
      event.type === 'signIn.endedElsewhere' &&
      (event.user_id === null || context.profile === null || event.user_id === context.profile.user_id),
    stands: (_, outcome: RestoreOutcome | SignInOutcome) => outcome.kind === 'signed-in',
    standsAmongOthers: ({ context }, outcome: SignInOutcome) =>
      context.changedElsewhere && outcome.kind === 'signed-in',
    needsPassword: (_, outcome: RestoreOutcome) => outcome.kind === 'locked',
    needsSecondStep: (_, outcome: SignInOutcome) => stepAfter(outcome) !== null,
    hasNoStorage: (_, outcome: RestoreOutcome) => outcome.kind === 'storage',
  },
  actions: {
    hold: assign((_, outcome: RestoreOutcome | SignInOutcome) =>
      outcome.kind === 'signed-in' ? held(outcome) : {},
    ),
    noteConfirmed: assign(({ event }) =>
      event.type === 'signIn.confirmed' ? { profile: event.profile, opened: 'online' as const } : {},
    ),
    noteToken: assign(({ event }) => (event.type === 'token.renewed' ? { token: event.token } : {})),
    noteStep: assign((_, outcome: SignInOutcome) => ({
      step: stepAfter(outcome) ?? ('password' as const),
    })),
    backToPassword: assign({ step: 'password', problem: null }),
    noteRefusal: assign((_, outcome: SignInOutcome | RestoreOutcome) => ({ problem: problemOf(outcome) })),
    noteFailure: assign({ problem: problem('failed') }),
    clearProblem: assign({ problem: null }),
    noteLocked: assign({ locked: true }),
    noteChangeElsewhere: assign({ changedElsewhere: true }),
    startRestoring: assign({ ...NOBODY, step: 'password', locked: false, changedElsewhere: false }),
    startLeaving: assign(({ context, event }) => {
      const leave = leaveOf(event, context.profile?.user_id ?? null);
      return {
        ...NOBODY,
        leave,
        reason: leave.reason,
        step: 'password' as const,
        problem: null,
        locked: false,
        // The person's replacement is already signed in: load them once this tab has left.
        changedElsewhere: leave.reason === 'replaced',
      };
    }),
    finishLeaving: assign({ leave: null }),
  },
}).createMachine({
  id: 'signIn',
  context: {
    ...NOBODY,
    reason: 'none',
    step: 'password',
    problem: null,
    locked: false,
    changedElsewhere: false,
    leave: null,
  },
  initial: 'restoring',
  states: {
    restoring: {
      entry: 'startRestoring',
      on: {
        'signIn.begunElsewhere': { target: 'restoring', reenter: true },
        'signIn.endedElsewhere': { target: 'leaving', actions: 'startLeaving' },
      },
      invoke: {
        src: 'restore',
        onDone: [
          {
            guard: { type: 'stands', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'hold', params: ({ event }) => event.output },
          },
          { guard: { type: 'needsPassword', params: ({ event }) => event.output }, target: 'locked' },
          {
            guard: { type: 'hasNoStorage', params: ({ event }) => event.output },
            target: 'locked',
            actions: { type: 'noteRefusal', params: ({ event }) => event.output },
          },
          { target: 'signedOut' },
        ],
        onError: { target: 'signedOut', actions: 'noteFailure' },
      },
    },
    signedOut: {
      on: {
        'signIn.submitted': 'signingIn',
        'signIn.begunElsewhere': 'restoring',
      },
    },
    locked: {
      entry: 'noteLocked',
      on: {
        'signIn.submitted': 'signingIn',
        'signIn.begunElsewhere': 'restoring',
        'signIn.ended': { target: 'leaving', actions: 'startLeaving' },
        'signIn.endedElsewhere': { target: 'leaving', actions: 'startLeaving' },
      },
    },
    signingIn: {
      entry: 'clearProblem',
      on: {
        'signIn.begunElsewhere': { actions: 'noteChangeElsewhere' },
        'signIn.endedElsewhere': { actions: 'noteChangeElsewhere' },
      },
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'signIn',
            input: ({ event }) => credentialsOf(event),
            onDone: [
              {
                // Two tabs signed in at once: the stored values decide.
                guard: { type: 'standsAmongOthers', params: ({ event }) => event.output },
                target: '#signIn.restoring',
              },
              {
                guard: { type: 'stands', params: ({ event }) => event.output },
                target: '#signIn.signedIn',
                actions: { type: 'hold', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'needsSecondStep', params: ({ event }) => event.output },
                target: 'refused',
                actions: [
                  { type: 'noteStep', params: ({ event }) => event.output },
                  { type: 'noteRefusal', params: ({ event }) => event.output },
                ],
              },
              { target: 'refused', actions: { type: 'noteRefusal', params: ({ event }) => event.output } },
            ],
            onError: { target: 'refused', actions: 'noteFailure' },
          },
        },
        refused: {
          always: [
            { guard: 'wasChangedElsewhere', target: '#signIn.restoring' },
            { guard: 'isInSecondStep', target: '#signIn.secondStep' },
            { guard: 'isLocked', target: '#signIn.locked' },
            { target: '#signIn.signedOut' },
          ],
        },
      },
    },
    secondStep: {
      on: {
        'signIn.submitted': 'signingIn',
        'signIn.restarted': [
          { guard: 'isLocked', target: 'locked', actions: 'backToPassword' },
          { target: 'signedOut', actions: 'backToPassword' },
        ],
        'signIn.begunElsewhere': 'restoring',
        'signIn.ended': { guard: 'isLocked', target: 'leaving', actions: 'startLeaving' },
        'signIn.endedElsewhere': { guard: 'isLocked', target: 'leaving', actions: 'startLeaving' },
      },
    },
    signedIn: {
      on: {
        'signIn.ended': { target: 'leaving', actions: 'startLeaving' },
        'signIn.endedElsewhere': { guard: 'isThisPerson', target: 'leaving', actions: 'startLeaving' },
        'signIn.begunElsewhere': { guard: 'isAnotherPerson', target: 'leaving', actions: 'startLeaving' },
        'signIn.confirmed': { actions: 'noteConfirmed' },
        'token.renewed': { actions: 'noteToken' },
      },
    },
    leaving: {
      exit: 'finishLeaving',
      on: { 'signIn.begunElsewhere': { actions: 'noteChangeElsewhere' } },
      initial: 'clearing',
      states: {
        clearing: {
          invoke: {
            src: 'leave',
            input: ({ context }) => begun(context.leave),
            onDone: 'left',
            onError: { target: 'left', actions: 'noteFailure' },
          },
          after: { leaveLimit: { target: 'left', actions: 'noteFailure' } },
        },
        left: {
          always: [
            { guard: 'wasChangedElsewhere', target: '#signIn.restoring' },
            { target: '#signIn.signedOut' },
          ],
        },
      },
    },
  },
});

/** Whether someone is signed in: a token is stored and the machine holds one too. */
export function isSignedIn(
  snapshot: SnapshotFrom<typeof signInMachine>,
  storedToken: string | null,
): boolean {
  return snapshot.matches('signedIn') && snapshot.context.token !== null && storedToken !== null;
}

function held(activeSignIn: ActiveSignIn) {
  return {
    profile: activeSignIn.profile,
    token: activeSignIn.token,
    opened: activeSignIn.online ? ('online' as const) : ('offline' as const),
    reason: 'none' as const,
    step: 'password' as const,
    problem: null,
    locked: false,
    changedElsewhere: false,
  };
}

function leaveOf(event: SignInEvent, user_id: string | null): Leave {
  if (event.type === 'signIn.ended') {
    const discardUnsent = event.reason === 'logged-out' && event.discardUnsent === true;
    return { reason: event.reason, user_id, elsewhere: false, discardUnsent };
  }
  const reason = event.type === 'signIn.endedElsewhere' ? event.reason : 'replaced';
  return { reason, user_id, elsewhere: true, discardUnsent: false };
}

function begun(leave: Leave | null): Leave {
  if (leave === null) throw new Error('Leaving begins with what is left');
  return leave;
}

function credentialsOf(event: SignInEvent): SubmittedSignIn {
  if (event.type !== 'signIn.submitted') throw new Error('Only a submitted form logs in');
  const { type: _, ...submitted } = event;
  return submitted;
}
