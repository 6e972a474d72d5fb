import { expect, test } from 'vitest';
import { OpenedRows } from '#db/encrypted-rows.ts';

/** Walks over this many rows as a live query does, and counts those that had to be decrypted. */
function walk(rows: OpenedRows, count: number): number {
  let decrypted = 0;
  for (let at = 0; at < count; at += 1) {
    const mark = String(at);
    if (rows.get(mark) !== undefined) continue;
    decrypted += 1;
    rows.set(mark, at);
  }
  return decrypted;
}

test('a query over more rows than fit does not start over each time', () => {
  const rows = new OpenedRows(200);
  expect(walk(rows, 200)).toBe(200);
  expect(walk(rows, 200)).toBe(0);
  expect(walk(rows, 250)).toBe(50);
  expect(walk(rows, 250)).toBeLessThanOrEqual(50);
});

test('rows in use stay open while others come and go', () => {
  const rows = new OpenedRows(100);
  rows.set('in use', 'still open');
  for (let at = 0; at < 1_000; at += 1) {
    rows.set(`passing ${at}`, at);
    expect(rows.get('in use')).toBe('still open');
  }
  expect(rows.get('passing 0')).toBeUndefined();
});
