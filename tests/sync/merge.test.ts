import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { mergeFields } from '#sync/merge/merge.ts';
import { applyWrite, rebase } from '#sync/outbox/local-rows.ts';
import { asApplied } from '#sync/outbox/row-state.ts';
import { AUTHOR, chainOnBase, storedLunch, touched, wholeLunch } from '#tests/support/device-chains.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

type Values = Record<string, unknown>;

const values = fc.constantFrom('a', 'b', 'c', null, 1);
const fields = fc.dictionary(fc.constantFrom('attendance', 'location', 'service', 'reason'), values);

function onlyThese(row: Values, names: Values): Values {
  return Object.fromEntries(Object.keys(names).map((name) => [name, row[name]]));
}

function askedOf(merge: ReturnType<typeof mergeFields>): string[] {
  return merge.conflicts.map(({ field }) => field);
}

describe('a change merged with a newer row', () => {
  test('takes changes of one side only without a conflict', () => {
    fc.assert(
      fc.property(fields, fields, (base, mine) => {
        const { changes, conflicts } = mergeFields('session', onlyThese(base, mine), mine, base);
        expect(conflicts).toEqual([]);
        expect({ ...base, ...changes }).toEqual({ ...base, ...mine });
      }),
    );
  });

  test('leaves nothing to do if both sides made the same change', () => {
    fc.assert(
      fc.property(fields, fields, (base, mine) => {
        const merge = mergeFields('session', onlyThese(base, mine), mine, { ...base, ...mine });
        expect(merge).toEqual({ changes: {}, conflicts: [], overwritten: {} });
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

  test('conflicts exactly where both sides set a field to different values, except low-risk fields', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const merge = mergeFields('session', onlyThese(base, mine), mine, theirs);
        const overlap = Object.keys(mine).filter(
          (name) => mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name],
        );
        expect(askedOf(merge)).toEqual(overlap.filter((name) => name !== 'location'));
        expect(Object.keys(merge.overwritten)).toEqual(overlap.filter((name) => name === 'location'));
        for (const name of askedOf(merge)) expect(merge.changes).not.toHaveProperty(name);
      }),
    );
  });
});

describe('a field that both changed', () => {
  const asked: [entity: 'session' | 'lunch' | 'calendar_event', field: string, Values][] = [
    ['session', 'session_date', { base: '2026-03-10', mine: '2026-03-11', theirs: '2026-03-12' }],
    ['session', 'attendance', { base: 'delivered', mine: 'no-show', theirs: 'student-absent' }],
    ['session', 'student_ids', { base: ['a'], mine: ['a', 'b'], theirs: ['a', 'c'] }],
    ['session', 'scheduled_minutes', { base: 30, mine: 45, theirs: 60 }],
    ['lunch', 'lunch_start_time', { base: '12', mine: '13', theirs: '14' }],
    ['lunch', 'waiver_type', { base: '', mine: 'on_duty', theirs: 'standing_6h' }],
    ['calendar_event', 'student', { base: null, mine: 'a', theirs: 'b' }],
    ['calendar_event', 'a field of a newer server', { base: 1, mine: 2, theirs: 3 }],
  ];

  test.each(asked)('of a %s conflicts: %s', (entity, field, { base, mine, theirs }) => {
    const merge = mergeFields(entity, { [field]: base }, { [field]: mine }, { [field]: theirs });
    expect(merge).toEqual({ changes: {}, conflicts: [{ field, base, mine, theirs }], overwritten: {} });
  });

  const lastWins: typeof asked = [
    ['session', 'location', { base: '1', mine: '2', theirs: '3' }],
    ['calendar_event', 'event_color', { base: 'green', mine: 'red', theirs: 'blue' }],
    ['calendar_event', 'event_title', { base: 'Team', mine: 'Team A', theirs: 'Team B' }],
    ['calendar_event', 'remind_me', { base: null, mine: true, theirs: false }],
    ['lunch', 'calendar_event_id', { base: null, mine: 'a', theirs: 'b' }],
  ];

  test.each(lastWins)('of a %s goes to the last writer, and theirs is kept: %s', (entity, field, sides) => {
    const { base, mine, theirs } = sides;
    const merge = mergeFields(entity, { [field]: base }, { [field]: mine }, { [field]: theirs });
    expect(merge).toEqual({ changes: { [field]: mine }, conflicts: [], overwritten: { [field]: theirs } });
  });

  const sets: [base: string, mine: string, theirs: string, merged: string | null][] = [
    ['a b', 'a b c', 'a b d', 'a b d c'],
    ['a b', 'b', 'a b c', 'b c'],
    ['a b', 'a', 'b', ''],
    ['a', 'a b', 'a b c', null],
    ['', 'a', 'b', 'b a'],
  ];

  test.each(sets)(
    'and that is a set gets what either side added: %s, %s, %s',
    (base, mine, theirs, merged) => {
      const members = (words: string) => words.split(' ').filter(Boolean);
      for (const field of ['invites', 'service_list']) {
        const merge = mergeFields(
          'calendar_event',
          { [field]: members(base) },
          { [field]: members(mine) },
          { [field]: members(theirs) },
        );
        expect(merge.changes).toEqual(merged === null ? {} : { [field]: members(merged) });
        expect(merge.conflicts).toEqual([]);
      }
    },
  );

  test('and that is a text is merged by paragraph', () => {
    const merge = mergeFields('session', { notes: 'a\n\nb' }, { notes: 'A\n\nb' }, { notes: 'a\n\nB' });
    expect(merge).toEqual({ changes: { notes: 'A\n\nB' }, conflicts: [], overwritten: {} });
  });

  test('and that is a text conflicts if a paragraph overlaps, with a suggestion that keeps both', () => {
    const sides = { base: 'a\n\nb', mine: 'X\n\nb', theirs: 'Y\n\nb' };
    const merge = mergeFields('lunch', { notes: sides.base }, { notes: sides.mine }, { notes: sides.theirs });
    expect(merge.conflicts).toEqual([{ field: 'notes', ...sides, suggestion: 'X\n\nY\n\nb' }]);
    expect(merge.changes).toEqual({});
  });

  test("and that the server sets is the server's", () => {
    const merge = mergeFields('session', { state: 'logged' }, { state: 'draft' }, { state: 'approved' });
    expect(merge).toEqual({ changes: {}, conflicts: [], overwritten: {} });
  });
});

describe('times, a field group,', () => {
  const base = {
    start_time: '09:00',
    end_time: '09:30',
    time_zone: 'America/Los_Angeles',
    actual_minutes: 30,
    direct_minutes: 30,
    indirect_minutes: 0,
  };

  test('are taken as a whole if only one side changed them', () => {
    const mine = { start_time: '09:15', end_time: '09:45' };
    expect(mergeFields('session', base, mine, base).changes).toEqual(mine);
  });

  test('conflict if I moved the start and they changed the duration', () => {
    const merge = mergeFields(
      'session',
      base,
      { start_time: '09:15', end_time: '09:45' },
      { ...base, end_time: '09:45', actual_minutes: 45, direct_minutes: 45 },
    );
    expect(merge.changes).toEqual({});
    expect(askedOf(merge)).toEqual(['start_time', 'actual_minutes', 'direct_minutes']);
    expect(merge.conflicts[1]).toEqual({ field: 'actual_minutes', base: 30, mine: 30, theirs: 45 });
  });

  test('stay as they are if both moved them alike', () => {
    const moved = { start_time: '10:00', end_time: '10:30' };
    expect(mergeFields('session', base, moved, { ...base, ...moved }).changes).toEqual({});
  });

  test('of a write without its unedited fields are judged by the edited ones', () => {
    const touched = { start_time: '09:00', end_time: '09:30' };
    const mine = { start_time: '09:15', end_time: '09:45' };
    expect(mergeFields('session', touched, mine, base).changes).toEqual(mine);
    expect(askedOf(mergeFields('session', touched, mine, { ...base, start_time: '08:00' }))).toEqual([
      'start_time',
      'end_time',
    ]);
  });
});

describe('queued writes applied to a base', () => {
  test('give the same row whether applied at once or one by one', () => {
    fc.assert(
      fc.property(chainOnBase, fc.nat(), ({ base, chain }, at) => {
        const writes = chain.map(asApplied);
        const cut = at % (writes.length + 1);
        expect(rebase(rebase(base, writes.slice(0, cut)), writes.slice(cut))).toEqual(rebase(base, writes));
      }),
    );
  });

  test('give the same row on a base that already contains the first of them', () => {
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

  test('give nothing after a deletion, and ignore changes of a deleted row', () => {
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
    const planned = { calendar_event_id: uuidv7(), scheduled_minutes: 30 };
    const body = sessionEntry({ ...planned, actual_minutes: 45, duration_reason: 'ran long' });
    const made = applyWrite(null, { entity: 'session', effect: 'create', body, author: AUTHOR });
    expect(made).toMatchObject({ changeDuration: true, approval_request: 'pending', version: 0 });
    const update = { entity: 'session', effect: 'update', author: AUTHOR } as const;
    const back = applyWrite(made, { ...update, body: { actual_minutes: 30 } });
    expect(back).toMatchObject({ changeDuration: false, approval_request: 'none' });
  });
});
