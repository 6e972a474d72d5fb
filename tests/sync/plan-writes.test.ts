import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenedWrite } from '#db/outbox.ts';
import { rebase } from '#sync/outbox/local-rows.ts';
import { planWrites } from '#sync/outbox/plan-writes.ts';
import { asApplied } from '#sync/outbox/row-state.ts';
import { chainOnBase, openedWrite, touched } from '#tests/support/device-chains.ts';

const NO_ORDER = new Map<string, number>();

function freshWrite(effect: 'update' | 'delete', body: unknown, chain: readonly OpenedWrite[]): OpenedWrite {
  const tail = chain.at(-1);
  return openedWrite(effect, body, {
    seq: 0,
    write_id: 'fresh',
    depends_on: tail === undefined ? [] : [tail.write_id],
  });
}

const freshOn = fc
  .tuple(
    chainOnBase,
    fc.oneof(
      touched.map((body) => ['update', body] as const),
      fc.constant(['delete', null] as const),
    ),
  )
  .map(([{ base, chain }, [effect, body]]) => ({ base, chain, fresh: freshWrite(effect, body, chain) }));

function appliedTo(base: unknown, writes: readonly { seq: number | null }[]): unknown {
  return rebase(
    base,
    writes.map((write) => asApplied({ ...(write as OpenedWrite), seq: write.seq ?? 0 })),
  );
}

describe('the writes of a row after a new one', () => {
  test('give the same row as the writes applied one after the other', () => {
    fc.assert(
      fc.property(freshOn, ({ base, chain, fresh }) => {
        const plan = planWrites(chain, fresh, base?.version ?? 0, NO_ORDER);
        expect(appliedTo(base, plan.writes)).toEqual(appliedTo(base, [...chain, fresh]));
      }),
    );
  });

  test('leave what the server may have seen unchanged, unless it refused it', () => {
    fc.assert(
      fc.property(freshOn, ({ chain, fresh }) => {
        const plan = planWrites(chain, fresh, 1, NO_ORDER);
        const refusedAt = chain.findIndex((write) => write.state === 'parked');
        const seen = chain.filter((write, at) => write.attempts > 0 && (refusedAt < 0 || at < refusedAt));
        expect(plan.writes.slice(0, seen.length)).toEqual(seen);
      }),
    );
  });

  test('never reuse an id that the server has answered', () => {
    fc.assert(
      fc.property(freshOn, ({ chain, fresh }) => {
        const { writes } = planWrites(chain, fresh, 1, NO_ORDER);
        const refused = chain.filter((write) => write.state === 'parked').map((write) => write.write_id);
        for (const write of writes) expect(refused).not.toContain(write.write_id);
        expect(writes.every((write) => write.state !== 'parked')).toBe(true);
      }),
    );
  });

  test('account for each write that vanishes: its successor stays, or all canceled out', () => {
    fc.assert(
      fc.property(freshOn, ({ chain, fresh }) => {
        const { writes, removed } = planWrites(chain, fresh, 1, NO_ORDER);
        const kept = new Set(writes.map((write) => write.write_id));
        const vanished = chain.filter((write) => !kept.has(write.write_id)).map((write) => write.write_id);
        expect(removed.map(({ row }) => row.write_id).sort()).toEqual(vanished.sort());
        for (const { successor } of removed) {
          if (successor === null) expect(fresh.effect).toBe('delete');
          else expect(kept).toContain(successor);
        }
      }),
    );
  });

  test('stay in order, each after its dependencies', () => {
    fc.assert(
      fc.property(freshOn, ({ chain, fresh }) => {
        const { writes } = planWrites(chain, fresh, 1, NO_ORDER);
        const places = writes.map((write) => write.seq ?? Number.POSITIVE_INFINITY);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        const before = new Set<string>();
        for (const write of writes) {
          for (const id of write.depends_on) expect(before).toContain(id);
          before.add(write.write_id);
        }
      }),
    );
  });

  test('keep the base values of the first change of each field', () => {
    const first = openedWrite('update', { notes: 'b' }, { seq: 5 });
    first.content.base_values = { notes: 'a' };
    const fresh = freshWrite('update', { notes: 'c', lunch_duration: 45 }, [first]);
    fresh.content.base_values = { notes: 'b', lunch_duration: 30 };
    const [merged] = planWrites([first], fresh, 1, NO_ORDER).writes;
    expect(merged?.content.base_values).toEqual({ notes: 'a', lunch_duration: 30 });
    expect(merged?.content.body).toEqual({ notes: 'c', lunch_duration: 45 });
  });
});

describe('a creation and a deletion that the server has never seen', () => {
  test('cancel out', () => {
    const created = openedWrite('create', { notes: 'a' }, { write_id: 'c', seq: 5, base_version: null });
    const plan = planWrites([created], freshWrite('delete', null, [created]), 0, NO_ORDER);
    expect(plan).toEqual({ writes: [], removed: [{ row: created, successor: null }] });
  });

  test('cancel out with every change in between', () => {
    const created = openedWrite('create', {}, { write_id: 'c', seq: 5, base_version: null });
    const linked = openedWrite('update', {}, { write_id: 'u', seq: 9, depends_on: ['c', 'event'] });
    const plan = planWrites([created, linked], freshWrite('delete', null, [created, linked]), 0, NO_ORDER);
    expect(plan.writes).toEqual([]);
    expect(plan.removed.map(({ row }) => row.write_id)).toEqual(['c', 'u']);
  });

  test("don't cancel out once the creation was attempted", () => {
    const created = openedWrite('create', {}, { write_id: 'c', seq: 5, attempts: 1 });
    const plan = planWrites([created], freshWrite('delete', null, [created]), 0, NO_ORDER);
    expect(plan.writes.map((write) => write.effect)).toEqual(['create', 'delete']);
  });
});

test('a change after a command is a separate write: withdrawing a signature carries no text', () => {
  const step = openedWrite('update', {}, { write_id: 's', seq: 5, endpoint: 'soap.withdraw' });
  const change = freshWrite('update', { plan: 'x' }, [step]);
  expect(planWrites([step], change, 0, NO_ORDER).writes).toEqual([step, { ...change, seq: null }]);
});

describe('a write that depends on something newer than the one it would fold into', () => {
  const created = openedWrite('create', { notes: 'a' }, { write_id: 'lunch', seq: 5, base_version: null });
  const order = new Map([
    ['lunch', 5],
    ['event', 6],
  ]);
  const link = openedWrite(
    'update',
    { calendar_event_id: 'e1' },
    { seq: 0, write_id: 'link', depends_on: ['event', 'lunch'] },
  );

  test('is a separate write after both', () => {
    const { writes, removed } = planWrites([created], link, 0, order);
    expect(writes).toEqual([created, { ...link, seq: null }]);
    expect(removed).toEqual([]);
  });

  test('folds into a refused one, whose dependency is then met', () => {
    const refused = { ...created, state: 'parked' as const, attempts: 1 };
    const { writes } = planWrites([refused], link, 0, order);
    expect(writes).toHaveLength(1);
    expect(writes[0]).toMatchObject({ seq: 5, write_id: 'link', effect: 'create', depends_on: [] });
  });
});
