import { describe, expect, test } from 'vitest';
import { amendedManifest, manifestOf, withArrival } from '#domain/timesheets/manifest.ts';
import type { ManifestItem } from '#domain/timesheets/timesheet.ts';

const write = (entity_id: string, write_id: string) => ({ entity: 'session', entity_id, write_id }) as const;
const item = (id: string, version: number, ...write_ids: string[]): ManifestItem => ({
  entity: 'session',
  ...{ id, version, write_ids },
});

test('a manifest lists every row with the writes about it in order', () => {
  const rows = [
    { entity: 'session', id: 'a', version: 3 },
    { entity: 'session', id: 'b', version: 0 },
  ] as const;
  expect(manifestOf(rows, [write('b', '1'), write('b', '2'), write('gone', '3')])).toEqual([
    item('a', 3),
    item('b', 0, '1', '2'),
    item('gone', 0, '3'),
  ]);
});

test('an amended manifest keeps only existing rows and queued writes', () => {
  const before = [
    item('sent', 1, '1'),
    item('given-up', 0, '2'),
    item('waits', 0, '3', '4'),
    item('gone', 2),
  ];
  const versions = new Map([
    ['sent', 2],
    ['waits', 0],
  ]);
  // Two refused writes were merged into one.
  const writes = [write('waits', '9'), write('other', '7')];
  expect(amendedManifest(before, versions, writes)).toEqual([item('sent', 2), item('waits', 0, '9')]);
});

describe('an arriving write', () => {
  const before = [item('a', 1, '1', '2'), item('b', 1, '3')];
  test.each<[string, ReturnType<typeof write>, string[], string[]]>([
    ['that is listed changes nothing', write('a', '1'), [], ['1', '2']],
    ['with a different id replaces the first one', write('a', '9'), [], ['9', '2']],
    ['with a different id replaces the first one still awaited', write('a', '9'), ['1'], ['1', '9']],
    ['replaces none if all have arrived', write('a', '9'), ['1', '2'], ['1', '2']],
    ['about another row changes nothing', write('c', '9'), [], ['1', '2']],
    // A punch writes its lunch entry too.
    ['that is listed with another row changes nothing', write('a', '3'), [], ['1', '2']],
  ])('%s', (_, arriving, accepted, expected) => {
    const after = withArrival(before, arriving, new Set(accepted));
    expect(after).toEqual([item('a', 1, ...expected), item('b', 1, '3')]);
  });
});
