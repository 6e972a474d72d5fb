import { afterEach, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { acknowledgmentCountMachine, COUNT_REFRESH_MS } from '#machines/acknowledgment-count.ts';

let stop = () => {};
afterEach(() => stop());

function start(answers: (number | Error)[]) {
  let asked = 0;
  const clock = new SimulatedClock();
  const actor = createActor(
    acknowledgmentCountMachine.provide({
      actors: {
        askCount: fromPromise<number>(async () => {
          const answer = answers[asked];
          asked += 1;
          if (typeof answer !== 'number') throw answer ?? new Error('Nothing more.');
          return answer;
        }),
      },
    }),
    { clock },
  );
  actor.start();
  stop = () => void actor.stop();
  const told = async () => (await waitFor(actor, (state) => state.matches('told'))).context.count;
  return { actor, clock, told, asked: () => asked };
}

test('fetches the count immediately and every five minutes', async () => {
  const { clock, told, asked } = start([4, 3]);
  expect(await told()).toBe(4);
  clock.increment(COUNT_REFRESH_MS - 1);
  expect(asked()).toBe(1);
  clock.increment(1);
  expect(await told()).toBe(3);
  expect(COUNT_REFRESH_MS).toBe(300_000);
});

test('treats a failure as zero until the next answer', async () => {
  const { clock, told } = start([4, new Error('Network response was not ok'), 2]);
  await told();
  clock.increment(COUNT_REFRESH_MS);
  expect(await told()).toBe(0);
  clock.increment(COUNT_REFRESH_MS);
  expect(await told()).toBe(2);
});

test('refetches after an acknowledgment', async () => {
  const { actor, clock, told, asked } = start([4, 3, 3]);
  await told();
  actor.send({ type: 'card.acknowledged' });
  expect(await told()).toBe(3);
  clock.increment(COUNT_REFRESH_MS - 1);
  expect(asked()).toBe(2);
});

test('ignores a response from before an acknowledgment', async () => {
  const { actor, told, asked } = start([4, 3]);
  actor.send({ type: 'card.acknowledged' });
  expect(await told()).toBe(3);
  expect(asked()).toBe(2);
});
