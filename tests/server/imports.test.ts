import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportKind } from '#domain/imports/import-kinds.ts';
import { import_rows, imports } from '#server/db/schema/imports.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { student_accounts, students } from '#server/db/schema/students.ts';
import { audit_entries } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';

import type { Answered } from './api-world.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, personNames } from './office-world.ts';

type Cells = Record<string, string>;
interface Options {
  existing?: 'skip' | 'update';
  from?: number;
  is_last?: boolean;
  person?: PersonName;
}

/** Records that no other test has. */
let count = 0;
const fresh = () => {
  count += 1;
  const name = `${String.fromCharCode(65 + (count % 26))}${count}`;
  const STUDENT = {
    first_name: `Nia ${name}`,
    last_name: 'Okafor',
    district_student_id: `77${count}`,
    client: 'Quailhaven District',
  };
  const PROVIDER = {
    ...{
      provider_first: `Dana ${name}`,
      provider_last: 'Ruiz',
      email: `dana${count}@agency.example`,
      emp: 'Contractor',
    },
    services: 'Speech',
  };
  const SESSION = {
    ...{
      provider: PROVIDER.email,
      district_student_id: STUDENT.district_student_id,
      service: 'Speech',
      session_date: '9/5/2025',
    },
    ...{ start_time: '9:00 AM', actual_minutes: '30' },
  };
  return { STUDENT, PROVIDER, SESSION, name };
};

describe.each(ruleKinds)('imports on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const linesOf = (rows: readonly Cells[], from = 0) =>
    rows.map((cells, at) => ({ line: from + at + 2, cells }));
  const bodyOf = (
    of: ImportKind,
    rows: readonly Cells[],
    id: string,
    { existing = 'skip', from = 0, is_last = true }: Options,
  ) => ({
    ...{ id, kind: of, existing, file_name: `${of}.csv`, columns: { name: 'first_name' }, from, is_last },
    ...{ file_lines: rows.length, faulty: 0, lines: linesOf(rows, from) },
  });
  const check = async (of: ImportKind, rows: readonly Cells[], { existing = 'skip' }: Options = {}) => {
    const { status, body } = await world.as('superadmin', 'import.check', {
      body: { kind: of, existing, lines: linesOf(rows) },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.results;
  };
  const run = async (
    of: ImportKind,
    rows: readonly Cells[],
    options: Options = {},
    id: string = randomUUID(),
  ) => {
    const { status, body } = await world.as(options.person ?? 'superadmin', 'import.run', {
      body: bodyOf(of, rows, id, options),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const overview = async () => (await world.as('superadmin', 'import.list')).body;
  async function undo(id: string) {
    for (let before: number | null = null; ; ) {
      const { status, body }: Answered<'import.undo'> = await world.as('superadmin', 'import.undo', {
        params: { id },
        body: { before },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      if (body.next === null) return body.import;
      before = body.next;
    }
  }
  const preview = async (id: string) =>
    (await world.as('superadmin', 'import.read-undo', { params: { id } })).body;
  const everything = ({ STUDENT, PROVIDER, SESSION }: ReturnType<typeof fresh>) =>
    ({
      category: [{ name: 'Arts' }],
      service: [{ name: 'Music Therapy', category: 'Arts', default_minutes: '45' }],
      region: [{ name: 'Alder Valley', region_number: '77' }, { name: 'Alder Hills' }],
      'sub-region': [
        { region: '77', name: 'Upper' },
        { region: 'Alder Hills', name: 'Upper' },
      ],
      client: [
        { name: 'Alder School', district: 'Alder District', contact_name: 'Jo Lee', contract_start: '45839' },
        { name: 'Alder District', services: 'Music Therapy; Speech' },
      ],
      school: [
        { name: 'Heron Elementary', client: 'Alder School' },
        { name: 'Heron Elementary', client: 'Alder District', is_billable: 'No' },
      ],
      student: [
        STUDENT,
        {
          ...{ full_name: 'Bell, Amy', date_of_birth: '2016-09-05', client: 'Alder School' },
          location: 'Heron Elementary',
        },
      ],
      guardian: [
        {
          district_student_id: STUDENT.district_student_id,
          first_name: 'Elena',
          last_name: 'Okafor',
          relationship: 'Mom',
        },
      ],
      provider: [PROVIDER],
      assignment: [
        {
          ...{ student_name: `Okafor, ${STUDENT.first_name}`, service: 'Speech', provider: PROVIDER.email },
          ...{ authorised_minutes: '120', authorised_per: 'Monthly', start_date: '8/15/2025' },
        },
        {
          student_name: 'Amy Bell',
          service: 'Music Therapy',
          start_date: '2025-08-15',
          end_date: '6/5/2026',
        },
      ],
      rate: [{ service: 'Speech', amount_cents: '$98.00', start_year: '2025-2026' }],
      session: [SESSION],
      'goal-option': [
        { option_text: 'Will sing 3 of 5 notes', service: 'Music Therapy', es: 'Cantará 3 de 5 notas' },
        { option_text: 'Will sing 3 of 5 notes' },
      ],
      'plan-option': [{ option_text: 'Sing together' }],
      'extra-pay': [
        {
          ...{
            provider: PROVIDER.email,
            pay_type: 'Miles',
            pay_day: '9/5/2025',
            quantity_hundredths: '12.4',
          },
          ...{ rate_tenths: '$0.725', reason: 'Two schools' },
        },
      ],
    }) satisfies Record<ImportKind, Cells[]>;

  test('every kind goes in, is recognized the second time, and can be undone and imported again', async () => {
    const own = fresh();
    const all = everything(own);
    const ORDER = Object.keys(all) as ImportKind[];
    const before = (await overview()).counts;
    const ids: string[] = [];
    for (const of of ORDER) {
      // The device sends districts before their members.
      const rows: Cells[] = of === 'client' ? [...all.client].reverse() : all[of];
      expect(
        (await check(of, rows)).map(({ outcome }) => outcome),
        of,
      ).toEqual(rows.map(() => 'add'));
      const done = await run(of, rows);
      expect(done.results, of).toEqual(rows.map((_, at) => ({ line: at + 2, outcome: 'add', faults: [] })));
      expect(done.import).toMatchObject({
        added: rows.length,
        finished_at: expect.any(String),
        done: rows.length,
      });
      expect(
        (await check(of, rows)).map(({ outcome }) => outcome),
        of,
      ).toEqual(rows.map(() => 'exists'));
      ids.push(done.import.id);
    }
    const after = (await overview()).counts;
    for (const of of ORDER) expect(after[of] - before[of], of).toBe(all[of].length);
    // Later kinds refer to earlier ones: undoing them in the wrong order keeps what is in use.
    const idOf = (of: ImportKind) => ids[ORDER.indexOf(of)] ?? '';
    const [clients, studentImport] = [idOf('client'), idOf('student')];
    expect(await preview(studentImport)).toMatchObject({
      undoable: 0,
      kept: [
        {
          line: 2,
          title: `Okafor, ${own.STUDENT.first_name}`,
          because: expect.stringMatching(/^(parent|session|student_service)$/),
        },
        { line: 3, title: 'Bell, Amy', because: 'student_service' },
      ],
    });
    expect(await preview(clients)).toMatchObject({ kept_count: 2, undoable: 0 });
    for (const id of [...ids].reverse())
      expect(await undo(id)).toMatchObject({ remaining: 0, undone_at: expect.any(String) });
    expect((await overview()).counts).toEqual(before);
    for (const of of ORDER) {
      const rows: Cells[] = of === 'client' ? [...all.client].reverse() : all[of];
      expect((await run(of, rows)).import.added, of).toBe(rows.length);
    }
  });

  test('hire and birth dates before 2000 go in, and a year of two digits that is unlikely is named', async () => {
    const { STUDENT, PROVIDER, name } = fresh();
    const hired = { ...PROVIDER, hired_on: '8/15/98' };
    expect((await run('provider', [hired])).results).toMatchObject([{ outcome: 'add' }]);
    const { body: files } = await world.as('admin', 'provider.list-files');
    expect(files.find(({ email }) => email === PROVIDER.email)?.hired_on).toBe('1998-08-15');
    const students = [
      { ...STUDENT, date_of_birth: '9/5/1998' },
      { first_name: `Jo ${name}`, last_name: 'Short', date_of_birth: '9/5/98' },
    ];
    expect((await run('student', students)).results).toMatchObject([
      { outcome: 'add' },
      { outcome: 'faulty', faults: [expect.stringContaining("a year that isn't clear")] },
    ]);
    const { body: listed } = await world.as('admin', 'student.list');
    expect(listed.find(({ first_name }) => first_name === STUDENT.first_name)?.date_of_birth).toBe(
      '1998-09-05',
    );
  });

  test('a student gets one primary contact', async () => {
    const { STUDENT } = fresh();
    await run('student', [STUDENT]);
    const { district_student_id } = STUDENT;
    const parent = (first_name: string, is_primary: string) => ({
      ...{ district_student_id, first_name, last_name: 'Okafor', is_primary },
    });
    const rows = [parent('Elena', 'Yes'), parent('Sam', 'No'), parent('Ugo', 'Yes')];
    const refused = ['Elena Okafor is already the primary contact of this student.'];
    expect((await run('guardian', rows)).results.map(({ faults }) => faults)).toEqual([[], [], refused]);
    const again = await check('guardian', [parent('Elena', 'Yes'), parent('Sam', 'Yes')], {
      existing: 'update',
    });
    expect(again.map(({ faults }) => faults)).toEqual([[], refused]);
  });

  test.each([
    ['a primary contact chosen since then stays', true],
    ['the primary contact from before comes back', false],
  ])('undoing an import that unmarked a primary contact: %s', async (_, isChosenSince) => {
    const { STUDENT } = fresh();
    await run('student', [STUDENT]);
    const { district_student_id } = STUDENT;
    const elena = { district_student_id, first_name: 'Elena', last_name: 'Okafor' };
    await run('guardian', [{ ...elena, is_primary: 'Yes', phone: '(555) 010-0100' }]);
    const changed = await run('guardian', [{ ...elena, is_primary: 'No', phone: '(555) 010-0111' }], {
      existing: 'update',
    });
    expect(changed.import.updated).toBe(1);
    const { rows } = await world.db.execute<{ id: string; student: string }>(
      sql`select p.id, p.student from parents p join student_accounts a on a.id = p.student
        where a.district_student_id = ${String(district_student_id)}`,
    );
    const { id = '', student = '' } = rows[0] ?? {};
    if (isChosenSince) {
      const body = {
        ...{
          id: randomUUID(),
          student,
          first_name: 'Sam',
          last_name: 'Okafor',
          relationship: 'father' as const,
        },
        ...{ email: '', phone: '', language: 'en' as const, is_primary: true },
      };
      const { status } = await world.as('admin', 'parent.create', { params: { id: student }, body });
      expect(status).toBe(201);
    }
    await undo(changed.import.id);
    const { body: parents } = await world.as('admin', 'parent.list', { params: { id: student } });
    expect(parents.find((parent) => parent.id === id)).toMatchObject({
      ...{ phone: '(555) 010-0100', is_primary: !isChosenSince },
    });
    expect(parents.filter(({ is_primary }) => is_primary)).toHaveLength(1);
  });

  test('assigned services reach the providers, are updated by their rules, and are taken back again', async () => {
    const { STUDENT, PROVIDER, name } = fresh();
    await run('student', [STUDENT]);
    await run('provider', [PROVIDER]);
    const row = {
      ...{ district_student_id: STUDENT.district_student_id, service: 'speech', start_date: '9/1/2025' },
      ...{ provider: `Ruiz, Dana ${name}`, authorised_minutes: '60', authorised_per: 'week' },
    };
    const done = await run('assignment', [
      row,
      { ...row, provider: world.people.otto.email },
      { ...row, service: 'Motor', end_date: '8/1/2025', provider: '' },
      { ...row, provider: 'Nobody Here' },
      { ...row, district_student_id: '1' },
    ]);
    expect(done.results.map(({ outcome, faults }) => [outcome, ...faults])).toEqual([
      ['add'],
      ['faulty', expect.stringContaining("doesn't deliver this service")],
      ['faulty', "End date: The end date can't be before the start date."],
      ['faulty', expect.stringContaining('Nobody Here')],
      ['faulty', expect.stringContaining('the district student ID "1"')],
    ]);
    const [student] = await world.db
      .select()
      .from(student_accounts)
      .where(eq(student_accounts.district_student_id, STUDENT.district_student_id));
    const providersOf = async () =>
      (await world.as('admin', 'student.read', { params: { id: student?.id ?? '' } })).body.providers;
    expect(await providersOf()).toHaveLength(1);
    const updated = await run('assignment', [{ ...row, authorised_minutes: '90' }], { existing: 'update' });
    expect(updated.results[0]?.outcome).toBe('update');
    const minutes = async () =>
      (await world.as('admin', 'student-service.list', { params: { id: student?.id ?? '' } })).body.map(
        ({ authorised_minutes }) => authorised_minutes,
      );
    expect(await minutes()).toEqual([90]);
    await undo(updated.import.id);
    expect(await minutes()).toEqual([60]);
    // Updating and undoing changed its version: undoing the first import leaves it.
    expect((await preview(done.import.id)).kept_count).toBe(1);
  });

  test('the name and number of a merged record mean the student who stayed', async () => {
    const { STUDENT } = fresh();
    const number = `${STUDENT.district_student_id}-2`;
    await run('student', [STUDENT]);
    await run('student', [{ ...STUDENT, date_of_birth: '', client: '', district_student_id: number }]);
    const rows = await world.db.select().from(student_accounts);
    const fileOf = async (one: string) => {
      const id = rows.find(({ district_student_id }) => district_student_id === one)?.id ?? '';
      return (await world.as('admin', 'student.read', { params: { id } })).body;
    };
    const [stays, merged] = [await fileOf(STUDENT.district_student_id), await fileOf(number)];
    const body = {
      ...{ id: randomUUID(), stays: stays.id, merged: merged.id, fields_of_merged: [] },
      ...{ stays_version: stays.version, merged_version: merged.version },
    };
    expect((await world.as('admin', 'student-merge.create', { body })).status).toBe(201);
    const service = { service: 'speech', start_date: '9/1/2025' };
    const name = { student_first: stays.first_name, student_last: stays.last_name };
    const done = await run('assignment', [
      { ...service, ...name },
      { ...service, service: 'Motor', district_student_id: number },
    ]);
    expect(done.results.map(({ outcome, faults }) => [outcome, ...faults])).toEqual([['add'], ['add']]);
    const assigned = await world.as('admin', 'student-service.list', { params: { id: stays.id } });
    expect(assigned.body).toHaveLength(2);
    const again = await check('student', [{ ...STUDENT, district_student_id: number }]);
    expect(again.map(({ outcome }) => outcome)).toEqual(['exists']);
  });

  test('what would go on for an archived student is named by line; what is over is imported', async () => {
    const { STUDENT, name } = fresh();
    await run('student', [STUDENT]);
    const { district_student_id } = STUDENT;
    const row = { district_student_id, service: 'speech', start_date: '9/1/2025' };
    const [known] = await world.db
      .select()
      .from(student_accounts)
      .where(eq(student_accounts.district_student_id, district_student_id));
    const id = known?.id ?? '';
    await run('assignment', [{ ...row, end_date: '12/19/2025' }]);
    const { body: file } = await world.as('admin', 'student.read', { params: { id } });
    const archive = { params: { id }, version: file.version, body: { archived: true } };
    expect((await world.as('admin', 'student.set-archived', archive)).status, name).toBe(200);
    const lines = [
      { ...row, start_date: '1/5/2026' },
      { ...row, start_date: '1/5/2026', end_date: '2/27/2026' },
      { ...row, end_date: '6/30/2026' },
    ];
    const found = await check('assignment', lines, { existing: 'update' });
    expect(found.map(({ outcome, faults }) => [outcome, ...faults])).toEqual([
      ['faulty', 'This student is archived. Restore the student first.'],
      ['add'],
      ['faulty', 'This student is archived. Restore the student first.'],
    ]);
  });

  test('a check changes nothing, and finds what the import finds', async () => {
    const { STUDENT } = fresh();
    const rows: Cells[] = [
      STUDENT,
      { first_name: 'Anna', last_name: 'Abara', client: 'Quailhaven District', grade: '4' },
      { first_name: 'Lost', last_name: 'Child', client: 'Nobody Unified' },
      { first_name: 'Old', last_name: 'Family', client: 'Gone Family' },
      { first_name: 'Unborn', last_name: 'Child', date_of_birth: '1/1/2030' },
      { first_name: 'Wrong', last_name: 'Day', date_of_birth: '13/5/2016' },
    ];
    const count = async () => (await world.db.select().from(students)).length;
    const audits = async () => (await world.db.select().from(audit_entries)).length;
    const [known, noted] = [await count(), await audits()];
    const checked = await check('student', rows, { existing: 'update' });
    expect([await count(), await audits()]).toEqual([known, noted]);
    expect(checked.map(({ outcome }) => outcome)).toEqual([
      'add',
      'update',
      'faulty',
      'faulty',
      'faulty',
      'faulty',
    ]);
    expect(checked[2]?.faults[0]).toContain('Nobody Unified');
    expect(checked[3]?.faults[0]).toContain('archived');
    expect(checked[4]?.faults[0]).toBe("Date of birth: The date can't be in the future.");
    const done = await run('student', rows, { existing: 'update' });
    expect(done.results).toEqual(checked);
    expect(await count()).toBe(known + 1);
    const [anna] = await world.db.select().from(students).where(eq(students.id, world.anna));
    expect(anna).toMatchObject({ grade: '4', location: '101' });
    await undo(done.import.id);
    const [again] = await world.db.select().from(students).where(eq(students.id, world.anna));
    expect(again?.grade).toBe('');
    expect(await count()).toBe(known);
  });

  test('the same request twice is one import, and a chunk sent again under another key changes nothing', async () => {
    const { STUDENT } = fresh();
    const id = randomUUID();
    const first = { ...STUDENT };
    const second = { ...STUDENT, first_name: 'Obi', district_student_id: `${STUDENT.district_student_id}-2` };
    await run('student', [first], { is_last: false }, id);
    await run('student', [first], { is_last: false }, id);
    const done = await run('student', [second], { from: 1 }, id);
    expect(done.import).toMatchObject({ added: 2, done: 2, skipped: 0 });
    expect(await world.db.select().from(import_rows).where(eq(import_rows.import, id))).toHaveLength(4);
    const repeated = await run('student', [second], { from: 1 }, id);
    expect(repeated.import).toEqual(done.import);
    expect(repeated.results).toEqual([]);
    const ahead = await world.as('superadmin', 'import.run', {
      body: bodyOf('student', [first], id, { from: 5 }),
    });
    expect(ahead).toMatchObject({ status: 422, body: { fields: { from: expect.any(String) } } });
    const other = await world.as('superadmin', 'import.run', { body: bodyOf('client', [], id, {}) });
    expect(other).toMatchObject({ status: 409, body: { code: 'record.exists' } });
    await undo(id);
    const late = await world.as('superadmin', 'import.run', { body: bodyOf('student', [first], id, {}) });
    expect(late.status).toBe(403);
  });

  test('past sessions are approved history and owe nothing', async () => {
    const { STUDENT, PROVIDER, SESSION, name } = fresh();
    await run('student', [STUDENT]);
    await run('provider', [PROVIDER]);
    const done = await run('session', [
      SESSION,
      { ...SESSION, start_time: '0.4375', session_date: '40057', attendance: 'Absent' },
      {
        ...SESSION,
        start_time: '10:00',
        actual_minutes: '',
        end_time: '10:45',
        provider: `Ruiz, Dana ${name}`,
      },
      { ...SESSION, start_time: '11:00', end_time: '11:20' },
      { ...SESSION, session_date: '3/11/2026' },
      { ...SESSION, district_student_id: '999' },
      { ...SESSION, start_time: '1:00 PM', service: 'Alchemy' },
    ]);
    expect(done.results.map(({ outcome }) => outcome)).toEqual([
      ...['add', 'add', 'add', 'faulty', 'faulty', 'faulty', 'faulty'],
    ]);
    const stored = await world.db
      .select()
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.provider))
      .where(eq(users.email, PROVIDER.email))
      .orderBy(sessions.session_date, sessions.start_time);
    expect(stored.map((one) => one.sessions)).toMatchObject([
      { session_date: '2009-09-01', start_time: '10:30', attendance: 'student-absent', is_history: true },
      { session_date: '2025-09-05', start_time: '09:00', end_time: '09:30', state: 'approved' },
      { start_time: '10:00', actual_minutes: 45, late_for_payroll: false, approval_request: 'none' },
    ]);
  });

  test('what was changed or used since stays, and is named first', async () => {
    const { import: record } = await run('client', [{ name: 'Cedar District' }, { name: 'Birch School' }]);
    const [{ row_id: id } = { row_id: '' }] = await world.db
      .select()
      .from(import_rows)
      .where(
        sql`${import_rows.import} = ${record.id} and ${import_rows.line} = 2 and ${import_rows.entity} = 'client_account'`,
      );
    const changed = await world.as('admin', 'client.update', {
      ...{ params: { id }, version: 1, body: { name: 'Cedar Unified' } },
    });
    expect(changed.status).toBe(200);
    expect(await preview(record.id)).toEqual({
      ...{ undoable: 1, kept_count: 1 },
      kept: [{ line: 2, title: 'Cedar Unified', because: 'changed' }],
    });
    expect(await undo(record.id)).toMatchObject({ remaining: 1 });
    const names = (await world.as('admin', 'client.list-all')).body.map(({ name }) => name);
    expect(names).toContain('Cedar Unified');
    expect(names).not.toContain('Birch School');
  });

  test('imported providers get no email, can be invited, and stay once they have a password', async () => {
    const { PROVIDER } = fresh();
    const { import: record } = await run('provider', [PROVIDER]);
    const [user] = await world.db.select().from(users).where(eq(users.email, PROVIDER.email));
    expect(world.mails).toEqual([]);
    expect((await preview(record.id)).undoable).toBe(1);
    await world.db
      .update(users)
      .set({ password_hash: 'chosen' })
      .where(eq(users.id, user?.id ?? ''));
    expect(await preview(record.id)).toMatchObject({
      undoable: 0,
      kept: [{ because: 'changed', title: `Ruiz, ${PROVIDER.provider_first}` }],
    });
  });

  test('text that looks like a formula, and naughty strings, come back as they were', async () => {
    const strings = [
      '=1+1',
      '@SUM(A1)',
      "Robert'); drop table students;--",
      '‮evil',
      'Ω≈ç√ 田中 👩‍🏫',
      '{"a": "b\\"}',
    ];
    const rows = strings.map((text, at) => ({
      ...{ first_name: text, last_name: text, case_manager: text, district_student_id: String(900 + at) },
    }));
    await run('student', rows);
    const stored = await world.db.select().from(student_accounts).where(sql`district_student_id like '90%'`);
    expect(stored.map(({ case_manager }) => case_manager).sort()).toEqual([...strings].sort());
  });

  test('each row is in the audit with its import, and the import as a whole', async () => {
    const { STUDENT } = fresh();
    const { import: record } = await run('student', [STUDENT]);
    const entries = await world.db.select().from(audit_entries).orderBy(audit_entries.id);
    const own = entries.filter(({ details }) => details.import === record.id);
    expect(own.map(({ action }) => action).sort()).toEqual(['student.create', 'student_account.create']);
    expect(await world.auditOf(record.id)).toMatchObject([
      { action: 'import.finish', details: { kind: 'student', added: 1, changed: 0 } },
    ]);
    const told = await world.as('admin', 'audit.list', {
      query: { start_date: '2000-01-01', end_date: '2099-12-31' },
    });
    const imported = { kind: 'student', file_name: record.file_name, started_at: record.started_at };
    const ofImport = told.body.entries.filter(
      ({ details, row_id }) => details.import === record.id || row_id === record.id,
    );
    expect(ofImport.map((entry) => entry.imported)).toEqual([imported, imported, imported]);
    expect(told.body.entries.find(({ action }) => action === 'auth.login')?.imported ?? null).toBeNull();
    await undo(record.id);
    expect((await world.auditOf(record.id)).map(({ action }) => action)).toEqual([
      'import.finish',
      'import.undo',
    ]);
  });

  test('remembers the columns of the last files, and who imported what', async () => {
    const { STUDENT } = fresh();
    const id = (await run('student', [STUDENT])).import.id;
    const { imports: listed, columns } = await overview();
    expect(columns.student).toEqual({ name: 'first_name' });
    expect(listed).toContainEqual(
      expect.objectContaining({ id, kind: 'student', file_name: 'student.csv', added: 1, remaining: 1 }),
    );
    expect(await world.db.select().from(imports)).toHaveLength(listed.length);
  });

  test('lists that the office keeps are imported with their own rules', async () => {
    const id = randomUUID();
    const [valley, hills] = [`Valley ${id}`, `Hills ${id}`];
    const number = id.slice(0, 8);
    await run('region', [{ name: valley, region_number: number }, { name: hills }]);
    expect(
      (await check('region', [{ name: hills, region_number: number }], { existing: 'update' }))[0]?.faults,
    ).toEqual([`Region number: ${number} is already the number of ${valley}.`]);
    const numbered = await run('region', [{ name: hills.toUpperCase(), region_number: `${number}b` }], {
      existing: 'update',
    });
    expect(numbered.results).toMatchObject([{ outcome: 'update' }]);
    expect((await check('sub-region', [{ region: 'Nowhere', name: 'Upper' }]))[0]?.faults).toEqual([
      'Region: No region is named "Nowhere". Import regions first, or correct the name.',
    ]);
    // All that a line says is what it is recognized by.
    await run('sub-region', [{ region: hills, name: 'Upper' }]);
    expect(
      (await run('sub-region', [{ region: hills, name: 'upper' }], { existing: 'update' })).results,
    ).toMatchObject([{ outcome: 'exists' }]);
    const { body: regions } = await world.as('admin', 'region.list');
    const known = regions.find(({ name }) => name === valley);
    await world.as('admin', 'region.update', {
      ...{ params: { id: known?.id ?? '' }, version: known?.version ?? 0, body: { archived: true } },
    });
    expect((await check('region', [{ name: valley }]))[0]?.faults).toEqual([
      `"${valley}" is archived. Restore it under Services, regions, and locations.`,
    ]);
    const goal = { option_text: `Says ${id}`, es: 'Dice' };
    await run('goal-option', [goal]);
    expect((await run('goal-option', [goal], { existing: 'update' })).results).toMatchObject([
      { outcome: 'same' },
    ]);
    const translated = await run('goal-option', [{ ...goal, es: 'Habla' }], { existing: 'update' });
    const stored = async () =>
      (await world.as('admin', 'goal-option.list')).body.find(
        ({ option_text }) => option_text === goal.option_text,
      );
    expect(await stored()).toMatchObject({ translations: { es: 'Habla' }, service: null });
    await undo(translated.import.id);
    expect(await stored()).toMatchObject({ translations: { es: 'Dice' } });
    const row = await stored();
    await world.as('admin', 'goal-option.update', {
      params: { id: row?.id ?? '' },
      body: { archived: true },
      version: row?.version ?? 0,
    });
    expect((await check('goal-option', [goal]))[0]?.faults).toEqual([
      'Text: this goal is archived. Restore it in SOAP options, under Goals.',
    ]);
  });

  test('the people who keep a list import its files, and undo them', async () => {
    const kinds: [ImportKind, PersonName[]][] = [
      ['region', ['superadmin', 'admin']],
      ['school', ['superadmin', 'admin']],
      ['goal-option', ['superadmin', 'admin', 'lead']],
    ];
    for (const [of, allowed] of kinds) {
      for (const person of personNames) {
        const id = randomUUID();
        const cells = { name: `One of ${id}`, ...(of === 'goal-option' && { option_text: `Goal ${id}` }) };
        const { status } = await world.as(person, 'import.run', { body: bodyOf(of, [cells], id, {}) });
        expect(status, `${of} by ${person}`).toBe(allowed.includes(person) ? 201 : 403);
        if (status !== 201) continue;
        const back = await world.as(person, 'import.undo', { params: { id }, body: { before: null } });
        expect(back.status, `${of} undone by ${person}`).toBe(200);
      }
    }
  });

  test('only super admins move an organization in', async () => {
    const { STUDENT } = fresh();
    for (const person of personNames) {
      if (person === 'superadmin') continue;
      const { status } = await world.as(person, 'import.run', {
        body: bodyOf('student', [STUDENT], randomUUID(), {}),
      });
      expect(status, person).toBe(403);
    }
  });
});
