import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PullPage } from '#contract/sync.ts';
import { openBlobs } from '#server/blob-store.ts';
import { recordChanges } from '#server/db/change-index.ts';
import { placeMisplaced, placeStudents } from '#server/db/directory-places.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { sweep } from '#server/modules/operations/sweep.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, SPEECH } from './office-world.ts';
import { PullingDevice } from './pull-world.ts';

const LONG_AGO = '2024-06-28';

/** An admin's device in March 2026: it has the students archived since July 1, 2024. */
describe.each(databaseKinds)('archived students on %s', (kind) => {
  let world: OfficeWorld;
  let device: PullingDevice;
  let ida: string;
  let service: string;

  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  beforeEach(async () => {
    ida = await added('Ida');
    service = randomUUID();
    const body = {
      ...{ id: service, service: SPEECH, provider: null, start_date: '2025-09-01', end_date: null },
      ...{ authorised_minutes: 60, authorised_per: 'week' },
    };
    const made = await world.as('admin', 'student-service.create', { params: { id: ida }, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    device = new PullingDevice(world.db, world.people.admin.id);
    device.load = loadRows;
    device.now = world.clock.now.toISOString();
    await device.pullAll();
  });

  async function added(first_name: string): Promise<string> {
    const id = randomUUID();
    const body = {
      ...{ id, first_name, last_name: 'Quist', grade: '3', date_of_birth: null, home_language: 'en' },
      ...{ qualifications: [], client: null, location: null, iep_annual_date: null, has_esy: false },
      ...{ iep_triennial_date: null, district_student_id: '', case_manager: '', payer: '', member_id: '' },
      ...{ consent_date: null, release_date: null, sex: '', street: '', city: '', state: '', zip: '' },
    };
    const made = await world.as('admin', 'student.create', { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return id;
  }

  async function setArchived(id: string, archived: boolean): Promise<void> {
    const { body: file } = await world.as('admin', 'student.read', { params: { id } });
    const call = { params: { id }, version: file.version, body: { archived } };
    const answer = await world.as('admin', 'student.set-archived', call);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }

  /** As if the student had been archived on that day. */
  async function archivedOn(id: string, day: string): Promise<void> {
    await setArchived(id, true);
    await world.db.execute(sql`update students set archived_on = ${day}::date where id = ${id}`);
    await world.db.transaction((tx) => placeStudents(tx, [id]));
  }

  const placesOf = async (id: string) =>
    (await world.placesOf(id)).filter((place) => !place.startsWith('-') && place.startsWith('org'));
  const isHere = (id: string) => device.rows.has(id);
  const pulledAt = async (now: string): Promise<PullPage | undefined> => {
    device.now = now;
    return (await device.pullAll()).at(-1);
  };
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await world.db.execute(sql.raw(statement));
  };

  test('are held by the fiscal year of their day, with their services, and come back when they are restored', async () => {
    expect([await placesOf(ida), await placesOf(service)]).toEqual([['org'], ['org']]);
    await setArchived(ida, true);
    const { body } = await world.as('admin', 'student.read', { params: { id: ida } });
    expect(body).toMatchObject({ archived: true, archived_on: '2026-03-10' });
    expect([await placesOf(ida), await placesOf(service)]).toEqual([['org:fy2025'], ['org:fy2025']]);
    await device.pullAll();
    expect([isHere(ida), isHere(service)]).toEqual([true, true]);
    await archivedOn(ida, LONG_AGO);
    await device.pullAll();
    expect([isHere(ida), isHere(service)]).toEqual([false, false]);
    await setArchived(ida, false);
    const { body: restored } = await world.as('admin', 'student.read', { params: { id: ida } });
    expect(restored).toMatchObject({ archived: false, archived_on: null });
    expect([await placesOf(ida), await placesOf(service)]).toEqual([['org'], ['org']]);
    await device.pullAll();
    expect([isHere(ida), isHere(service)]).toEqual([true, true]);
  });

  test('leave the device with their fiscal year, on July 1 and without a write', async () => {
    await archivedOn(ida, '2025-06-30');
    await device.pullAll();
    expect(isHere(ida)).toBe(true);
    const before = await pulledAt('2026-07-01T06:59:00.000Z');
    expect([isHere(ida), before?.own_from]).toEqual([true, '2024-07-01']);
    const after = await pulledAt('2026-07-01T07:01:00.000Z');
    expect(after).toMatchObject({ is_fresh: false, own_from: '2025-07-01', sees_all: true });
    expect(after?.scopes_removed).toContain('org:fy2024');
    expect([isHere(ida), isHere(service)]).toEqual([false, false]);
  });

  test('are told apart from students who left only by pages for people who see everyone', async () => {
    const lead = new PullingDevice(world.db, world.people.lead.id);
    lead.load = loadRows;
    lead.now = device.now;
    const [page] = await lead.pullAll();
    expect(page).not.toHaveProperty('sees_all');
  });

  test('take records with them that were merged into them', async () => {
    const twin = await added('Idda');
    const versionOf = async (id: string) =>
      (await world.as('admin', 'student.read', { params: { id } })).body.version;
    const body = {
      ...{ id: randomUUID(), stays: ida, merged: twin, fields_of_merged: [] },
      ...{ stays_version: await versionOf(ida), merged_version: await versionOf(twin) },
    };
    const merged = await world.as('admin', 'student-merge.create', { body });
    expect(merged.status, JSON.stringify(merged.body)).toBe(201);
    expect(await placesOf(twin)).toEqual(['org']);
    await archivedOn(ida, LONG_AGO);
    expect([await placesOf(ida), await placesOf(twin)]).toEqual([['org:fy2023'], ['org:fy2023']]);
    await setArchived(ida, false);
    const undone = await world.as('admin', 'student-merge.undo', { params: { id: body.id } });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    const { body: file } = await world.as('admin', 'student.read', { params: { id: twin } });
    expect(file).toMatchObject({ archived: false, archived_on: null });
    expect(await placesOf(twin)).toEqual(['org']);
  });

  /** As an older server left it: archived, without a day, in the scope of the active ones. */
  async function asBefore(): Promise<void> {
    await setArchived(ida, true);
    await world.db.execute(sql`update students set archived_on = null where id = ${ida}`);
    await world.db.transaction((tx) =>
      recordChanges(tx, [
        { entity: 'student', id: ida, scopes: ['org', `student:${ida}`] },
        { entity: 'student_service', id: service, scopes: ['org', `student:${ida}`] },
      ]),
    );
    await device.pullAll();
  }

  test('get their day by the migration from the audit, and leave devices that go on with their cursors', async () => {
    await asBefore();
    await world.db.execute(sql`alter table audit_entries disable trigger append_only`);
    await world.db.execute(
      sql`update audit_entries set at = '2024-07-01T06:30:00Z' where entity = 'student' and row_id = ${ida}`,
    );
    await world.db.execute(sql`alter table audit_entries enable trigger append_only`);
    const text = await readFile(join(migrationsFolder(), '0075_archived_by_year.sql'), 'utf8');
    await run(text.split('--> statement-breakpoint').slice(1));
    const { body } = await world.as('admin', 'student.read', { params: { id: ida } });
    expect(body).toMatchObject({ archived_on: '2024-06-30' });
    expect([await placesOf(ida), await placesOf(service)]).toEqual([['org:fy2023'], ['org:fy2023']]);
    const [page] = await device.pullAll();
    expect(page?.is_fresh).toBe(false);
    expect([isHere(ida), isHere(service)]).toEqual([false, false]);
    device.compares = true;
    const digests = (await device.pullAll()).at(-1)?.digests ?? [];
    expect(digests.map(({ scope }) => scope)).toContain('org:fy2025');
  });

  test('of an older server beside this one get their day from the hourly sweep, and lose it when it restores them', async () => {
    await asBefore();
    await sweep(world.db, openBlobs(world.config), world.clock.now);
    expect([await placesOf(ida), await placesOf(service)]).toEqual([['org:fy2025'], ['org:fy2025']]);
    await world.db.execute(sql`update students set archived = false where id = ${ida}`);
    await sweep(world.db, openBlobs(world.config), world.clock.now);
    const { body } = await world.as('admin', 'student.read', { params: { id: ida } });
    expect(body.archived_on).toBeNull();
    expect([await placesOf(ida), await placesOf(service)]).toEqual([['org'], ['org']]);
  });

  test('of fiscal years that no device can have are not placed again after they left the index', async () => {
    await archivedOn(ida, LONG_AGO);
    await sweep(world.db, openBlobs(world.config), world.clock.now);
    await world.db.transaction((tx) => placeMisplaced(tx, '2026-03-10'));
    expect(await placesOf(ida)).toEqual([]);
    await setArchived(ida, false);
    expect(await placesOf(ida)).toEqual(['org']);
  });

  test('are listed page by page, each once', async () => {
    for (const name of ['Jo', 'Kit', 'Lou']) await setArchived(await added(name), true);
    const { body: all } = await world.as('admin', 'student.list-archived');
    const found: string[] = [];
    for (let after: string | undefined; found.length < 50; after = found.at(-1)) {
      const query = { limit: '2', ...(after === undefined ? {} : { after }) };
      const { body: page } = await world.as('admin', 'student.list-archived', { query });
      found.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
    }
    expect(found).toEqual(all.map(({ id }) => id));
    const unknown = { query: { after: randomUUID() } };
    expect((await world.as('admin', 'student.list-archived', unknown)).status).toBe(422);
  });
});
