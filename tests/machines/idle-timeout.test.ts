import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  CLOCK_TOLERANCE_MS,
  IDLE_LIMIT_MS,
  type IdleTimeoutEvent,
  idleTimeoutMachine,
} from '#machines/idle-timeout.ts';

const START = Date.parse('2026-03-02T17:00:00Z');

function begin(input: { now: number; lastActiveAt?: number } = { now: START }) {
  return createActor(idleTimeoutMachine, { input }).start();
}

/** The state after these events, given in minutes since the start. */
function stateAfter(...events: ['active' | 'elsewhere' | 'tick', number][]) {
  const actor = begin();
  for (const [kind, minutes] of events) {
    const at = START + minutes * 60_000;
    if (kind === 'tick') actor.send({ type: 'clock.tick', at });
    else actor.send({ type: 'user.active', at, elsewhere: kind === 'elsewhere' });
  }
  return actor.getSnapshot();
}

test('the limit is one hour', () => {
  expect(IDLE_LIMIT_MS).toBe(3_600_000);
});

describe('an hour without activity', () => {
  test('ends after exactly one hour', () => {
    const actor = begin();
    actor.send({ type: 'clock.tick', at: START + IDLE_LIMIT_MS - 1 });
    expect(actor.getSnapshot().value).toBe('active');
    actor.send({ type: 'clock.tick', at: START + IDLE_LIMIT_MS });
    expect(actor.getSnapshot().value).toBe('expired');
    expect(actor.getSnapshot().output).toEqual({ reason: 'idle' });
  });

  test('counts from the last activity, not from the start', () => {
    expect(stateAfter(['active', 50], ['tick', 109]).value).toBe('active');
    expect(stateAfter(['active', 50], ['tick', 110]).value).toBe('expired');
  });

  test('is not shortened or extended by ticks', () => {
    expect(stateAfter(['tick', 20], ['tick', 59], ['tick', 60]).value).toBe('expired');
  });

  test('is over at the first mouse move after it, however long the laptop slept', () => {
    expect(stateAfter(['active', 60]).value).toBe('expired');
    expect(stateAfter(['tick', 1], ['active', 600]).value).toBe('expired');
  });

  test('is not over at a move just before it', () => {
    expect(stateAfter(['active', 59], ['active', 118], ['tick', 177]).value).toBe('active');
  });
});

describe('activity in another tab', () => {
  test('counts', () => {
    expect(stateAfter(['elsewhere', 50], ['tick', 109]).value).toBe('active');
    expect(stateAfter(['elsewhere', 50], ['tick', 110]).value).toBe('expired');
  });

  test('counts after this page was frozen for hours', () => {
    expect(stateAfter(['elsewhere', 170], ['tick', 171]).value).toBe('active');
  });

  test("doesn't shorten the time when reported late", () => {
    expect(stateAfter(['active', 50], ['elsewhere', 10], ['tick', 109]).value).toBe('active');
    expect(stateAfter(['active', 50], ['elsewhere', 10], ['tick', 110]).value).toBe('expired');
  });
});

describe('a clock that jumps back', () => {
  test('locks on a tick and on activity', () => {
    for (const kind of ['tick', 'active'] as const) {
      const snapshot = stateAfter(['tick', 30], [kind, 28]);
      expect(snapshot.value).toBe('expired');
      expect(snapshot.output).toEqual({ reason: 'device-locked' });
    }
  });

  test('may lag by a minute, as with clock corrections', () => {
    const actor = begin();
    actor.send({ type: 'clock.tick', at: START - CLOCK_TOLERANCE_MS });
    expect(actor.getSnapshot().value).toBe('active');
    actor.send({ type: 'clock.tick', at: START - CLOCK_TOLERANCE_MS - 1 });
    expect(actor.getSnapshot().value).toBe('expired');
  });

  test('gains no time in many small steps', () => {
    expect(stateAfter(['tick', 30], ['active', 29.5], ['active', 29], ['active', 28.5]).value).toBe(
      'expired',
    );
  });

  test("doesn't move the last activity back", () => {
    expect(stateAfter(['active', 30], ['active', 29.5], ['tick', 89.9]).value).toBe('active');
  });

  test('is detected from the readings of other tabs', () => {
    expect(stateAfter(['elsewhere', 30], ['tick', 28]).output).toEqual({ reason: 'device-locked' });
  });
});

describe('a tab that opens later', () => {
  test('continues from the last activity that other tabs know of', () => {
    const actor = begin({ now: START, lastActiveAt: START - 50 * 60_000 });
    expect(actor.getSnapshot().value).toBe('active');
    actor.send({ type: 'clock.tick', at: START + 10 * 60_000 });
    expect(actor.getSnapshot().value).toBe('expired');
  });

  test('expires immediately if the hour is over', () => {
    expect(begin({ now: START, lastActiveAt: START - IDLE_LIMIT_MS }).getSnapshot().output).toEqual({
      reason: 'idle',
    });
  });

  test('locks if the last activity is in the future', () => {
    const ahead = { now: START, lastActiveAt: START + CLOCK_TOLERANCE_MS + 1 };
    expect(begin(ahead).getSnapshot().output).toEqual({ reason: 'device-locked' });
    expect(begin({ ...ahead, now: START + 1 }).getSnapshot().value).toBe('active');
  });
});

test('NaN ends the session', () => {
  const actor = begin();
  actor.send({ type: 'clock.tick', at: Number.NaN });
  expect(actor.getSnapshot().value).toBe('expired');
});

const anyEvent: fc.Arbitrary<IdleTimeoutEvent> = fc.record({
  type: fc.constantFrom('user.active' as const, 'clock.tick' as const),
  at: fc.integer({ min: START - 2 * IDLE_LIMIT_MS, max: START + 6 * IDLE_LIMIT_MS }),
});

test('no one stays signed in an hour after the last activity, whatever the clock shows', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      const actor = begin();
      let lastActiveAt = START;
      let newestAt = START;
      for (const event of events) {
        actor.send(event);
        const inTime = event.at - lastActiveAt < IDLE_LIMIT_MS && newestAt - event.at <= CLOCK_TOLERANCE_MS;
        expect(actor.getSnapshot().status).toBe(inTime ? 'active' : 'done');
        if (!inTime) break;
        if (event.type === 'user.active') lastActiveAt = Math.max(lastActiveAt, event.at);
        newestAt = Math.max(newestAt, event.at);
      }
    }),
  );
});

test('with a monotonic clock, a person who is never inactive for an hour stays signed in', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: IDLE_LIMIT_MS - 1 }), { maxLength: 50 }), (pauses) => {
      const actor = begin();
      let at = START;
      for (const pause of pauses) {
        at += pause;
        actor.send({ type: 'user.active', at });
      }
      expect(actor.getSnapshot().value).toBe('active');
    }),
  );
});
