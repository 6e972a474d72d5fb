import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOf, type RecordedWrite, rowBefore, stepsUntil } from '#domain/payroll/run-replay.ts';

interface Decision {
  is_approved: boolean;
  adjusted_minutes: number | null;
  note: string;
  version: number;
}

const decision = fc.record({
  is_approved: fc.boolean(),
  adjusted_minutes: fc.option(fc.integer({ min: 0, max: 90 })),
  note: fc.string({ maxLength: 3 }),
});

test('a decision replayed to any moment is what was decided by then', () => {
  fc.assert(
    fc.property(fc.array(decision, { minLength: 1, maxLength: 8 }), (given) => {
      const states: (Decision | null)[] = [null];
      const writes: RecordedWrite[] = given.map((next, at) => {
        const before = states[at] ?? null;
        const row: Decision = { ...next, version: at + 1 };
        states.push(row);
        // The audit has only the fields that differ.
        const changes = Object.entries(next).flatMap(([field, to]) => {
          const from = before?.[field as keyof Decision];
          return from === to ? [] : [[field, [from, to]] as const];
        });
        return before === null
          ? { kind: 'create', version: 1, changes: null }
          : { kind: 'update', version: at + 1, changes: Object.fromEntries(changes) };
      });
      const now = states.at(-1) ?? null;
      for (const [at, state] of states.entries()) {
        expect(rowBefore(now, writes.slice(at).toReversed())).toEqual(state);
      }
    }),
  );
});

test('a day ends at midnight in California, whatever the day is elsewhere', () => {
  const steps = [
    { state: 'open', at: '2026-03-10T18:00:00.000Z' },
    // 23:30 of the 10th, and half an hour later.
    { state: 'review', at: '2026-03-11T06:30:00.000Z' },
    { state: 'approved', at: '2026-03-11T07:00:00.000Z' },
  ];
  expect(stepsUntil(steps, '2026-03-09')).toEqual([]);
  expect(stepsUntil(steps, '2026-03-10').map(({ state }) => state)).toEqual(['open', 'review']);
  expect(stepsUntil(steps, '2026-03-11')).toEqual(steps);
  expect(daysOf(steps.map(({ at }) => at))).toEqual(['2026-03-10', '2026-03-11']);
});
