import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import {
  timesheetWithdrawalMachine,
  type WithdrawalEvent,
  type WithdrawalFacts,
} from '#machines/timesheet-withdrawal.ts';

const facts = (
  status: WithdrawalFacts['status'],
  write: WithdrawalFacts['write'] = 'none',
  reason: string | null = null,
): WithdrawalFacts => ({ status, write, reason });
const seen = (...args: Parameters<typeof facts>): WithdrawalEvent => ({
  type: 'facts.seen',
  facts: facts(...args),
});
const asked: WithdrawalEvent = { type: 'withdrawal.asked', notes: 'A day is missing.' };
const REASON = 'This timesheet is already approved.';

/** A withdrawal whose storing completes when the test says so. */
function open(first: WithdrawalFacts) {
  const stored: string[] = [];
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const actor = createActor(
    timesheetWithdrawalMachine.provide({
      actors: {
        queueWithdrawal: fromPromise<void, { notes: string }>(({ input }) => {
          stored.push(input.notes);
          return new Promise((resolve, reject) => {
            settle = { resolve, reject };
          });
        }),
      },
    }),
    { input: { facts: first } },
  );
  actor.start();
  return {
    actor,
    stored,
    state: () => actor.getSnapshot().value,
    async store() {
      settle?.resolve();
      await Promise.resolve();
      await new Promise((resolve) => setTimeout(resolve));
    },
    async fail() {
      settle?.reject(new Error('The disk is full.'));
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('the withdrawal of a timesheet', () => {
  test("waits for the server's confirmation, even if older facts arrive in between", async () => {
    const { actor, state, stored, store } = open(facts('submitted'));
    expect(state()).toBe('submitted');
    actor.send(asked);
    actor.send(seen('submitted'));
    expect(state()).toBe('storing');
    await store();
    expect(stored).toEqual(['A day is missing.']);
    for (const event of [seen('submitted'), seen('submitted', 'waiting')]) {
      actor.send(event);
      expect(state()).toBe('withdrawing');
    }
    actor.send(seen('withdrawn'));
    expect(state()).toBe('withdrawn');
  });

  test('is refused with the reason if the office approved meanwhile', async () => {
    const { actor, state, store } = open(facts('submitted'));
    actor.send(asked);
    await store();
    actor.send(seen('approved', 'waiting'));
    expect(state()).toBe('withdrawing');
    actor.send(seen('approved', 'refused', REASON));
    expect(state()).toBe('refused');
    expect(actor.getSnapshot().context.facts.reason).toBe(REASON);
  });

  test('that could not be stored can be requested again', async () => {
    const { actor, state, stored, fail, store } = open(facts('submitted'));
    actor.send(asked);
    await fail();
    expect(state()).toBe('unsaved');
    expect(actor.getSnapshot().context.problem).toBe('The disk is full.');
    actor.send(asked);
    await store();
    expect(state()).toBe('withdrawing');
    expect(stored).toHaveLength(2);
  });

  test.each<[string, WithdrawalFacts, string]>([
    ['one that waits', facts('submitted', 'waiting'), 'withdrawing'],
    ['one that was refused', facts('approved', 'refused', REASON), 'refused'],
    ['one that is done', facts('withdrawn'), 'withdrawn'],
    ['none where it was decided', facts('rejected'), 'closed'],
  ])('continues after a reload: %s', (_, first, expected) => {
    expect(open(first).state()).toBe(expected);
  });

  test('is not requested twice, and not for a decided timesheet', () => {
    const waiting = open(facts('submitted', 'waiting'));
    waiting.actor.send(asked);
    expect(waiting.stored).toEqual([]);
    const decided = open(facts('approved'));
    decided.actor.send(asked);
    expect(decided.stored).toEqual([]);
    decided.actor.send(seen('submitted'));
    expect(decided.state()).toBe('submitted');
  });
});
