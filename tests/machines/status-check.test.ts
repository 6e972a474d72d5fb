import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  STATUS_ANSWER_LIMIT_MS,
  STATUS_CHECK_MS,
  type StatusAnswer,
  statusCheckMachine,
} from '#machines/status-check.ts';
import { deferredActor } from './deferred-actor.ts';

const START = Date.parse('2026-03-02T17:00:00Z');
const FINE: StatusAnswer = { kind: 'answer', ok: true, loggedOut: false };

function begin() {
  const server = deferredActor<StatusAnswer>();
  const clock = new SimulatedClock();
  const actor = createActor(statusCheckMachine.provide({ actors: { askStatus: server.logic } }), {
    input: { now: START },
    clock,
  }).start();
  return { actor, server, clock, state: () => actor.getSnapshot().value };
}

describe('the timer', () => {
  test('checks after more than a minute without activity', () => {
    const { actor, server } = begin();
    actor.send({ type: 'clock.tick', at: START + STATUS_CHECK_MS + 1 });
    expect(server.asked).toHaveLength(1);
  });

  test("doesn't check at exactly a minute", () => {
    const { actor, server, state } = begin();
    actor.send({ type: 'clock.tick', at: START + STATUS_CHECK_MS });
    expect(server.asked).toHaveLength(0);
    expect(state()).toBe('watching');
  });

  test("doesn't check during activity", () => {
    const { actor, server } = begin();
    for (let minute = 1; minute < 10; minute += 1) {
      actor.send({ type: 'user.active', at: START + minute * 60_000 - 5_000 });
      actor.send({ type: 'clock.tick', at: START + minute * 60_000 });
    }
    expect(server.asked).toHaveLength(0);
  });

  test('checks at every tick while the person is away', async () => {
    const { actor, server } = begin();
    for (const minute of [2, 3, 4]) {
      actor.send({ type: 'clock.tick', at: START + minute * 60_000 });
      await server.last().answer(FINE);
    }
    expect(server.asked).toHaveLength(3);
  });

  test('counts activity during a check', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'page.shown' });
    actor.send({ type: 'user.active', at: START + 100_000 });
    await server.last().answer(FINE);
    actor.send({ type: 'clock.tick', at: START + 160_000 });
    expect(server.asked).toHaveLength(1);
    actor.send({ type: 'clock.tick', at: START + 160_001 });
    expect(server.asked).toHaveLength(2);
  });
});

describe.each(['page.shown', 'window.focused'] as const)('%s', (type) => {
  test('checks immediately, active or not', () => {
    const { actor, server } = begin();
    actor.send({ type: 'user.active', at: START });
    actor.send({ type });
    expect(server.asked).toHaveLength(1);
  });

  test('during a check triggers one more after it', async () => {
    const { actor, server, state } = begin();
    actor.send({ type: 'clock.tick', at: START + 61_000 });
    actor.send({ type });
    actor.send({ type });
    expect(server.asked).toHaveLength(1);
    await server.last().answer(FINE);
    expect(server.asked).toHaveLength(2);
    expect(state()).toBe('checking');
    await server.last().answer(FINE);
    expect(server.asked).toHaveLength(2);
    expect(state()).toBe('watching');
  });

  test('during a check without an answer triggers another', async () => {
    const { actor, server } = begin();
    actor.send({ type });
    actor.send({ type });
    await server.last().fail(new Error('connection lost'));
    expect(server.asked).toHaveLength(2);
  });
});

test('a tick during a check is not made up for', async () => {
  const { actor, server, state } = begin();
  actor.send({ type: 'page.shown' });
  actor.send({ type: 'clock.tick', at: START + 120_000 });
  await server.last().answer(FINE);
  expect(server.asked).toHaveLength(1);
  expect(state()).toBe('watching');
});

describe('an answer', () => {
  test.each<[string, StatusAnswer, 'expired' | 'forced']>([
    ['that is not ok', { kind: 'answer', ok: false, loggedOut: false }, 'expired'],
    ['with logged_out', { kind: 'answer', ok: true, loggedOut: true }, 'forced'],
    ['that is not ok and has logged_out', { kind: 'answer', ok: false, loggedOut: true }, 'forced'],
  ])('%s ends the sign-in', async (_, answer, reason) => {
    const { actor, server } = begin();
    actor.send({ type: 'page.shown' });
    await server.last().answer(answer);
    expect(actor.getSnapshot().status).toBe('done');
    expect(actor.getSnapshot().output).toEqual({ reason });
  });

  test('that is ok changes nothing but the online state', async () => {
    const { actor, server, state } = begin();
    expect(actor.getSnapshot().context.online).toBeNull();
    actor.send({ type: 'window.focused' });
    await server.last().answer(FINE);
    expect(state()).toBe('watching');
    expect(actor.getSnapshot().context.online).toBe(true);
  });

  test('ends the sign-in even if another check was requested', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'page.shown' });
    actor.send({ type: 'window.focused' });
    await server.last().answer({ kind: 'answer', ok: false, loggedOut: false });
    expect(actor.getSnapshot().status).toBe('done');
    expect(server.asked).toHaveLength(1);
  });
});

describe('a missing answer', () => {
  test('means offline, not signed out', async () => {
    const { actor, server, state } = begin();
    actor.send({ type: 'page.shown' });
    await server.last().answer({ kind: 'none' });
    expect(state()).toBe('watching');
    expect(actor.getSnapshot().context.online).toBe(false);
  });

  test('is how a failed request counts', async () => {
    const { actor, server, state } = begin();
    actor.send({ type: 'page.shown' });
    await server.last().fail(new TypeError('Failed to fetch'));
    expect(state()).toBe('watching');
    expect(actor.getSnapshot().context.online).toBe(false);
  });

  test('is aborted after its time limit, and a later answer is ignored', async () => {
    const { actor, server, clock, state } = begin();
    actor.send({ type: 'page.shown' });
    clock.increment(STATUS_ANSWER_LIMIT_MS - 1);
    expect(state()).toBe('checking');
    clock.increment(1);
    expect(state()).toBe('watching');
    expect(server.last().signal.aborted).toBe(true);
    await server.last().answer({ kind: 'answer', ok: false, loggedOut: true });
    expect(state()).toBe('watching');
    expect(actor.getSnapshot().context.online).toBe(false);
  });
});
