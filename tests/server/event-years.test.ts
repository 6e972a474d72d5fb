import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBlobs } from '#server/blob-store.ts';
import { recordChange } from '#server/db/change-index.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { sweep } from '#server/modules/operations/sweep.ts';
import { usualKind } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import { type OfficeWorld, openOfficeWorld } from './office-world.ts';

let world: OfficeWorld;
let id: string;
let paula: string;
let lead: string;

beforeAll(async () => {
  world = await openOfficeWorld(usualKind);
  paula = `user:${world.people.paula.id}`;
  lead = `user:${world.people.lead.id}`;
});
afterAll(() => world.close());

/** From the last evening of a fiscal year into the next one, with a guest. */
beforeEach(async () => {
  const body = eventBody({
    ...{ id: randomUUID(), invites: [world.people.lead.id] },
    ...{ event_start_date: '2025-06-30', event_start_time: '22:00' },
    ...{ event_end_date: '2025-07-01', event_end_time: '01:00', duration: 180 },
  });
  const { status } = await world.as('paula', 'calendar.create', { body });
  expect(status).toBe(201);
  id = body.id;
});

const bothYears = () => [paula, lead].flatMap((person) => [`${person}:fy2024`, `${person}:fy2025`]).sort();
const standing = async () => (await world.placesOf(id)).filter((place) => !place.startsWith('-'));

/** As a server recorded it before events were held by fiscal years. */
async function recordAsBefore(): Promise<void> {
  await world.db.execute(sql`delete from change_index where id = ${id}`);
  await world.db.transaction((tx) => recordChange(tx, 'calendar_event', id, [paula, lead]));
}

test('an event over July 1 is held in both fiscal years by its owner and guests, and leaves one when it is moved', async () => {
  expect(await standing()).toEqual(bothYears());
  const body = { event_end_date: '2025-06-30', event_end_time: '22:30', duration: 30 };
  const { status } = await world.as('paula', 'calendar.update', { params: { id }, version: 1, body });
  expect(status).toBe(200);
  expect(await standing()).toEqual([`${paula}:fy2024`, `${lead}:fy2024`].sort());
});

test('events of an older database get their fiscal years by the migration, and keep their place in the order', async () => {
  await recordAsBefore();
  const placed = async () =>
    (
      await world.db.execute<{ scope: string; seq: string }>(
        sql`select scope, seq::text from change_index where id = ${id} order by scope`,
      )
    ).rows;
  const before = await placed();
  const text = await readFile(join(migrationsFolder(), '0053_own_events_by_year.sql'), 'utf8');
  for (const statement of text.split('--> statement-breakpoint')) {
    await world.db.execute(sql.raw(statement));
  }
  expect(await world.placesOf(id)).toEqual(bothYears());
  const kept = (await placed()).filter(({ scope }) => scope.endsWith(':fy2024'));
  expect(kept.map(({ seq }) => seq)).toEqual(before.map(({ seq }) => seq));
});

test('events that an older server recorded get their fiscal years from the hourly sweep', async () => {
  await recordAsBefore();
  await sweep(world.db, openBlobs(world.config), world.clock.now);
  expect(await standing()).toEqual(bothYears());
});
