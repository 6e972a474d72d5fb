import { getTableColumns } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { AuditDetails } from '#contract/audit-trail.ts';
import { encrypt } from '#contract/encryption.ts';
import { type EntityRow, entityRows } from '#contract/entities.ts';
import {
  ENTITY_NAMES,
  type EntityName,
  isSynced,
  RECORD_NAMES,
  type RecordName,
} from '#contract/entity-name.ts';
import { endpointNamed, endpoints, isEndpointName } from '#contract/index.ts';
import { csvColumns } from '#contract/report-files/file-cells.ts';
import { overwrittenPlace } from '#db/overwritten.ts';
import { auditChanges, auditDetails, auditTitle, EVENT_TITLES } from '#entities/words/audit-words.ts';
import { fieldGroupLabel, fieldLabel, isLink } from '#entities/words/words.ts';
import { detailWords, shownFields, titleWords } from '#features/quarantine/quarantine-words.ts';
import { fieldChanges } from '#features/sessions/changed-fields.ts';
import { shownFieldGroups } from '#features/sync-center/conflict-words.ts';
import { readHistory } from '#features/sync-center/history.ts';
import { readQueue } from '#features/sync-center/queue.ts';
import { tableOf } from '#server/db/entity-rows.ts';
import { classOf, fieldGroupOf } from '#sync/merge/merge-fields.ts';
import { composeRow, metadataOf } from '#sync/outbox/row-state.ts';
import { exampleFor } from '#tests/server/input-examples.ts';
import { declaredReports } from '#tests/support/declared-reports.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { openedWrite, outboxRow } from '#tests/support/device-chains.ts';

type Row = EntityRow<EntityName> & Record<string, unknown>;

/** A row with every field filled. */
function rowOf(entity: EntityName): Row {
  return { ...(exampleFor(entityRows[entity]) as Row), id: uuidv7() };
}

interface Writable {
  name: string;
  entity: RecordName;
  effect: 'create' | 'update' | 'delete';
  body: z.ZodType | undefined;
}

const WRITABLE = Object.keys(endpoints).flatMap((name): Writable[] => {
  const { offline, waits, body } = isEndpointName(name) ? endpointNamed(name) : {};
  if (waits !== undefined) return [{ name, entity: waits, effect: 'create', body }];
  return offline === undefined ? [] : [{ name, ...offline, body }];
});

let device: TestDevice;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.close());

async function keep(entity: EntityName, row: Row): Promise<void> {
  const { db } = device;
  const stored = await composeRow(db, entity, row.id, { base: row, writes: [], ...metadataOf(undefined) });
  if (stored !== null) await db.rowsOf(entity).put(stored);
}

/** Readable words, not names from code. */
function expectWords(words: string): void {
  expect(words).not.toBe('');
  expect(words).not.toMatch(/_|undefined|NaN|[[{]|[0-9a-f]{8}-[0-9a-f]{4}-/);
}

describe.each(ENTITY_NAMES)('a %s', (entity) => {
  test('is distinguishable in the Sync center', async () => {
    const row = rowOf(entity);
    await keep(entity, row);
    await device.db.outbox.put(outboxRow({ entity, entity_id: row.id, endpoint: '' }));
    const [waiting] = (await readQueue(device.db, 10)).waiting;
    expectWords(waiting?.title ?? '');
    expectWords(waiting?.detail ?? '');
  });

  test('is distinguishable in the history, with every field that was replaced', async () => {
    const { id, version, ...values } = rowOf(entity);
    await keep(entity, { ...values, id, version } as Row);
    const overwritten = await encrypt(device.key, overwrittenPlace(id), values);
    const at = '2026-03-10T18:00:00.000Z';
    const left = { write_id: uuidv7(), entity, entity_id: id, effect: 'update', outcome: 'sent' } as const;
    await device.db.history.put({ ...left, captured_at: at, finished_at: at, overwritten });
    const [entry] = (await readHistory(device.db, null, 1)).entries;
    expectWords(entry?.title ?? '');
    expectWords(entry?.detail ?? '');
    for (const replaced of entry?.replaced ?? []) expectWords(replaced);
    const told = Object.keys(values).filter((field) => !isLink(entity, field));
    expect(entry?.replaced.map((words) => words.split(':')[0])).toEqual(
      told.map((field) => fieldLabel(entity, field)),
    );
  });

  test('has one label for each field wherever it is shown', async () => {
    const row = rowOf(entity);
    const fields = Object.keys(row).filter((name) => name !== 'id' && name !== 'version');
    for (const field of fields) {
      const labels = new Set<string>();
      const [shown] = shownFields(entity, { [field]: row[field] }, null, {});
      labels.add(shown?.label ?? '');
      const isBundled =
        fieldGroupOf(entity, field).name !== field || fieldGroupOf(entity, field).fields.length > 1;
      if (!isBundled) {
        const write = openedWrite('update', { [field]: row[field] }, { entity });
        const asked = { field, base: null, mine: null, theirs: row[field] };
        const conflict = { kind: 'fields', version: 2, fields: [asked] } as const;
        const [group] = shownFieldGroups({ write, conflict: { ...conflict, fields: [asked] } }, {});
        labels.add(group?.label ?? '');
        expectWords(group?.theirs ?? '');
      }
      if (entity === 'session' && classOf(entity, field) !== 'server') {
        const [change] = fieldChanges({ before: {}, changes: { [field]: row[field] } }, {});
        labels.add(change?.label ?? '');
      }
      expect([...labels], field).toHaveLength(1);
      expect([...labels][0], field).not.toBe(field.replaceAll('_', ' '));
      expectWords([...labels][0] ?? '');
    }
  });
});

const DEVICE_HEADS = ['Last contact', 'Unsynced', 'Oldest unsynced change', 'App', 'State'];
const AUDIT_HEADS = [
  'Time',
  'Person',
  'Action',
  'About',
  'Kind of record',
  'Record ID',
  'What changed',
  'Details',
];
const FIGURE_HEADS = ['Paid', 'Expected', 'Direct', 'Indirect', 'Sessions'];

/** What devices know of a provider, what belongs to the user, and what is counted. */
const PROVIDER_HEADS = [
  ...['Name', 'Role', 'Services', 'Supervisors', 'Students', 'Next expiry', 'Expires next', 'Credentials'],
  ...['Email', 'Employment type'],
];

const PAY_LINE_HEADS = [
  ...['Date', 'Provider', 'Pays for', 'Service', 'Client', 'Time', 'Rate', 'Percent of rate', 'Amount'],
  ...['To check', 'How it was calculated'],
];
/** Figures of many sessions. */
const DELIVERY_HEADS = ['Planned', 'Delivered', '%', 'Difference (min)', 'Sessions', 'Missed', 'Amount'];
const NOTE_HEADS = [
  'Notes',
  'Done',
  'To co-sign',
  'Started',
  'Not started',
  'Late',
  'File notes',
  'Last signed',
];
/** Lines and sums that rules make of many records. */
const LINE_HEADS = [
  ...['Date', 'Client', 'Student', 'Provider', 'Service', 'Setting', 'Location', 'Attendance', 'Minutes'],
  ...['Hourly rate', 'Amount', 'Status', 'Invoice', 'Approval', 'Entered', 'How it was calculated'],
];
const APPROVED_HEADS = [
  ...['Provider', 'Approved sessions', 'Paid time', 'Billed time', 'Billed − paid', 'Amount', 'To resolve'],
];
const RATE_HEADS = [
  ...['Client', 'Fiscal year', 'Service', 'Setting or student', 'Hourly rate', 'Applies to', 'Why this rate'],
  ...['Sessions', 'Billed'],
];
/** The boxes of the CMS-1500 form. */
const CLAIM_HEADS = [
  ...['24A Date of service', '2 Patient name', '3 Date of birth', '3 Sex', '5 Street', '5 City', '5 State'],
  ...['5 ZIP', '11C Payer', '1A Member ID', '31 Provider'],
  ...['24J Provider NPI', '24J Provider taxonomy', '21 DX', '24D CPT', '24D Modifiers', '24E Pointer'],
  ...['24B Place', '24G Units', '24F Charge', 'Missing'],
];
const SUM_HEADS = ['Sessions', 'Billed time', 'Amount', 'Invoiced', 'To invoice', 'To resolve'];

/** Which entity's fields a report shows, and the headers that no single field has: several fields in one, a difference, or an action. */
const REPORTS: Readonly<Record<string, readonly [entity: RecordName | null, ...others: string[]]>> = {
  'billing-conditions': ['billing_condition', 'Terms'],
  sessions: ['session', 'Remarks'],
  clients: ['client_account', 'Name', 'Region numbers', 'Students', 'Notes need codes'],
  'archived-clients': ['client_account', 'Name', 'Region numbers', 'Students', 'Notes need codes'],
  providers: ['provider_account', ...PROVIDER_HEADS],
  'archived-providers': ['provider_account', ...PROVIDER_HEADS],
  requests: ['session', 'Request', 'Change', 'Reason', 'Status', 'Decision'],
  'changed-durations': ['session', 'Old', 'New', 'Difference', 'Reason', 'Status', 'Decision'],
  students: ['student', 'Name', 'Authorized', 'Authorization alerts'],
  'archived-students': ['student', 'Name', 'Authorized', 'Authorization alerts'],
  'my-students': [
    'student',
    'Name',
    'Next session',
    'Last session',
    'Notes due',
    'Authorized left',
    'Authorization alerts',
  ],
  'my-hours': ['session', 'Sync status'],
  // Days and figures that rules compute from many records, and devices, which aren't records.
  devices: [null, 'Person', 'User name', 'Device', ...DEVICE_HEADS],
  'lunch-cards': ['lunch', 'Date', 'Compliance', 'Findings', 'Reason', 'Acknowledged', 'Lunch', 'Worked'],
  timesheets: ['timesheet', ...FIGURE_HEADS.flatMap((head) => [head, `${head} as submitted`]), 'Submitted'],
  hours: [null, 'Day', 'Sessions', 'Direct', 'Indirect', 'Meal', 'Paused', 'Paid', 'Expected', 'To fix'],
  users: ['user', 'Last login', 'Invitation expires', 'Second factor', 'Status'],
  messages: ['admin_message', 'Recipients must', 'Done', 'Status'],
  'open-tickets': ['ticket', 'Comments'],
  'closed-tickets': ['ticket', 'Comments'],
  'audit-log': [null, ...AUDIT_HEADS],
  'grouped-clients': [null, 'Group', 'Client', 'Student', 'Service', ...DELIVERY_HEADS],
  'client-services': [null, 'Group', 'Client', 'Service', 'Students', 'Providers', ...DELIVERY_HEADS],
  'provider-notes': [
    null,
    ...['Session', 'Provider', 'Student', 'Service', 'Minutes', 'Status', 'Late', 'Signed'],
    ...['Days to sign', 'Co-signed by'],
  ],
  'student-notes': [null, 'Student', 'Client', ...NOTE_HEADS],
  authorizations: [
    null,
    ...['Student', 'This period', 'Client', 'Service', 'Provider', 'Authorization', 'Due so far'],
    ...['Delivered', 'Forecast', 'Total', 'Status', 'Ends'],
  ],
  productivity: [
    null,
    ...['Provider', 'Students', 'Maximum', 'Sessions', 'Missed', 'Direct', 'Indirect', 'Worked'],
    ...['Productivity (%)', 'Meals compliant (%)', 'Out of compliance'],
  ],
  makeups: [
    null,
    ...[
      'Student',
      'Client',
      'Service',
      'Provider',
      'Missed',
      'Attendance',
      'Owed',
      'Made up',
      'Left',
      'Expired',
    ],
    ...['Make up by', 'Status'],
  ],
  cancellations: [
    null,
    ...['Attendance', 'Reason', 'Provider', 'Service', 'Students', 'Sessions', 'Planned time', 'Made up'],
  ],
  'note-completion': [
    ...[null, 'Provider', 'Notes needed', 'Signed', 'Co-signed', 'To co-sign', 'Open', '1–7 days late'],
    ...['8–30 days late', 'Over 30 days late', 'Signed late', '% signed'],
  ] as const,
  'meal-compliance': [
    ...[null, 'Provider', 'Meal days', 'In time', 'Waived', 'Late', 'Short', 'Missing', 'Unknown'],
    ...['Premium days', 'Premium', '% compliant'],
  ] as const,
  'report-schedules': ['report_schedule', 'Next email', 'Last email'],
  regions: ['region'],
  'sub-regions': ['sub_region'],
  'service-categories': ['service_category'],
  services: ['service'],
  locations: ['location'],
  'school-closures': ['school_closure'],
  'pay-periods': ['pay_period', 'Status'],
  // One step, which is of many records.
  'bulk-changes': [null, 'Change', 'What', 'Records', 'Made', 'Made by', 'Status'],
  'hand-overs': [
    ...[
      null,
      'Provider',
      'Substitute',
      'Hand-back',
      'First day',
      'Last day',
      'Status',
      'Moved',
      'Made',
      'Made by',
    ],
    'Note',
  ] as const,
  // Pay lines and their sums are figures that rules make of sessions and timecards.
  'approved-payroll': [null, ...PAY_LINE_HEADS],
  'late-payroll': [null, ...PAY_LINE_HEADS, 'Approved'],
  'payroll-providers': [
    ...[null, 'Provider', 'Employment', 'Sessions', 'Hours', 'Premiums', 'Extra pay', 'Not approved'],
    'Approved',
    'Lines without a pay rate',
  ] as const,
  'provider-hours': [
    ...[
      null,
      'Provider',
      'Employment',
      'Timesheet',
      'Expected',
      'Direct',
      'Indirect',
      'On timesheet',
      'Paid',
    ],
    ...['Overtime', 'Double time', 'Meal premiums'],
  ] as const,
  'grouped-providers': [null, 'Provider', 'Team', 'Client', 'Service', 'Lines', 'Hours', 'Amount'],
  'pay-rates': ['pay_rate', 'Last day', 'Status'],
  'open-time': [null, 'Provider', 'Without an end', 'Since', 'Reminded'],
  'missing-pay-rates': [null, 'Provider', 'Paid for', 'Fiscal year', 'First day', 'Lines', 'Hours'],
  'extra-pay': ['extra_pay', 'Amount', 'Run'],
  'payroll-runs': ['payroll_run', 'Run', 'Approved hours', 'Not approved', 'Approved'],
  'payroll-run-2026-02-28-1': [null, ...PAY_LINE_HEADS, 'Late', 'Decision', 'Approved'],
  'payroll-difference-2026-02-28-1': [
    ...[null, 'Date', 'Provider', 'Pays for', 'Earlier, time', 'Earlier', 'Later, time', 'Later'],
    'Difference',
  ] as const,
  'billing-lines': [null, ...LINE_HEADS],
  'late-billing': [null, ...LINE_HEADS],
  'client-billing': [null, 'Client', 'District', ...SUM_HEADS],
  'provider-billing': [null, 'Provider', ...SUM_HEADS],
  'location-billing': [null, 'Location', 'Client', ...SUM_HEADS],
  'approved-payroll-billing': [null, ...APPROVED_HEADS],
  'client-rates-report': [null, ...RATE_HEADS],
  'insurance-clients': [null, ...CLAIM_HEADS],
  invoices: ['invoice', 'Balance', 'Overdue'],
  'invoice-plan': [null, 'Client', 'Next', 'Lines', 'Corrections', 'To invoice', 'Waiting', 'Draft'],
};

/** "Duration (minutes)" is the duration, in minutes. */
const withoutUnit = (head: string) => head.replace(/ \(minutes\)$/, '');

describe.each(declaredReports.map((report) => ({ ...report })))('the file of the report $id', (report) => {
  test('calls each field by its one label', () => {
    const [entity, ...others] = REPORTS[report.id] ?? [null];
    const labels =
      entity === null
        ? []
        : Object.keys(entityRows[entity].shape).flatMap((field) => [
            fieldLabel(entity, field),
            ...(isSynced(entity) ? [fieldGroupLabel(entity, fieldGroupOf(entity, field).name)] : []),
          ]);
    const heads = csvColumns(report.columns).map(({ header }) => withoutUnit(header));
    expect(heads.filter((head) => !labels.includes(head))).toEqual(others);
  });
});

describe.each(RECORD_NAMES)('the audit of a %s', (entity) => {
  test('says what was done, with the label of every field that a change can name', () => {
    for (const verb of ['create', 'update', 'delete'] as const) {
      const title = auditTitle(`${entity}.${verb}`);
      expectWords(title);
      expect(title).not.toContain('.');
    }
    const columns = Object.keys(getTableColumns(tableOf(entity)));
    const fields = [...columns, ...Object.keys(entityRows[entity].shape)].filter(
      (name) => !['id', 'version', 'deleted_at'].includes(name),
    );
    for (const field of fields) {
      const [detail] = auditDetails({ entity, details: { fields: [field] } }, {});
      expect(detail, field).toEqual({ label: 'Fields', value: fieldLabel(entity, field) });
      expect(detail?.value, field).not.toBe(field.replaceAll('_', ' '));
      expectWords(detail?.value ?? '');
    }
  });
});

test.each(Object.keys(EVENT_TITLES) as (keyof typeof EVENT_TITLES)[])(
  'the audit has words for %s',
  (event) => {
    expectWords(auditTitle(event));
    expect(auditTitle(event)).not.toContain(event);
  },
);

test('the audit says what a change replaced and by what, in words and in reading order', () => {
  const changes = { grants: [[], ['billing.view']], role: ['2', '1'], unheard_of: [null, 7] } as const;
  expect(auditChanges({ entity: 'user', changes }, {})).toEqual([
    { field: 'role', label: 'Role', before: 'Provider', after: 'Admin' },
    { field: 'grants', label: 'Grants', before: 'None', after: 'Billing and rates' },
    { field: 'unheard_of', label: 'unheard of', before: 'None', after: '7' },
  ]);
  expect(auditChanges({ entity: 'user', changes: null }, {})).toEqual([]);
});

describe('a detail of the audit', () => {
  const details: Required<AuditDetails> = {
    ...{ fields: ['session_date', 'notes'], on_behalf_of: uuidv7(), student: uuidv7(), kind: 'late-entry' },
    recipient: uuidv7(),
    ...{ decision: 'refused', work_date: '2026-03-10', finding: 'waiver-invalid late on_duty' },
    ...{ device_captured_at: '2026-03-10T18:00:00.000Z', device_id: uuidv7(), is_lost: true, sign_ins: 2 },
    ...{ writes: 3, discarded_at: '2026-03-10T18:00:00.000Z', cause: 'lost-device', code: 'period.locked' },
    ...{ reason: 'an old refresh token was used', added: 1, changed: 2, import: uuidv7() },
  };

  test.each(Object.entries(details))('%s has a label and is said in words', (name, value) => {
    const [detail] = auditDetails({ entity: 'session', details: { [name]: value } }, {});
    expectWords(detail?.label ?? '');
    expect(detail?.label).not.toBe(name.replaceAll('_', ' '));
    expectWords(detail?.value ?? '');
    if (typeof value === 'string' && value.includes('-')) expect(detail?.value).not.toBe(value);
  });

  test('names whom it is about', () => {
    const [student, person] = [uuidv7(), uuidv7()];
    const names = {
      students: new Map([[student, 'Maya Rivera']]),
      providers: new Map([[person, 'Leo Stein']]),
    };
    expect(auditDetails({ entity: 'parent', details: { student, on_behalf_of: person } }, names)).toEqual([
      { label: 'Student', value: 'Maya Rivera' },
      { label: 'On behalf of', value: 'Leo Stein' },
    ]);
  });
});

describe.each(WRITABLE)('$name in quarantine', ({ name, entity, effect, body }) => {
  const current = effect === 'create' || !isSynced(entity) ? null : rowOf(entity);
  const sent = body === undefined ? undefined : exampleFor(body);
  const write = { endpoint: name, params: current === null ? {} : { id: current.id }, body: sent };

  test('says what it is and what it is about', () => {
    expectWords(titleWords(write as never));
    expectWords(detailWords(write, current, {}));
  });

  test("says what it would do even if the record isn't on this device", () => {
    const fields = Object.keys((sent ?? {}) as object).filter((field) => field !== 'id');
    if (fields.length > 0) expectWords(detailWords(write, null, {}));
  });

  test('has a label and words for each field', () => {
    for (const { name: field, label, value } of shownFields(entity, sent, current, {})) {
      expect(label, field).not.toBe(field.replaceAll('_', ' '));
      expectWords(label);
      expectWords(value);
    }
  });
});
