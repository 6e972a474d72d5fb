import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyWrite, rebase } from '#sync/local-rows.ts';
import { mergeFields } from '#sync/merge.ts';
import { asApplied } from '#sync/row-state.ts';
import { AUTHOR, chainOnBase, storedLunch, touched, wholeLunch } from '#tests/support/device-chains.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

const values = fc.constantFrom('a', 'b', 'c', null, 1);
const fields = fc.dictionary(fc.constantFrom('notes', 'location', 'service', 'reason'), values);

function onlyThese(row: Record<string, unknown>, names: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, row[name]]));
}

describe('a change laid upon a newer row', () => {
  test('takes what only one side changed and asks for nothing', () => {
    fc.assert(
      fc.property(fields, fields, (base, mine) => {
        const { changes, conflicts } = mergeFields('session', onlyThese(base, mine), mine, base);
        expect(conflicts).toEqual([]);
        expect({ ...base, ...changes }).toEqual({ ...base, ...mine });
      }),
    );
  });

  test('leaves nothing to do where both sides want the same', () => {
    fc.assert(
      fc.property(fields, fields, (base, mine) => {
        const merge = mergeFields('session', onlyThese(base, mine), mine, { ...base, ...mine });
        expect(merge).toEqual({ changes: {}, conflicts: [] });
      }),
    );
  });

  test('never touches a field that it did not change', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const { changes } = mergeFields('session', onlyThese(base, mine), mine, theirs);
        for (const name of Object.keys(changes)) {
          expect(mine[name]).not.toEqual(base[name] ?? undefined);
          expect(changes[name]).toEqual(mine[name]);
        }
      }),
    );
  });

  test('asks exactly where both sides changed a field to different values, low-risk fields aside', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const { conflicts } = mergeFields('session', onlyThese(base, mine), mine, theirs);
        const overlap = Object.keys(mine).filter(
          (name) => mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name],
        );
        expect(conflicts).toEqual(overlap.filter((name) => name !== 'location'));
      }),
    );
  });

  test('compares lists by what they hold', () => {
    const merge = mergeFields(
      'session',
      { student_ids: ['a'] },
      { student_ids: ['b'] },
      { student_ids: ['a'] },
    );
    expect(merge).toEqual({ changes: { student_ids: ['b'] }, conflicts: [] });
  });

  test('lets the last to arrive win the colour of an event, and asks for its time', () => {
    const merge = mergeFields(
      'calendar_event',
      { event_color: 'green', event_start_time: '12:00' },
      { event_color: 'red', event_start_time: '12:15' },
      { event_color: 'blue', event_start_time: '12:30' },
    );
    expect(merge.conflicts).toEqual(['event_start_time']);
    expect(merge.changes).toMatchObject({ event_color: 'red' });
  });
});

describe('waiting writes laid upon a base', () => {
  test('show the same when laid at once or one by one', () => {
    fc.assert(
      fc.property(chainOnBase, fc.nat(), ({ base, chain }, at) => {
        const writes = chain.map(asApplied);
        const cut = at % (writes.length + 1);
        expect(rebase(rebase(base, writes.slice(0, cut)), writes.slice(cut))).toEqual(rebase(base, writes));
      }),
    );
  });

  test('show the same upon a base that already holds the first of them', () => {
    fc.assert(
      fc.property(chainOnBase, ({ base, chain }) => {
        const writes = chain.map(asApplied);
        const confirmed = rebase(base, writes.slice(0, 1));
        expect(rebase(confirmed, writes)).toEqual(rebase(base, writes));
      }),
    );
  });

  test('keep what a newer base changed elsewhere', () => {
    fc.assert(
      fc.property(storedLunch, touched, touched, (base, mine, theirs) => {
        const newer = { ...base, ...theirs, version: base.version + 1 };
        const shown = applyWrite(newer, { entity: 'lunch', effect: 'update', body: mine, author: AUTHOR });
        expect(shown).toEqual({ ...newer, ...mine });
      }),
    );
  });

  test('show nothing after a deletion, and make nothing of a change to what is gone', () => {
    fc.assert(
      fc.property(storedLunch, touched, (base, body) => {
        const gone = applyWrite(base, { entity: 'lunch', effect: 'delete', body: null, author: AUTHOR });
        expect(gone).toBeNull();
        expect(applyWrite(gone, { entity: 'lunch', effect: 'update', body, author: AUTHOR })).toBeNull();
      }),
    );
  });

  test('leave a creation that a pull has confirmed as the server has it', () => {
    fc.assert(
      fc.property(storedLunch, wholeLunch, (base, body) => {
        expect(applyWrite(base, { entity: 'lunch', effect: 'create', body, author: AUTHOR })).toBe(base);
      }),
    );
  });

  test('show a changed duration as a request until the server decides', () => {
    const body = sessionEntry({ actual_minutes: 45, duration_reason: 'ran long' });
    const made = applyWrite(null, { entity: 'session', effect: 'create', body, author: AUTHOR });
    expect(made).toMatchObject({ changeDuration: true, approval_request: 'pending', version: 0 });
    const update = { entity: 'session', effect: 'update', author: AUTHOR } as const;
    const back = applyWrite(made, { ...update, body: { actual_minutes: 30 } });
    expect(back).toMatchObject({ changeDuration: false, approval_request: 'none' });
  });
});
