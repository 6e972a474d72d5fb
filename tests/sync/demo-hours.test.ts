import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityName } from '#contract/entity-name.ts';
import type { Timesheet } from '#contract/timesheet.ts';
import { clearColumnsOf, encryptRow } from '#db/encrypted-rows.ts';
import { TABLE_OF } from '#db/local-database.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { readOwnHours } from '#features/timesheets/own-hours.ts';
import type { Transaction } from '#server/db/database.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { seedDemo } from '#server/db/seed/demo.ts';
import { readPeriod, readTotals } from '#server/modules/timesheets/hours.ts';
import { openTestDatabase, type TestDatabase, usualKind } from '#tests/support/database.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';

/** Noon of a Saturday: four pay periods are closed, and a fifth has begun. */
const TODAY = { today: '2026-11-21', now: '2026-11-21T20:00:00.000Z' };

const WORK = [
  'session',
  'lunch',
  'timecard',
  'calendar_event',
  'school_closure',
  'student',
  'location',
] as const satisfies readonly EntityName[];

let opened: TestDatabase;
let device: TestDevice;
let office: Actor;
beforeAll(async () => {
  opened = await openTestDatabase(usualKind);
  await seedDemo(opened.db, { ...TODAY, scale: 0.4 });
  device = await openDevice();
  await opened.db.transaction(async (tx) => {
    for (const entity of WORK) await bringAll(tx, entity);
    const [admin] = await jsonRows<{ id: string }>(tx, sql`select id from users where role = '1' limit 1`);
    const none: ReadonlySet<string> = new Set();
    office = {
      ...{ user_id: admin?.id ?? '', provider_id: null, role: '1', grants: [] },
      ...{ service_ids: none, supervisee_ids: none, student_ids: none },
    };
  });
}, 240_000);
afterAll(async () => {
  await device.close();
  await opened.close();
});

/** Puts all rows of a kind on the device, as a pull would. */
async function bringAll<Name extends EntityName>(tx: Transaction, entity: Name): Promise<void> {
  const ids = await jsonRows<{ id: string }>(
    tx,
    sql`select distinct id from change_index where entity = ${entity} and not has_left`,
  );
  const rows = await loadRows(
    tx,
    entity,
    ids.map(({ id }) => id),
  );
  const { db } = device;
  await db.table(TABLE_OF[entity]).bulkPut(
    await Promise.all(
      rows.map(async (row) => ({
        ...{ id: row.id, version: row.version, record_state: 'sent', is_gone: 0, scopes: ['org'] },
        ...clearColumnsOf(entity, row),
        sealed: await encryptRow(db, entity, row),
      })),
    ),
  );
}

type Sheet = Pick<Timesheet, 'provider_id' | 'period_start_date' | 'period_end_date' | 'totals'>;

function inOrder(totals: TimesheetTotals): [string, number][] {
  return Object.entries(totals).sort(([a], [b]) => a.localeCompare(b));
}

test('every timesheet of the demo was submitted with the totals of its days', async () => {
  const found: unknown[] = [];
  const expected: unknown[] = [];
  await opened.db.transaction(async (tx) => {
    const sheets = await jsonRows<Sheet>(
      tx,
      sql`select provider_id, period_start_date, period_end_date, totals from timesheets order by id`,
    );
    expect(sheets.length).toBeGreaterThan(20);
    for (const { totals, ...period } of sheets) {
      const { totals: now } = await readPeriod(tx, office, TODAY.now, period);
      found.push({ ...period, totals: inOrder(totals) });
      expected.push({ ...period, totals: inOrder(now) });
    }
  });
  expect(found).toEqual(expected);
}, 120_000);

test('overview, timesheet, and device show the same hours for everyone in every period', async () => {
  const [periods, people] = await opened.db.transaction(async (tx) => [
    await jsonRows<{ from: string; to: string }>(
      tx,
      sql`select start_date as "from", end_date as "to" from pay_periods
        where start_date <= ${TODAY.today}::date order by start_date`,
    ),
    await jsonRows<{ id: string; emp: string }>(
      tx,
      sql`select p.id, u.emp from providers p join users u on u.id = p.id order by p.id`,
    ),
  ]);
  expect(periods.length).toBeGreaterThan(5);
  expect(people.length).toBeGreaterThan(10);
  const overview: unknown[] = [];
  const sheets: unknown[] = [];
  const onDevice: unknown[] = [];
  let expectedMinutes = 0;
  for (const { from, to } of periods) {
    const bounds = { period_start_date: from, period_end_date: to };
    const { providers } = await opened.db.transaction((tx) => readTotals(tx, office, TODAY.now, bounds));
    const inOverview = new Map(providers.map(({ provider_id, totals }) => [provider_id, totals]));
    for (const { id, emp } of people) {
      const { totals } = await opened.db.transaction((tx) =>
        readPeriod(tx, office, TODAY.now, { provider_id: id, ...bounds }),
      );
      const own = await readOwnHours(device.db, { provider: id, emp, from, to }, Date.parse(TODAY.now), []);
      overview.push([from, id, inOverview.get(id)]);
      sheets.push([from, id, totals]);
      onDevice.push([from, id, own.totals]);
      expectedMinutes += totals.expected_minutes;
    }
  }
  expect(expectedMinutes).toBeGreaterThan(0);
  expect(overview).toEqual(sheets);
  expect(onDevice).toEqual(sheets);
}, 240_000);
