import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MOVED_ENTITIES, type StudentMerge } from '#contract/student-merge.ts';
import { goalEntryId } from '#domain/notes/soap-ids.ts';
import type { MergeField } from '#domain/students/student-merge.ts';
import { tableFacts } from '#server/db/entity-rows.ts';
import { attachments } from '#server/db/schema/attachments.ts';
import { rates } from '#server/db/schema/rates.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  DISTRICT,
  FAMILY,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  personNames,
  SPEECH,
  sessionApart,
} from './office-world.ts';
import { scopesOf } from './pull-world.ts';
import { changes, givenGoal, noteBody, signs, WHOLE } from './soap-world.ts';

describe.each(databaseKinds)('merged student records on %s', (kind) => {
  let world: OfficeWorld;
  /** The record that stays, with Otto's motor service, and the one that is archived, with Paula's speech. */
  let stays: string;
  let merged: string;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  async function madeStudent(body: object = {}): Promise<string> {
    const id = randomUUID();
    const answer = await world.as('admin', 'student.create', {
      body: {
        ...{ id, first_name: 'Ida', last_name: 'Quist', grade: '3', date_of_birth: '2017-05-04' },
        ...{ home_language: 'en', qualifications: [], client: DISTRICT, location: '101' },
        ...{ iep_annual_date: null, iep_triennial_date: null, district_student_id: '', case_manager: '' },
        ...{ sex: '', street: '', city: '', state: '', zip: '' },
        ...{ payer: '', member_id: '', has_esy: false, consent_date: null, release_date: null, ...body },
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return id;
  }
  async function assigned(student: string, service: string, provider: PersonName) {
    const body = {
      ...{ id: randomUUID(), service, provider: world.people[provider].id, authorised_minutes: 120 },
      ...{ authorised_per: 'month', start_date: '2026-03-01', end_date: null },
    };
    const answer = await world.as('admin', 'student-service.create', { params: { id: student }, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return body.id;
  }
  async function session(student_ids: string[], body: object = {}, person: PersonName = 'paula') {
    const answer = await world.as(person, 'session.create', {
      body: sessionApart(world, { student_ids, ...body }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  async function note(
    of: Awaited<ReturnType<typeof session>>,
    student: string,
    person: PersonName = 'paula',
  ) {
    const answer = await world.as(person, 'soap.create', { body: noteBody(of, { student, ...WHOLE }) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  async function parent(student: string, is_primary = true) {
    const body = {
      ...{ id: randomUUID(), student, first_name: 'Alma', last_name: 'Quist', relationship: 'mother' },
      ...{ email: '', phone: '', language: 'en', is_primary },
    };
    const answer = await world.as('admin', 'parent.create', { params: { id: student }, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  async function rate(student: string, start_year: number) {
    const id = randomUUID();
    await world.db.insert(rates).values({
      ...{ id, level: 'student', service: SPEECH, student, start_year, amount_cents: 9_000, is_draft: false },
    });
    return id;
  }
  const fileOf = async (id: string) => (await world.as('admin', 'student.read', { params: { id } })).body;
  async function merge(fields_of_merged: MergeField[] = [], body: object = {}, person: PersonName = 'admin') {
    const [one, other] = [await fileOf(stays), await fileOf(merged)];
    return world.as(person, 'student-merge.create', {
      body: {
        ...{ id: randomUUID(), stays, merged, fields_of_merged },
        ...{ stays_version: one.version, merged_version: other.version, ...body },
      },
    });
  }
  async function mergedNow(fields: MergeField[] = []): Promise<StudentMerge> {
    const answer = await merge(fields);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  const undo = (id: string, person: PersonName = 'admin') =>
    world.as(person, 'student-merge.undo', { params: { id }, version: 1 });
  const studentOf = async (table: string, id: string) => {
    const { rows } = await world.db.execute<{ student: string }>(
      sql`select student::text from ${sql.raw(table)} where id = ${id}`,
    );
    return rows[0]?.student;
  };
  const studentsOfSession = async (id: string) => {
    const { rows } = await world.db.execute<{ ids: string }>(
      sql`select array_to_string(student_ids, ' ') as ids from sessions where id = ${id}`,
    );
    return (rows[0]?.ids ?? '').split(' ');
  };
  const follows = async (person: PersonName, student: string) =>
    (await scopesOf(world.db, world.people[person].id)).includes(`student:${student}`);

  beforeEach(async () => {
    world.clock.now = new Date('2026-03-10T18:00:00.000Z');
    stays = await madeStudent();
    merged = await madeStudent({ last_name: 'Quistt', grade: '4', payer: 'Bayline Mutual', client: FAMILY });
    await assigned(stays, MOTOR, 'otto');
    await assigned(merged, SPEECH, 'paula');
  });

  test('bring everything to the record that stays, and devices hear of each record', async () => {
    const held = await session([merged]);
    const signed = await note(held, merged);
    const goal = await givenGoal(world, merged);
    const entry = {
      ...{ id: goalEntryId(signed.id, goal), soap_note: signed.id, student: merged, goal, pg_num: 1 },
      ...{ trials: 10, correct: 8, prompt_level: 'verbal', comment: '' },
    };
    expect((await world.as('paula', 'goal-entry.create', { body: entry })).status).toBe(201);
    const mother = await parent(merged);
    const price = await rate(merged, 2025);
    const series = await world.as('paula', 'calendar.create', {
      body: eventBody({
        ...{ student: merged, service: SPEECH, location: '101', recurring: true, recurring_type: 'weekly' },
        ...{ recurring_days: [2], recurring_timeframe: '2026-04-07' },
      }),
    });
    expect(series.status).toBe(201);
    const file = randomUUID();
    const at = world.clock.now.toISOString();
    await world.db.insert(attachments).values({
      ...{
        id: file,
        student: merged,
        soap_note: signed.id,
        file_name: 'a.pdf',
        content_type: 'application/pdf',
      },
      ...{ size: 1, sha256: 'a'.repeat(64), is_complete: true, uploaded_by: world.people.paula.id },
      ...{ captured_at: at, received_at: at, version: 1 },
    });
    const preview = await world.as('admin', 'student-merge.read-preview', { query: { stays, merged } });
    expect(preview.body).toMatchObject({
      moves: [
        ...['session', 'soap_note', 'goal_entry', 'goal', 'calendar_event', 'student_service', 'parent'],
        ...['attachment', 'rate'],
      ].map((entity) => ({ entity, rows: 1 })),
      ...{ series: 1, sessions_of_both: 0, services_of_both: [], rates_left: 0, refusals: [] },
    });

    const done = await mergedNow(['payer', 'client']);
    expect(done.moves).toEqual(preview.body.moves);
    expect(await studentsOfSession(held.id)).toEqual([stays]);
    for (const [table, id] of [
      ['soap_notes', signed.id],
      ['goal_entries', entry.id],
      ['goals', goal],
      ['calendar_events', series.body.id],
      ['parents', mother.id],
      ['attachments', file],
      ['rates', price],
    ] as const) {
      expect(await studentOf(table, id), table).toBe(stays);
    }
    expect(await fileOf(stays)).toMatchObject({
      ...{ payer: 'Bayline Mutual', client: FAMILY, last_name: 'Quist', grade: '3' },
      services: [SPEECH, MOTOR].sort(),
      providers: [world.people.paula.id, world.people.otto.id].sort(),
    });
    expect(await fileOf(merged)).toMatchObject({
      archived: true,
      merged_into: stays,
      services: [],
      providers: [],
    });
    // Who had either student has the one that stays, and the pointer with it.
    expect(await follows('paula', stays)).toBe(true);
    expect(await follows('otto', stays)).toBe(true);
    expect(await follows('paula', merged)).toBe(false);
    const { paula, otto } = world.people;
    const supervised = [`supervised:${paula.id}`, `supervised:${otto.id}`];
    expect(await world.placesOf(merged)).toEqual(
      [
        ...['-org:fy2025', `-student:${merged}`, 'org', `student:${stays}`],
        ...[`service:${SPEECH}`, `service:${MOTOR}`, ...supervised],
      ].sort(),
    );
    expect(await world.placesOf(stays)).toEqual(
      ['org', `student:${stays}`, `service:${SPEECH}`, `service:${MOTOR}`, ...supervised].sort(),
    );
    expect(await world.placesOf(mother.id)).toEqual([`-student:${merged}`, `student:${stays}`]);
    expect((await world.auditOf(mother.id)).at(-1)).toMatchObject({
      ...{ action: 'parent.update', details: { fields: ['student'], student: stays } },
    });
    for (const [one, other] of [
      [stays, merged],
      [merged, stays],
    ] as const) {
      expect(await world.auditOf(one)).toContainEqual(
        expect.objectContaining({ action: 'student.merge', details: { student: other } }),
      );
    }
  });

  test('every table that names a student takes part', async () => {
    const { rows } = await world.db.execute<{ name: string }>(
      sql`select distinct table_name as name from information_schema.columns
        where table_schema = 'public' and column_name in ('student', 'student_ids')
          -- Which files a device follows isn't about the record: it ends when the record is archived.
          and table_name <> 'follows' order by 1`,
    );
    // Invoices and claims stay as they were sent: billing follows the pointer.
    // Transfers say whom the days of that record were billed to.
    const links = [
      ...['claim_entries', 'invoice_lines', 'student_providers', 'student_services', 'student_transfers'],
    ];
    const expected = [...MOVED_ENTITIES.map((entity) => tableFacts(entity).name), ...links].sort();
    expect(rows.map(({ name }) => name)).toEqual(expected);
  });

  test('keep signatures valid, and count a session of both once', async () => {
    await assigned(stays, SPEECH, 'paula');
    const both = await session([stays, merged], { setting: 'group' });
    const alone = await session([merged]);
    const signed = await note(alone, merged);
    expect((await signs(world, 'paula', signed)).status).toBe(200);
    const preview = await world.as('admin', 'student-merge.read-preview', { query: { stays, merged } });
    expect(preview.body).toMatchObject({ sessions_of_both: 1, services_of_both: ['Speech'] });
    const { id } = await mergedNow();
    expect(await studentsOfSession(both.id)).toEqual([stays]);
    const read = await world.as('paula', 'soap.list-of-student', { params: { id: stays } });
    expect(read.body).toMatchObject([{ id: signed.id, student: stays, state: 'signed' }]);
    expect((await undo(id)).status).toBe(200);
    expect((await studentsOfSession(both.id)).sort()).toEqual([stays, merged].sort());
    expect(await studentsOfSession(alone.id)).toEqual([merged]);
  });

  test('leave a rate behind if the record that stays has one for the same', async () => {
    const [own, other, later] = [await rate(stays, 2024), await rate(merged, 2024), await rate(merged, 2026)];
    const preview = await world.as('admin', 'student-merge.read-preview', { query: { stays, merged } });
    expect(preview.body.rates_left).toBe(1);
    await mergedNow();
    expect(await studentOf('rates', own)).toBe(stays);
    expect(await studentOf('rates', other)).toBe(merged);
    expect(await studentOf('rates', later)).toBe(stays);
  });

  test('what a device sends about the archived record arrives at the one that stays', async () => {
    const before = sessionApart(world, { student_ids: [merged], notes: 'offline' });
    const mother = randomUUID();
    await mergedNow();
    const sent = await world.as('paula', 'session.create', { body: before });
    expect(sent).toMatchObject({ status: 201, body: { student_ids: [stays], notes: 'offline' } });
    const contact = await world.as('paula', 'parent.create', {
      params: { id: merged },
      body: {
        ...{ id: mother, student: merged, first_name: 'Alma', last_name: 'Q', relationship: 'mother' },
        ...{ email: '', phone: '', language: 'en', is_primary: true },
      },
    });
    expect(contact).toMatchObject({ status: 201, body: { student: stays } });
    const event = await world.as('paula', 'calendar.create', { body: eventBody({ student: merged }) });
    expect(event).toMatchObject({ status: 201, body: { student: stays } });
  });

  test('undone, what a device sent since about the archived record goes back to it', async () => {
    const [held, both] = [
      sessionApart(world, { student_ids: [merged] }),
      sessionApart(world, { student_ids: [stays, merged] }),
    ];
    const { id } = await mergedNow();
    await session([stays]);
    for (const body of [held, both]) {
      expect(
        (await world.as('admin', 'session.create', { body: { ...body, provider: world.people.paula.id } }))
          .status,
      ).toBe(201);
    }
    const [told] = (await world.as('admin', 'student-merge.list', { params: { id: stays } })).body;
    expect(told?.since?.added).toEqual([{ entity: 'session', rows: 1 }]);
    expect(await studentsOfSession(both.id)).toEqual([stays]);
    expect((await undo(id)).status).toBe(200);
    expect(await studentsOfSession(held.id)).toEqual([merged]);
    expect((await studentsOfSession(both.id)).toSorted()).toEqual([stays, merged].toSorted());
  });

  test('what is written during the merge is either moved with it or sees the pointer', async () => {
    const bodies = Array.from({ length: 8 }, () => sessionApart(world, { student_ids: [merged] }));
    const writes = bodies.map((body) => world.as('paula', 'session.create', { body }));
    const answers = await Promise.all([...writes.slice(0, 4), merge(), ...writes.slice(4)]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    for (const { id } of bodies) expect(await studentsOfSession(id)).toEqual([stays]);
  });

  test('the archived record can’t be changed or restored', async () => {
    await mergedNow();
    const { version } = await fileOf(merged);
    for (const name of ['student.update', 'student.set-archived'] as const) {
      const body = name === 'student.update' ? { grade: '5' } : { archived: false };
      const answer = await world.as('admin', name, { params: { id: merged }, version, body });
      expect(answer).toMatchObject({ status: 409, body: { code: 'student.merged' } });
    }
  });

  test('undone, everything goes back as it is now, and what was added or edited since stays', async () => {
    const held = await session([merged]);
    const written = await note(held, merged);
    const mother = await parent(merged);
    const { id } = await mergedNow(['grade', 'payer']);
    await changes(world, 'paula', 'soap.update', { params: { id: written.id }, body: { plan: 'Later.' } });
    const added = await parent(stays, false);
    const late = await session([stays]);
    const { version } = await fileOf(stays);
    const edit = { params: { id: stays }, version, body: { grade: '5' } };
    expect((await world.as('admin', 'student.update', edit)).status).toBe(200);
    const [told] = (await world.as('admin', 'student-merge.list', { params: { id: merged } })).body;
    expect(told).toMatchObject({
      ...{ id, stays: { id: stays, name: 'Ida Quist' }, merged: { id: merged, name: 'Ida Quistt' } },
      ...{ undo_until: '2026-04-09', undone_at: null },
      since: {
        changed: [{ entity: 'soap_note', rows: 1 }],
        added: [
          { entity: 'session', rows: 1 },
          { entity: 'parent', rows: 1 },
        ],
        fields: ['grade'],
      },
    });

    expect(await undo(id)).toMatchObject({
      status: 200,
      body: { since: null, undone_at: expect.any(String) },
    });
    expect(await fileOf(stays)).toMatchObject({ grade: '5', payer: '', providers: [world.people.otto.id] });
    expect(await fileOf(merged)).toMatchObject({
      ...{ archived: false, merged_into: null, services: [SPEECH], providers: [world.people.paula.id] },
    });
    expect(await studentsOfSession(held.id)).toEqual([merged]);
    expect(await studentOf('soap_notes', written.id)).toBe(merged);
    expect(await studentOf('parents', mother.id)).toBe(merged);
    expect(await studentOf('parents', added.id)).toBe(stays);
    expect(await studentsOfSession(late.id)).toEqual([stays]);
    expect(await follows('paula', merged)).toBe(true);
    expect(await follows('paula', stays)).toBe(false);
    const { paula, otto } = world.people;
    expect(await world.placesOf(merged)).toEqual(
      [
        ...['-org:fy2025', `-student:${stays}`, `-service:${MOTOR}`, `-supervised:${otto.id}`],
        ...['org', `student:${merged}`, `service:${SPEECH}`, `supervised:${paula.id}`],
      ].sort(),
    );
    expect(await undo(id)).toMatchObject({ status: 422, body: { fields: { merge: expect.any(String) } } });
  });

  test('of two primary contacts the one of the record that stays is kept; undone, both students have theirs', async () => {
    const primaries = async () => {
      const lists = await Promise.all(
        [stays, merged].map((id) => world.as('admin', 'parent.list', { params: { id } })),
      );
      return lists.map(({ body }) => body.filter(({ is_primary }) => is_primary).map(({ id }) => id));
    };
    const [own, other] = [await parent(stays), await parent(merged)];
    const { id } = await mergedNow();
    expect(await primaries()).toEqual([[own.id], []]);
    expect((await undo(id)).status).toBe(200);
    expect(await primaries()).toEqual([[own.id], [other.id]]);

    const gone = await world.as('admin', 'parent.delete', { params: { id: own.id }, version: own.version });
    expect(gone.status).toBe(204);
    await mergedNow();
    expect(await primaries()).toEqual([[other.id], []]);
  });

  test('a note written since for a moved session goes back with the session', async () => {
    const held = await session([merged]);
    const { id } = await mergedNow();
    const written = await note({ ...held, student_ids: [stays] }, stays);
    expect((await undo(id)).status).toBe(200);
    expect(await studentOf('soap_notes', written.id)).toBe(merged);
  });

  test('merged twice in a row, old addresses lead to the last one; the later merge is undone first', async () => {
    const first = await mergedNow();
    const [old, middle] = [merged, stays];
    merged = middle;
    stays = await madeStudent();
    const second = await mergedNow();
    expect(await fileOf(old)).toMatchObject({ merged_into: stays });
    expect((await undo(first.id)).status).toBe(422);
    expect((await undo(second.id)).status).toBe(200);
    expect(await fileOf(old)).toMatchObject({ merged_into: middle });
    expect((await undo(first.id)).status).toBe(200);
    expect(await fileOf(old)).toMatchObject({ merged_into: null, archived: false });
  });

  test('are refused if the versions moved on, one was merged before, or both have a note for one session', async () => {
    expect((await merge([], { stays_version: 99 })).status).toBe(412);
    await assigned(stays, SPEECH, 'paula');
    const both = await session([stays, merged], { setting: 'group' });
    await note(both, stays);
    await note(both, merged);
    expect(await merge()).toMatchObject({
      status: 422,
      body: { fields: { merged: expect.stringContaining('03/10/2026') } },
    });
    const copy = await madeStudent();
    [stays, merged] = [await madeStudent(), copy];
    await mergedNow();
    stays = await madeStudent();
    expect((await merge()).status).toBe(422);
    const same = await world.as('admin', 'student-merge.read-preview', { query: { stays, merged: stays } });
    expect(same.status).toBe(422);
  });

  test('can be undone for 30 days', async () => {
    const { id } = await mergedNow();
    world.clock.now = new Date('2026-04-10T18:00:00.000Z');
    const [told] = (await world.as('admin', 'student-merge.list', { params: { id: stays } })).body;
    expect(told?.since).toBeNull();
    expect((await undo(id)).status).toBe(422);
  });

  test('only the office merges', async () => {
    for (const person of personNames.filter((name) => name !== 'admin' && name !== 'superadmin')) {
      expect((await merge([], {}, person)).status).toBe(403);
      expect((await undo(randomUUID(), person)).status).toBe(403);
    }
    expect((await undo(randomUUID())).status).toBe(404);
  });
});
