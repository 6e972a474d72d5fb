import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutboxRow } from '#db/local-database.ts';
import { withDependents } from '#sync/outbox/dependents.ts';
import { BATCH_BYTES, pickBatch } from '#sync/outbox/lease-batch.ts';
import { backoffMs, LONGEST_BACKOFF_MS } from '#sync/outbox/settle.ts';
import { outboxRow } from '#tests/support/device-chains.ts';

const NOW = 1_000_000;

/**
 * An outbox in which each write depends only on earlier ones, and dependents of a refused one are blocked.
 */
const outbox = fc
  .array(
    fc.record({
      row: fc.nat({ max: 6 }),
      builds: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
      state: fc.constantFrom('waiting', 'waiting', 'waiting', 'sending', 'parked'),
      wait: fc.constantFrom(0, 0, 0, 0, 5_000),
    }),
    { maxLength: 25 },
  )
  .map((entries) => {
    const rows: OutboxRow[] = [];
    for (const [at, { row, builds, state, wait }] of entries.entries()) {
      const sameRow = rows.findLast((earlier) => earlier.entity_id === `row-${row}`);
      const before = rows.length === 0 ? [] : builds.map((back) => rows[back % rows.length]?.write_id ?? '');
      const depends_on = [...new Set([...(sameRow ? [sameRow.write_id] : []), ...before])];
      rows.push(
        outboxRow({
          seq: at + 1,
          write_id: `w${at}`,
          entity_id: `row-${row}`,
          lane: `lane-${row % 3}`,
          depends_on,
          state: state as OutboxRow['state'],
          next_attempt_at: NOW + wait,
        }),
      );
    }
    const refused = rows.filter((row) => row.state === 'parked').map((row) => row.write_id);
    const stuck = withDependents(rows, refused);
    return rows.map((row) =>
      stuck.has(row.write_id) && row.state !== 'parked' ? { ...row, state: 'blocked' as const } : row,
    );
  });

function isStopped(row: OutboxRow): boolean {
  return row.state === 'parked' || row.state === 'blocked';
}

describe('the next batch', () => {
  test('preserves order within a lane, except for refused and blocked writes', () => {
    fc.assert(
      fc.property(outbox, (rows) => {
        const batch = new Set(pickBatch(rows, NOW));
        for (const sent of batch) {
          const overtaken = rows.filter(
            (row) => row.lane === sent.lane && row.seq < sent.seq && !batch.has(row),
          );
          expect(overtaken.every(isStopped)).toBe(true);
        }
      }),
    );
  });

  test('contains at most one write of a row', () => {
    fc.assert(
      fc.property(outbox, (rows) => {
        const ids = pickBatch(rows, NOW).map((row) => row.entity_id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('contains nothing without its dependencies before it', () => {
    fc.assert(
      fc.property(outbox, (rows) => {
        const unsent = new Set(rows.map((row) => row.write_id));
        const before = new Set<string>();
        for (const row of pickBatch(rows, NOW)) {
          for (const id of row.depends_on) expect(!unsent.has(id) || before.has(id)).toBe(true);
          before.add(row.write_id);
        }
      }),
    );
  });

  test('is never empty while something can be sent', () => {
    fc.assert(
      fc.property(outbox, (rows) => {
        const isAnyFree = rows.some((row) => !isStopped(row));
        const isAllDue = rows.every((row) => isStopped(row) || row.next_attempt_at <= NOW);
        fc.pre(isAnyFree && isAllDue);
        expect(pickBatch(rows, NOW).length).toBeGreaterThan(0);
      }),
    );
  });

  test('eventually empties the outbox, except for refused writes and their dependents', () => {
    fc.assert(
      fc.property(outbox, (rows) => {
        let left = rows;
        for (let round = 0; round <= rows.length; round += 1) {
          const batch = new Set(pickBatch(left, NOW + 10_000));
          left = left.filter((row) => !batch.has(row));
        }
        expect(left.every(isStopped)).toBe(true);
      }),
    );
  });

  test('is the same when picked from the start of the queue, if that fills it', () => {
    fc.assert(
      fc.property(outbox, fc.nat({ max: 25 }), fc.integer({ min: 1, max: 5 }), (rows, read, limit) => {
        const unsent = new Set(rows.map((row) => row.write_id));
        const early = pickBatch(rows.slice(0, read), NOW, limit, unsent);
        const whole = pickBatch(rows, NOW, limit);
        if (early.length === limit) expect(early).toEqual(whole);
        else expect(whole.slice(0, early.length)).toEqual(early);
      }),
    );
  });

  test('leaves out what is on the wire, with later changes of its rows and all that depends on it', () => {
    fc.assert(
      fc.property(outbox, fc.integer({ min: 1, max: 5 }), (rows, limit) => {
        const onTheWire = pickBatch(rows, NOW, limit);
        const underWay = new Set(onTheWire.map((row) => row.write_id));
        const busyRows = new Set(onTheWire.map((row) => row.entity_id));
        const behind = pickBatch(rows, NOW, limit, new Set(rows.map((row) => row.write_id)), underWay);
        const reached = withDependents(rows, underWay);
        for (const row of behind) {
          expect(reached.has(row.write_id)).toBe(false);
          expect(busyRows.has(row.entity_id)).toBe(false);
        }
      }),
    );
  });

  test('is as large as allowed', () => {
    const rows = Array.from({ length: 120 }, (_, at) =>
      outboxRow({ seq: at + 1, write_id: `w${at}`, entity_id: `row-${at}`, lane: `lane-${at % 4}` }),
    );
    expect(pickBatch(rows, NOW)).toHaveLength(50);
    expect(pickBatch(rows, NOW, 7).map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('contains no more bytes than one request carries, and a larger write alone', () => {
    const sizes = [BATCH_BYTES / 2, BATCH_BYTES / 2, 1, BATCH_BYTES * 2, 1];
    const rows = sizes.map((size, at) =>
      outboxRow({
        seq: at + 1,
        write_id: `w${at}`,
        entity_id: `row-${at}`,
        lane: `lane-${at}`,
        sealed: new Uint8Array(size),
      }),
    );
    const sequence = (from: number) => pickBatch(rows.slice(from), NOW).map((row) => row.seq);
    expect(sequence(0)).toEqual([1, 2]);
    expect(sequence(2)).toEqual([3]);
    expect(sequence(3)).toEqual([4]);
  });

  test("doesn't wait for days after the clock was set back", () => {
    const row = outboxRow({ next_attempt_at: NOW + 86_400_000 });
    expect(pickBatch([row], NOW)).toEqual([row]);
    expect(pickBatch([{ ...row, next_attempt_at: NOW + LONGEST_BACKOFF_MS }], NOW)).toEqual([]);
  });
});

test('the backoff stays between zero and a limit that doubles up to five minutes', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, chance) => {
        const wait = backoffMs(attempts, chance);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(5 * 60_000);
        expect(wait).toBeLessThanOrEqual(1_000 * 2 ** attempts);
        expect(backoffMs(attempts + 1, chance)).toBeGreaterThanOrEqual(wait);
      },
    ),
  );
});
