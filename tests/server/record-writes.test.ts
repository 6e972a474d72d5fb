import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { occurrenceId, occurrenceOn } from '#domain/calendar/series.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import { type OfficeWorld, openOfficeWorld } from './office-world.ts';

const TUESDAYS = ['2026-03-10', '2026-03-17', '2026-03-24'];

describe.each(ruleKinds)('writing records on %s', (kind) => {
  let world: OfficeWorld;
  let statements: string[] = [];
  beforeAll(async () => {
    world = await openOfficeWorld(kind, { hear: (statement) => void statements.push(statement) });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    statements = [];
  });

  /** A series with three individually changed occurrences. */
  async function changedSeries(): Promise<string> {
    const body = eventBody({
      ...{ id: randomUUID(), event_start_date: '2026-03-03', event_end_date: '2026-03-03' },
      ...{ recurring: true, recurring_type: 'weekly', recurring_timeframe: '4' },
    });
    const series = await world.as('paula', 'calendar.create-series', { body });
    expect(series.status, JSON.stringify(series.body)).toBe(201);
    for (const day of TUESDAYS) {
      const { version: _, ...occurrence } = occurrenceOn(series.body, day);
      const changed = { ...occurrence, event_title: 'In the gym' };
      const answer = await world.as('paula', 'calendar.create', { body: changed });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    }
    return series.body.id;
  }

  function writesTo(table: string): number {
    return statements.filter((statement) => new RegExp(`insert into "?${table}"?`, 'i').test(statement))
      .length;
  }

  test('a call that writes several rows announces and audits all of them in one statement each', async () => {
    const series = await changedSeries();
    statements = [];
    const answer = await world.as('paula', 'calendar.delete', { params: { id: series }, version: 1 });
    expect(answer.status, JSON.stringify(answer.body)).toBe(204);
    expect({ index: writesTo('change_index'), audit: writesTo('audit_entries') }).toEqual({
      index: 1,
      audit: 1,
    });
    const gone = [series, ...TUESDAYS.map((day) => occurrenceId(series, day))];
    for (const id of gone) {
      expect(
        (await world.placesOf(id)).every((place) => place.startsWith('-')),
        id,
      ).toBe(true);
      expect((await world.auditOf(id)).at(-1), id).toMatchObject({ action: 'calendar_event.delete' });
    }
  });

  test('a change is audited with what each field was and what it is now, anything else without', async () => {
    const body = eventBody({ event_title: 'Team meeting' });
    const { id } = (await world.as('paula', 'calendar.create', { body })).body;
    const changes = { event_title: 'Staff meeting' };
    await world.as('paula', 'calendar.update', { params: { id }, body: changes, version: 1 });
    await world.as('paula', 'calendar.delete', { params: { id }, version: 2 });
    const { rows } = await world.db.execute<{ changes: unknown }>(
      sql`select changes from audit_entries where row_id = ${id} order by id`,
    );
    expect(rows.map((entry) => entry.changes)).toEqual([
      null,
      { event_title: ['Team meeting', 'Staff meeting'] },
      null,
    ]);
  });
});
