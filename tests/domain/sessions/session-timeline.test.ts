import { describe, expect, test } from 'vitest';
import { sessionTimeline } from '#domain/sessions/session-timeline.ts';

const session = {
  ...{ id: 's1', provider: 'ana', calendar_event_id: null, state: 'logged' },
  ...{ captured_by: 'ana', captured_at: '2026-03-10T18:00:00.000Z', received_at: null },
};
const RECEIVED = '2026-03-10T18:05:00.000Z';
const received = { ...session, received_at: RECEIVED };
const step = (name: 'sign' | 'co-sign' | 'return', by: string, at: string) => ({
  ...{ step: name, by, by_name: `${by} by name`, at, comment: '' },
});
const timesheet = (...statuses: string[]) => ({
  manifest: [{ entity: 'session', id: 's1' }],
  steps: statuses.map((status, at) => ({ status, at: `2026-03-1${5 + at}T18:00:00.000Z`, by: 'renata' })),
});
const kinds = (facts: Parameters<typeof sessionTimeline>[0]) =>
  sessionTimeline(facts).map(({ kind }) => kind);

describe('the timeline of a session', () => {
  test('of a new session has only its entry', () => {
    expect(sessionTimeline({ session, notes: [], timesheet: null })).toEqual([
      { kind: 'entered', at: session.captured_at, by: 'ana' },
    ]);
  });

  test('runs from the plan to the approval, with who and when', () => {
    const note = {
      student: 'sam',
      steps: [
        step('sign', 'ana', '2026-03-11T18:00:00.000Z'),
        step('co-sign', 'dana', '2026-03-12T18:00:00.000Z'),
      ],
    };
    const planned = { ...received, calendar_event_id: 'e1' };
    const timeline = sessionTimeline({ session: planned, notes: [note], timesheet: timesheet('approved') });
    expect(timeline.map(({ kind, by }) => [kind, by])).toEqual([
      ['planned', 'ana'],
      ['entered', 'ana'],
      ['received', null],
      ['sign', 'ana'],
      ['co-sign', 'dana'],
      ['approved', 'renata'],
    ]);
    expect(timeline[3]).toEqual({
      ...{ kind: 'sign', at: '2026-03-11T18:00:00.000Z', by: 'ana', by_name: 'ana by name', student: 'sam' },
    });
  });

  test('places a note that was signed offline at the time of signing, before the session arrived', () => {
    const notes = [{ student: 'sam', steps: [step('sign', 'ana', '2026-03-10T18:02:00.000Z')] }];
    expect(kinds({ session: received, notes, timesheet: null })).toEqual(['entered', 'sign', 'received']);
  });

  test("omits a withdrawn approval, and one of a timesheet that doesn't cover the session", () => {
    const facts = { session: received, notes: [] };
    expect(kinds({ ...facts, timesheet: timesheet('approved', 'reopened') })).toEqual([
      'entered',
      'received',
    ]);
    const other = { ...timesheet('approved'), manifest: [{ entity: 'lunch', id: 's1' }] };
    expect(kinds({ ...facts, timesheet: other })).toEqual(['entered', 'received']);
    expect(kinds({ ...facts, timesheet: timesheet('approved', 'locked') }).at(-1)).toBe('approved');
  });

  test("says that a session is approved, without a name if this device doesn't know it", () => {
    const timeline = sessionTimeline({
      session: { ...received, state: 'approved' },
      notes: [],
      timesheet: null,
    });
    expect(timeline.at(-1)).toEqual({ kind: 'approved', at: null, by: null });
  });
});
