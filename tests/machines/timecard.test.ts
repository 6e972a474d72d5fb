import { afterEach, describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { TimecardTimes } from '#domain/timecards/timecard.ts';
import { type TimecardStep, timecardMachine } from '#machines/timecard.ts';

type Card = TimecardTimes & { id: string };

const at = (time: string) => `2026-03-02T${time}:00.000Z`;
const open: Card = { id: 'c1', started_at: at('16:00'), ended_at: null, breaks: [] };
const running = (kind: 'lunch' | 'pause'): Card => ({
  ...open,
  breaks: [{ kind, started_at: at('20:00'), ended_at: null, lunch_id: null }],
});

let stop = () => {};
afterEach(() => stop());

function start(
  card: Card | null,
  record: (steps: readonly TimecardStep[]) => Promise<void> = async () => {},
) {
  const recorded: TimecardStep[][] = [];
  const actor = createActor(
    timecardMachine.provide({
      actors: {
        record: fromPromise<void, { card: Card | null; steps: readonly TimecardStep[] }>(
          async ({ input }) => {
            recorded.push([...input.steps]);
            await record(input.steps);
          },
        ),
      },
    }),
    { input: { card, now: Date.parse(at('16:00')) } },
  );
  actor.start();
  stop = () => void actor.stop();
  return { actor, recorded, ready: () => waitFor(actor, (state) => state.matches('ready')) };
}

describe('a press', () => {
  test('repeated before the card shows the first one is ignored', async () => {
    const { actor, recorded, ready } = start(open);
    actor.send({ type: 'pressed', punch: 'end-day', at: at('23:00') });
    await ready();
    actor.send({ type: 'pressed', punch: 'end-day', at: at('23:00') });
    await ready();
    expect(recorded).toHaveLength(1);
    actor.send({ type: 'card.changed', card: { ...open, ended_at: at('23:00') } });
    actor.send({ type: 'pressed', punch: 'start-day', at: at('23:10') });
    await ready();
    expect(recorded).toHaveLength(2);
  });

  test('is accepted again after a while, whatever the card shows', async () => {
    const { actor, recorded, ready } = start(open);
    actor.send({ type: 'pressed', punch: 'pause', at: at('21:00') });
    await ready();
    actor.send({ type: 'clock.tick', at: Date.parse(at('21:01')) });
    actor.send({ type: 'pressed', punch: 'pause', at: at('21:01') });
    await ready();
    expect(recorded).toHaveLength(2);
  });

  test.each([
    ['start-day', null],
    ['start-lunch', open],
    ['end-lunch', running('lunch')],
    ['pause', open],
    ['unpause', running('pause')],
    ['end-day', open],
  ] as const)('%s is recorded with its own instant', async (punch, card) => {
    const { actor, recorded, ready } = start(card);
    actor.send({ type: 'clock.tick', at: Date.parse(at('23:00')) });
    actor.send({ type: 'pressed', punch, at: at('21:00') });
    await ready();
    expect(recorded).toEqual([[{ punch, at: at('21:00') }]]);
  });

  test.each([
    ['lunch', 'end-lunch'],
    ['pause', 'unpause'],
  ] as const)('that ends the day during a %s asks when that ended', async (kind, punch) => {
    const { actor, recorded, ready } = start(running(kind));
    actor.send({ type: 'pressed', punch: 'end-day', at: at('23:00') });
    expect(actor.getSnapshot().value).toBe('askingBreakEnd');
    expect(recorded).toEqual([]);
    actor.send({ type: 'break-end.entered', at: at('20:30') });
    await ready();
    expect(recorded).toEqual([
      [
        { punch, at: at('20:30') },
        { punch: 'end-day', at: at('23:00') },
      ],
    ]);
  });

  test('whose question was canceled records nothing', async () => {
    const { actor, recorded } = start(running('lunch'));
    actor.send({ type: 'pressed', punch: 'end-day', at: at('23:00') });
    actor.send({ type: 'break-end.given-up' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'ready', context: { steps: [] } });
    expect(recorded).toEqual([]);
  });

  test('is ignored while another is recorded', async () => {
    let finish = () => {};
    const { actor, recorded, ready } = start(open, () => new Promise((resolve) => (finish = resolve)));
    actor.send({ type: 'pressed', punch: 'pause', at: at('18:00') });
    actor.send({ type: 'pressed', punch: 'pause', at: at('18:01') });
    finish();
    await ready();
    expect(recorded).toHaveLength(1);
  });

  test('that fails says why, until the next one', async () => {
    let fails = true;
    const { actor, ready } = start(open, async () => {
      if (fails) throw new Error('The disk is full.');
    });
    actor.send({ type: 'pressed', punch: 'pause', at: at('18:00') });
    expect((await ready()).context.problem).toEqual(new Error('The disk is full.'));
    fails = false;
    actor.send({ type: 'pressed', punch: 'pause', at: at('18:01') });
    expect((await ready()).context.problem).toBeNull();
  });
});

test("follows the clock and the device's card", () => {
  const { actor } = start(null);
  actor.send({ type: 'clock.tick', at: 5 });
  actor.send({ type: 'card.changed', card: open });
  expect(actor.getSnapshot().context).toMatchObject({ now: 5, card: open });
});
