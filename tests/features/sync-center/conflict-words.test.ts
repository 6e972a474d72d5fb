import { describe, expect, test } from 'vitest';
import type { EntityName } from '#contract/entity-name.ts';
import type { AskedField } from '#db/outbox.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { shownFieldGroups } from '#features/sync-center/conflict-words.ts';
import type { OpenConflict } from '#sync/merge/conflict.ts';
import { openedWrite } from '#tests/support/device-chains.ts';

const names: KnownNames = {
  students: new Map([
    ['s1', 'Maya Rivera'],
    ['s2', 'Leo Stein'],
  ]),
  services: new Map([['v1', 'Speech therapy']]),
  locations: new Map([['7', 'Oak School']]),
  providers: new Map([['p1', 'Robin Reed']]),
  sessions: new Map([['m1', '03/02/2026 09:00 AM']]),
};

function asked(
  entity: EntityName,
  fields: AskedField[],
  base_values: Record<string, unknown> = {},
): OpenConflict {
  const mine = Object.fromEntries(fields.map(({ field, mine }) => [field, mine]));
  const base = Object.fromEntries(fields.map(({ field, base }) => [field, base]));
  const write = openedWrite('update', mine, { entity });
  write.content.base_values = { ...base_values, ...base };
  return { write, conflict: { kind: 'fields', version: 2, fields } };
}

describe('a value in a conflict', () => {
  const cases: [entity: EntityName, field: string, value: unknown, label: string, words: string][] = [
    ['session', 'student_ids', ['s1', 's2'], 'Students', 'Maya Rivera, Leo Stein'],
    ['session', 'student_ids', ['gone'], 'Students', 'a student not on this device'],
    ['session', 'student_ids', [], 'Students', 'None'],
    ['session', 'service', 'v1', 'Service', 'Speech therapy'],
    ['session', 'location', null, 'Location', 'None'],
    ['session', 'location', '7', 'Location', 'Oak School'],
    ['session', 'session_date', '2026-03-10', 'Date', '03/10/2026'],
    ['session', 'attendance', 'no-show', 'Attendance', 'No show'],
    ['session', 'attendance', 'of-a-newer-app', 'Attendance', 'of-a-newer-app'],
    ['session', 'setting', 'group', 'Setting', 'Group'],
    ['session', 'modality', 'remote', 'Modality', 'Remote'],
    ['session', 'scheduled_minutes', 45, 'Scheduled', '45 minutes'],
    ['session', 'make_up_of', 'm1', 'Makes up for', '03/02/2026 09:00 AM'],
    ['session', 'reason', '', 'Attendance reason', 'None'],
    ['lunch', 'lunch_start_time', '2026-03-10T19:00:00.000Z', 'Start time', '03/10/2026 12:00 PM'],
    ['lunch', 'lunch_duration', 1, 'Duration', '1 minute'],
    ['lunch', 'waiver_type', '', 'Waiver', 'Not waived'],
    ['lunch', 'exception_reason', 'interrupted', 'Exception', 'Was interrupted'],
    ['calendar_event', 'remind_me', true, 'Reminder', 'Yes'],
    ['calendar_event', 'invites', ['p1'], 'Invited staff', 'Robin Reed'],
    ['calendar_event', 'new_field', 'x', 'new field', 'x'],
  ];

  test.each(cases)('of a %s is displayed readably: %s %j', (entity, field, value, label, words) => {
    const [group] = shownFieldGroups(
      asked(entity, [{ field, base: null, mine: null, theirs: value }]),
      names,
    );
    expect(group).toMatchObject({ name: field, label, theirs: words });
  });

  test('that is a time is shown completely, even if only part of it differs', () => {
    const base = {
      start_time: '09:00',
      end_time: '09:30',
      actual_minutes: 30,
      direct_minutes: 30,
      indirect_minutes: 0,
    };
    const openConflict = asked(
      'session',
      [
        { field: 'start_time', base: '09:00', mine: '09:15', theirs: '09:00' },
        { field: 'actual_minutes', base: 30, mine: 30, theirs: 45 },
      ],
      { ...base, end_time: '09:45' },
    );
    expect(shownFieldGroups(openConflict, names)).toMatchObject([
      {
        name: 'time',
        label: 'Time',
        mine: '9:15–9:45 AM, 30 minutes',
        theirs: '9:00–9:45 AM, 45 minutes',
      },
    ]);
  });

  test('that is a text comes with a suggestion that keeps both', () => {
    const field = { field: 'notes', base: 'a', mine: 'b', theirs: 'c' };
    expect(shownFieldGroups(asked('lunch', [field]), names)).toMatchObject([
      { isText: true, suggestion: 'b\n\nc' },
    ]);
    const suggestion = 'b then c';
    expect(shownFieldGroups(asked('lunch', [{ ...field, suggestion }]), names)).toMatchObject([
      { suggestion },
    ]);
  });

  test("that is an event's time or recurrence is shown as one", () => {
    const base = {
      event_start_date: '2026-03-10',
      event_end_date: '2026-03-10',
      event_end_time: '12:30',
      duration: 30,
    };
    const openConflict = asked(
      'calendar_event',
      [
        { field: 'event_start_time', base: '12:00', mine: '11:30', theirs: '12:15' },
        { field: 'recurring', base: false, mine: true, theirs: false },
        { field: 'recurring_type', base: '', mine: 'weekly', theirs: '' },
      ],
      base,
    );
    expect(shownFieldGroups(openConflict, names)).toMatchObject([
      { label: 'Time', base: '03/10/2026 12:00–12:30 PM', mine: '03/10/2026 11:30 AM–12:30 PM' },
      { label: 'Repeats', mine: 'weekly', theirs: "Doesn't repeat" },
    ]);
  });
});
