import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SoapNote } from '#contract/soap-note.ts';
import type { PullPage } from '#contract/sync.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { providers } from '#server/db/schema/providers.ts';
import { soap_notes } from '#server/db/schema/soap-notes.ts';
import { databaseKinds, settled } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, SPEECH, sessionApart } from './office-world.ts';
import { changes, givenNote, signs } from './soap-world.ts';

describe.each(databaseKinds)('the name of a person who acted on a row, on %s', (kind) => {
  let world: OfficeWorld;
  /** Displayed names: office staff are only known by their user name. */
  const called = (person: PersonName) => {
    const { username } = world.people[person];
    return person === 'admin' || person === 'superadmin' ? username : `Robin ${username}`;
  };
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    const { id } = world.people.otto;
    await world.db.update(providers).set({ needs_co_sign: true }).where(eq(providers.id, id));
  });
  afterAll(() => world.close());

  const pull = async (person: PersonName, cursor?: string): Promise<PullPage> => {
    await settled(world.db);
    const page = await world.as(person, 'sync.pull', {
      query: { limit: '2000', ...(cursor === undefined ? {} : { cursor }) },
    });
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    return page.body;
  };
  const rowsOf = ({ changes: all }: PullPage, entity: string) =>
    all.filter((change) => change.entity === entity).map(({ row }) => row as Record<string, unknown>);

  /** Otto's note, returned and co-signed by his supervisor, and amended. */
  async function finishedNote(): Promise<SoapNote> {
    const note = await givenNote(world, 'otto');
    const params = { id: note.id };
    await signs(world, 'otto', note);
    await changes(world, 'sven', 'soap.return', { params, body: { comment: 'Say how.' } });
    await signs(world, 'otto', note);
    await signs(world, 'sven', note, 'soap.co-sign');
    const body = { id: randomUUID(), text: 'He asked twice.' };
    return (await changes(world, 'otto', 'soap.amend', { params, body })).body;
  }
  const namesIn = (note: SoapNote) => ({
    steps: note.steps.map(({ by_name }) => by_name),
    amendments: note.amendments.map(({ added_by_name }) => added_by_name),
  });

  test('signs a SOAP note with the credentials of that day, which a later change leaves alone', async () => {
    const { id } = world.people.otto;
    const become = (credentials: string) =>
      world.db.update(providers).set({ credentials }).where(eq(providers.id, id));
    await become('SLPA');
    const note = await finishedNote();
    await become('M.S., CF-SLP');
    const again = await givenNote(world, 'otto');
    await signs(world, 'otto', again);
    const later = (await world.as('otto', 'soap.list-of-student', { params: { id: note.student } })).body;
    const credentialsOf = (one: string) =>
      later
        .find((known) => known.id === one)
        ?.steps.map(({ step, by_credentials }) => [step, by_credentials]);
    expect(credentialsOf(note.id)?.[0]).toEqual(['sign', 'SLPA']);
    expect(credentialsOf(note.id)?.find(([step]) => step === 'co-sign')).toEqual(['co-sign', undefined]);
    expect(credentialsOf(again.id)).toEqual([['sign', 'M.S., CF-SLP']]);
    await become('');
  });

  test('is on a SOAP note, even if its author may not see the co-signer', async () => {
    const note = await finishedNote();
    const [otto, sven] = [called('otto'), called('sven')];
    expect(namesIn(note)).toEqual({ steps: [otto, sven, otto, sven, otto], amendments: [otto] });
    const page = await pull('otto');
    expect(rowsOf(page, 'soap_note').find(({ id }) => id === note.id)).toEqual(note);
    expect((await world.as('otto', 'provider.list')).status).toBe(403);
    expect(rowsOf(await pull('sven'), 'soap_note').find(({ id }) => id === note.id)).toMatchObject({
      provider_name: otto,
    });
  });

  test('stays on a signature as it was then, and follows renames elsewhere', async () => {
    const note = await finishedNote();
    const { id } = world.people.otto;
    const before = namesIn(note);
    await world.db.update(providers).set({ provider_first: 'Otis' }).where(eq(providers.id, id));
    const { body } = await world.as('sven', 'soap.list-of-student', { params: { id: world.ben } });
    const found = body.find((one) => one.id === note.id) as SoapNote;
    expect(found.provider_name).toBe(`Otis ${world.people.otto.username}`);
    expect(namesIn(found)).toEqual(before);
    await world.db.update(providers).set({ provider_first: 'Robin' }).where(eq(providers.id, id));
  });

  test('is on notes, services, and files of a student for everyone who works with them', async () => {
    const params = { id: world.anna };
    const written = await Promise.all(
      (['lead', 'admin'] as const).map(async (person) => {
        const body = { id: randomUUID(), student: world.anna, note_date: '2026-03-10', note: 'Tires.' };
        const made = await world.as(person, 'student-note.create', { params, body });
        expect(made).toMatchObject({ status: 201, body: { provider_name: called(person) } });
        return made.body;
      }),
    );
    const entry = {
      ...{ service: SPEECH, authorised_minutes: null, authorised_per: 'week' },
      ...{ start_date: '2026-03-01', end_date: null },
    };
    const assign = (provider: string | null) =>
      world.as('admin', 'student-service.create', { params, body: { ...entry, id: randomUUID(), provider } });
    expect((await assign(world.people.paula.id)).body.provider_name).toBe(called('paula'));
    const service = await assign(null);
    expect(service.body).toMatchObject({ provider: null, provider_name: null });
    const assigned = await world.as('admin', 'student-service.update', {
      params: { id: service.body.id },
      version: 1,
      body: { provider: world.people.lead.id },
    });
    expect(assigned.body.provider_name).toBe(called('lead'));
    const file = await world.as('lead', 'attachment.create', {
      body: {
        ...{ id: randomUUID(), student: world.anna, soap_note: null, file_name: 'a.png' },
        ...{ content_type: 'image/png', size: 3, sha256: 'a'.repeat(64) },
      },
    });
    expect(file.status, JSON.stringify(file.body)).toBe(201);
    const page = await pull('paula');
    for (const row of written) expect(rowsOf(page, 'student_note')).toContainEqual(row);
    expect(rowsOf(page, 'student_service')).toContainEqual(assigned.body);
    expect(rowsOf(page, 'attachment')).toContainEqual(file.body);
    expect(file.body.uploaded_by_name).toBe(called('lead'));
    expect((await world.as('paula', 'provider.list')).status).toBe(403);
  });

  test('can only be set by the server', async () => {
    const forged = { provider_name: 'Dr. Nobody' };
    const note = await givenNote(world, 'otto');
    const params = { id: note.id };
    const answers = await Promise.all([
      world.as('paula', 'student-note.create', {
        params: { id: world.anna },
        body: { id: randomUUID(), student: world.anna, note_date: '2026-03-10', note: 'x', ...forged },
      }),
      changes(world, 'otto', 'soap.update', { params, body: { plan: 'x', ...forged } }),
      changes(world, 'sven', 'soap.return', { params, body: { comment: 'x', by_name: 'Dr. Nobody' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
  });

  test('is filled in by the migration, and reaches devices that have the row', async () => {
    const note = await finishedNote();
    const { cursor } = await pull('otto');
    await world.db.execute(sql`update soap_notes set
      steps = (select jsonb_agg(s - 'by_name' order by n) from jsonb_array_elements(steps) with ordinality e(s, n)),
      amendments = (select jsonb_agg(a - 'added_by_name') from jsonb_array_elements(amendments) a)
      where id = ${note.id}`);
    await world.db.execute(sql`update soap_notes set
      steps = jsonb_insert(steps, '{0}', ${JSON.stringify({ step: 'sign', by: randomUUID(), at: note.captured_at, comment: '' })}::jsonb)
      where id = ${note.id}`);
    expect(rowsOf(await pull('otto', cursor), 'soap_note')).toEqual([]);
    const text = await readFile(join(migrationsFolder(), '0005_acting_names.sql'), 'utf8');
    const [, ...statements] = text.split('--> statement-breakpoint');
    await world.db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement));
    });
    const rows = rowsOf(await pull('otto', cursor), 'soap_note');
    const [gone, ...steps] = (rows.find(({ id }) => id === note.id) as SoapNote).steps;
    expect(gone).not.toHaveProperty('by_name');
    expect(steps).toEqual(note.steps);
    expect(rows.find(({ id }) => id === note.id)).toMatchObject({ amendments: note.amendments });
    const blank = rows.find(({ state }) => state === 'draft');
    expect(blank).toMatchObject({ steps: [], amendments: [] });
    const [kept] = await world.db.select().from(soap_notes).where(eq(soap_notes.id, note.id));
    expect(kept?.version).toBe(note.version);
  });

  describe('and came first', () => {
    const created = async () => {
      const body = sessionApart(world, { service: SPEECH });
      const answer = await world.as('paula', 'session.create', { body });
      expect(answer.status).toBe(201);
      return answer.body;
    };
    const late = (id: string) =>
      world.as('paula', 'session.update', { params: { id }, version: 1, body: { notes: 'mine' } });

    test('is included with a stale change, with the time', async () => {
      const { id } = await created();
      await world.as('lead', 'session.update', { params: { id }, version: 1, body: { notes: 'theirs' } });
      expect((await late(id)).body).toMatchObject({
        code: 'record.stale',
        current: { version: 2 },
        changed: { by: world.people.lead.id, by_name: called('lead'), at: world.clock.now.toISOString() },
      });
    });

    test('is included with a deletion', async () => {
      const { id } = await created();
      await world.as('admin', 'session.delete', { params: { id }, version: 1 });
      expect((await late(id)).body).toMatchObject({
        code: 'record.deleted',
        changed: { by: world.people.admin.id, by_name: called('admin') },
      });
    });

    test('is omitted if the version derived from another change', async () => {
      const { id } = await created();
      await world.as('lead', 'session.update', { params: { id }, version: 1, body: { notes: 'theirs' } });
      await world.db.execute(sql`update sessions set version = version + 1 where id = ${id}`);
      const { body } = await late(id);
      expect(body).toMatchObject({ code: 'record.stale', current: { version: 3 } });
      expect(body).not.toHaveProperty('changed');
    });
  });
});
