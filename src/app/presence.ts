import { createActor, fromPromise } from 'xstate';
import { idleTimeoutMachine } from '#machines/idle-timeout.ts';
import type { LeaveReason } from '#machines/sign-in.ts';
import { STATUS_CHECK_MS, type StatusAnswer, statusCheckMachine } from '#machines/status-check.ts';

/** Mouse moves, presses, clicks, scrolls, keys and touches (specification, 4). */
const ACTIVITY = ['mousemove', 'mousedown', 'click', 'scroll', 'keydown', 'touchstart', 'touchmove'] as const;
/** The machines are told about activity at most this often, and about the first of each. */
const ACTIVITY_STEP_MS = 1_000;

export interface PresenceEffects {
  askStatus(): Promise<StatusAnswer>;
  /** Activity that this tab's machine has accepted. */
  tellActive(at: number): void;
  /** The page is visible again, or the network is back. */
  lookAgain(): void;
  end(reason: LeaveReason): void;
}

export interface Presence {
  activeElsewhere(at: number): void;
  stop(): void;
}

/** Feeds idle timeout and session check with browser events, for one logged-in person. */
export function watchPresence({ askStatus, tellActive, lookAgain, end }: PresenceEffects): Presence {
  const now = Date.now();
  const idle = createActor(idleTimeoutMachine, { input: { now } });
  const status = createActor(
    statusCheckMachine.provide({ actors: { askStatus: fromPromise<StatusAnswer>(askStatus) } }),
    { input: { now } },
  );
  const stopped = new AbortController();
  const listening = { signal: stopped.signal, passive: true, capture: true } as const;

  const endWhenDone = (snapshot: { output: { reason: LeaveReason } | undefined }) => {
    if (snapshot.output !== undefined && !stopped.signal.aborted) end(snapshot.output.reason);
  };
  idle.subscribe(endWhenDone);
  status.subscribe(endWhenDone);
  idle.start();
  status.start();

  let toldAt = Number.NEGATIVE_INFINITY;
  const noteActivity = () => {
    const at = Date.now();
    // Also backwards: a clock that was set back must be noticed immediately.
    if (Math.abs(at - toldAt) < ACTIVITY_STEP_MS) return;
    toldAt = at;
    idle.send({ type: 'user.active', at });
    if (idle.getSnapshot().status === 'done') return;
    status.send({ type: 'user.active', at });
    tellActive(at);
  };
  const tick = () => {
    const at = Date.now();
    idle.send({ type: 'clock.tick', at });
    if (idle.getSnapshot().status !== 'done') status.send({ type: 'clock.tick', at });
  };
  /** A page that slept past the limit ends before any request. */
  const isStillIn = () => {
    idle.send({ type: 'clock.tick', at: Date.now() });
    return idle.getSnapshot().status !== 'done';
  };

  for (const name of ACTIVITY) window.addEventListener(name, noteActivity, listening);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible' || !isStillIn()) return;
      status.send({ type: 'page.shown' });
      lookAgain();
    },
    listening,
  );
  window.addEventListener(
    'focus',
    () => {
      if (!isStillIn()) return;
      status.send({ type: 'window.focused' });
      lookAgain();
    },
    // Not in the capture phase, which would include focus moves inside the page.
    { signal: stopped.signal },
  );
  document.addEventListener('resume', isStillIn, listening);
  window.addEventListener('online', () => isStillIn() && lookAgain(), listening);
  const timer = setInterval(tick, STATUS_CHECK_MS);

  return {
    activeElsewhere: (at) => idle.send({ type: 'user.active', at, elsewhere: true }),
    stop() {
      stopped.abort();
      clearInterval(timer);
      idle.stop();
      status.stop();
    },
  };
}
