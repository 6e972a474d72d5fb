import { describe, expect, test } from 'vitest';
import type { LocalSession } from '#db/sessions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { requestReport } from '#features/sessions/request-report.tsx';
import { type RequestRow, requestRows } from '#features/sessions/request-rows.ts';

const lead: Actor = {
  ...{ role: '3', grants: [], user_id: 'lead', provider_id: 'lead' },
  ...{ service_ids: new Set(['speech']), student_ids: new Set(), supervisee_ids: new Set() },
};
const request = { kind: 'duration', state: 'pending', reason: 'Fire drill.', asked_by: 'paula', note: '' };
const asked = {
  ...{ ...request, asked_at: '2026-03-10T18:00:00Z', decided_at: null, decided_by: null },
  before: { actual_minutes: 30 },
  changes: { actual_minutes: 45 },
};
const session = {
  ...{ id: 'one', provider: 'paula', service: 'speech', student_ids: [], captured_by: 'paula' },
  ...{ session_date: '2026-03-10', attendance: 'delivered', scheduled_minutes: 30, actual_minutes: 45 },
  requests: [asked],
};
const empty = {
  providers: new Map(),
  studentNames: new Map(),
  services: [],
  self: { id: 'lead', name: 'Lead' },
};
const rowsOf = (changes: object, actor = lead): RequestRow[] =>
  requestRows([{ ...session, ...changes } as unknown as LocalSession], actor, {
    ...{ lookups: empty as never, names: {} as never },
  });

describe('requests to decide', () => {
  test.each<[string, object, number]>([
    ['of a service that the lead leads', {}, 1],
    ['of another service', { service: 'motor' }, 0],
    ["of the lead's own session", { provider: 'lead' }, 0],
    ['that the lead made', { requests: [{ ...asked, asked_by: 'lead' }] }, 0],
    ['of two kinds', { requests: [asked, { ...asked, kind: 'deletion', before: {}, changes: {} }] }, 2],
  ])('%s', (_, changes, count) => {
    expect(rowsOf(changes)).toHaveLength(count);
  });

  test('of every service are listed for an admin', () => {
    expect(rowsOf({ service: 'motor' }, { ...lead, role: '1' })).toHaveLength(1);
  });

  test('of their own sessions are listed for people who close pay periods, and others decide', () => {
    const clerk: Actor = { ...lead, role: '1', grants: ['payroll.view'] };
    const [own] = rowsOf({ provider: 'lead' }, clerk);
    if (own === undefined) throw new Error('There is no row.');
    const approve = requestReport.actions?.find(({ id }) => id === 'approved');
    expect(approve?.refusal(own, clerk as never)).toEqual(expect.any(String));
    expect(
      approve?.refusal({ ...own, session: { ...own.session, provider: 'paula' } }, clerk as never),
    ).toBeNull();
  });

  test('say before a decision on an edit what it changes', () => {
    const edit = { ...asked, kind: 'edit' };
    const [row] = rowsOf({ requests: [edit] });
    const approve = requestReport.actions?.find(({ id }) => id === 'approved');
    expect(row === undefined ? null : approve?.effect?.(row)).toBe(
      'The session is changed. Duration: 30 minutes → 45 minutes',
    );
  });

  test('say what would change, or what would count', () => {
    const lateEntry = { ...asked, kind: 'late-entry', before: {}, changes: {} };
    expect(rowsOf({ requests: [asked, lateEntry] }).map(({ change }) => change)).toEqual([
      'Duration: 30 minutes → 45 minutes',
      'Delivered, 45 min',
    ]);
  });

  test('say before a decision on several what it does to each kind', () => {
    const deletion = { ...asked, kind: 'deletion', before: {}, changes: {} };
    const rows = [...rowsOf({ requests: [asked, deletion] }), ...rowsOf({})];
    const action = (id: string) => requestReport.actions?.find((one) => one.id === id);
    expect(action('approved')?.summary(rows)).toEqual([
      '2 changed durations: Pay and billing use the actual minutes.',
      '1 deletion: The session is deleted.',
      'Providers see your decision and note.',
    ]);
    expect(rows.map((row) => action('refused')?.effect?.(row))).toEqual([
      'Pay and billing stay at the scheduled 30 minutes, not 45.',
      'The session stays.',
      'Pay and billing stay at the scheduled 30 minutes, not 45.',
    ]);
  });
});
