import { getTableColumns } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type DeclaredName, declared } from '#entities/declared.ts';
import type { AnyEntity } from '#entities/define-entity.ts';
import { clearColumns, MERGE_CLASSES, newRow } from '#entities/row-facts.ts';
import { tableOf } from '#server/db/entity-rows.ts';
import { exampleFor } from '#tests/server/input-examples.ts';

/** Names shown for a creation on devices. */
const names = [
  'student_service',
  'parent',
  'student_note',
  'attachment',
  'goal',
  'soap_note',
  'goal_entry',
  'goal_option',
  'plan_option',
  'clinical_code',
] as const satisfies DeclaredName[];
const days = ['session', 'lunch', 'calendar_event', 'timecard'] as const satisfies DeclaredName[];
const all = Object.keys(declared) as DeclaredName[];
const LISTS: Partial<Record<DeclaredName, readonly string[]>> = {
  student: ['services', 'providers'],
  provider: ['services', 'supervisors'],
};
/** Columns that the row doesn't have: of logging in, and what only the server needs. */
const SECRET: Partial<Record<DeclaredName, readonly string[]>> = {
  user: [
    ...['password_hash', 'last_password_update', 'forced_logout_at', 'invited_at'],
    ...['time_format', 'mail_settings'],
  ],
  notification: ['admin_message', 'mailed_at'],
  admin_message: ['versions'],
  notification_receipt: ['signature'],
};
const origin = { user_id: '0195a000-0000-7000-8000-000000000001', captured_at: '2026-03-10T18:00:00.000Z' };

describe.each([...days, ...names])('a new %s', (name) => {
  const entity: AnyEntity & { Body?: unknown } = declared[name];
  const { Body } = declared[name];

  test('has on the device what the server will send, if the device can know it', () => {
    const body = exampleFor(Body) as object;
    const row = newRow(name, body, origin);
    expect(row).toMatchObject({ ...body, version: 0 });
    expect(entity.Row.partial().strict().parse(row)).toEqual(row);
    const missing = Object.keys(entity.Row.shape).filter((field) => !(field in row));
    // Entities that no device creates may have fields known only from the URL or the server.
    const asked = ['student_service', 'clinical_code'].includes(name) ? 2 : 1;
    expect(missing.length).toBeLessThanOrEqual(asked);
  });
});

describe.each(names)('a %s', (name) => {
  const entity: AnyEntity = declared[name];

  test('has no plaintext column with typed text', () => {
    for (const field of Object.keys(clearColumns(name, {})))
      expect(Object.keys(entity.fields)).not.toContain(field);
  });
});

describe.each(all)('a %s', (name) => {
  test('has a column on the server for each field, and a field for each column', () => {
    const columns = Object.keys(getTableColumns(tableOf(name))).filter(
      (column) => column !== 'deleted_at' && !SECRET[name]?.includes(column),
    );
    // Names of people are not stored with the row but read from the person. Some lists have their own table.
    const fields = Object.keys(declared[name].Row.shape).filter(
      (field) =>
        (columns.includes(field) ||
          !/(provider|uploaded_by|author|requester|changed_by|created_by|recorded_by|sent_by|voided_by|owner)_name$/.test(
            field,
          )) &&
        !LISTS[name]?.includes(field),
    );
    expect(columns.sort()).toEqual(fields.sort());
  });

  test("declares for each field how two people's changes are merged", () => {
    const fields = Object.keys(declared[name].Row.shape).filter(
      (field) => field !== 'id' && field !== 'version',
    );
    expect(Object.keys(MERGE_CLASSES[name]).sort()).toEqual(fields.sort());
    const written = Object.keys(declared[name].Changes.shape);
    const kept = fields.filter((field) => MERGE_CLASSES[name][field] !== 'server');
    expect(kept.sort()).toEqual(written.sort());
  });
});

test('an attachment is not complete before the server has its bytes, and a note begins as a draft', () => {
  expect(newRow('attachment', {}, origin)).toMatchObject({
    is_complete: false,
    uploaded_by: origin.user_id,
    received_at: null,
  });
  expect(newRow('soap_note', {}, origin)).toMatchObject({
    state: 'draft',
    signed_by: null,
    amendments: [],
    captured_at: origin.captured_at,
  });
});
