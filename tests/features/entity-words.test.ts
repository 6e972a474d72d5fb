import { getTableColumns } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EntityRow, entityRows } from '#contract/entities.ts';
import { ENTITY_NAMES, type EntityName } from '#contract/entity-name.ts';
import { endpointNamed, endpoints, isEndpointName } from '#contract/index.ts';
import { seal } from '#contract/sealing.ts';
import { overwrittenPlace } from '#db/overwritten.ts';
import { fieldLabel, isLink, matterLabel, writeTitle } from '#entities/words/words.ts';
import { detailWords, shownFields, titleWords } from '#features/quarantine/quarantine-words.ts';
import { changedDurations } from '#features/sessions/changed-durations.tsx';
import { fieldChanges } from '#features/sessions/changed-fields.ts';
import { sessionReport } from '#features/sessions/session-report.tsx';
import { allStudents, archivedStudents, ownStudents } from '#features/students/student-list.tsx';
import { shownMatters } from '#features/sync-center/conflict-words.ts';
import { readHistory } from '#features/sync-center/history.ts';
import { readQueue } from '#features/sync-center/queue.ts';
import type { LooseReport } from '#screens/report/report-state.ts';
import { tableOf } from '#server/db/entity-rows.ts';
import { classOf, fieldGroupOf } from '#sync/merge/merge-fields.ts';
import { composeRow, standingOf } from '#sync/outbox/row-state.ts';
import { exampleFor } from '#tests/server/input-examples.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { openedWrite, outboxRow } from '#tests/support/device-chains.ts';

type Row = EntityRow<EntityName> & Record<string, unknown>;

/** A row with every field filled. */
function rowOf(entity: EntityName): Row {
  return { ...(exampleFor(entityRows[entity]) as Row), id: uuidv7() };
}

const WRITABLE = Object.keys(endpoints).flatMap((name) => {
  const { offline, body } = isEndpointName(name) ? endpointNamed(name) : {};
  return offline === undefined ? [] : [{ name, ...offline, body }];
});

let device: TestDevice;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.close());

async function keep(entity: EntityName, row: Row): Promise<void> {
  const { db } = device;
  const stored = await composeRow(db, entity, row.id, { base: row, writes: [], ...standingOf(undefined) });
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
    const overwritten = await seal(device.key, overwrittenPlace(id), values);
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
        const [matter] = shownMatters({ write, conflict: { ...conflict, fields: [asked] } }, {});
        labels.add(matter?.label ?? '');
        expectWords(matter?.theirs ?? '');
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

/** Headers that no single field has: several fields in one, a difference, or an action. */
const MADE_OF_MORE: Readonly<Record<string, readonly string[]>> = {
  sessions: ['Remarks'],
  'changed-durations': ['Minutes', 'Old', 'New', 'Difference', 'Reason', 'Status', 'Decision'],
  students: ['Name', 'Authorized'],
  'archived-students': ['Name', 'Authorized'],
  'my-students': ['Name', 'Next session', 'Last session', 'Notes due', 'Authorized left'],
};

const FILES: readonly (readonly [LooseReport, EntityName])[] = [
  [sessionReport, 'session'],
  [changedDurations, 'session'],
  [allStudents, 'student'],
  [archivedStudents, 'student'],
  [ownStudents, 'student'],
];

describe.each(FILES.map(([report, entity]) => ({ ...report, entity })))(
  'the file of the report $id',
  ({ entity, ...report }) => {
    test('calls each field by its one label', () => {
      const labels = Object.keys(entityRows[entity].shape).flatMap((field) => [
        fieldLabel(entity, field),
        matterLabel(entity, fieldGroupOf(entity, field).name),
      ]);
      const others = report.columns.map(({ header }) => header).filter((head) => !labels.includes(head));
      expect(others).toEqual(MADE_OF_MORE[report.id]);
    });
  },
);

describe.each(ENTITY_NAMES)('the audit of a %s', (entity) => {
  test('has words for the action, and for every field that can change', () => {
    for (const effect of ['create', 'update', 'delete'] as const) expectWords(writeTitle({ entity, effect }));
    const columns = Object.keys(getTableColumns(tableOf(entity)));
    for (const field of columns.filter((name) => !['id', 'version', 'deleted_at'].includes(name))) {
      expect(fieldLabel(entity, field), field).not.toBe(field.replaceAll('_', ' '));
    }
  });
});

describe.each(WRITABLE)('$name in quarantine', ({ name, entity, effect, body }) => {
  const row = rowOf(entity);
  const sent = body === undefined ? undefined : exampleFor(body);
  const write = { endpoint: name, params: effect === 'create' ? {} : { id: row.id }, body: sent };
  const current = effect === 'create' ? null : row;

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
