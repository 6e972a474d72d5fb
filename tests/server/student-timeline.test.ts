import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import { TIMELINE_KINDS } from '#domain/students/student-timeline.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  FAMILY,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  SPEECH,
  sessionApart,
} from './office-world.ts';
import { givenNote, signs } from './soap-world.ts';

const SECRET = 'Nobody else may read this.';

describe.each(ruleKinds)("a student's timeline on %s", (kind) => {
  let world: OfficeWorld;
  const ask = (person: PersonName, query: Record<string, string> = {}) =>
    world.as(person, 'student.read-timeline', { params: { id: world.anna }, query });
  const whats = async (person: PersonName, query: Record<string, string> = {}) =>
    (await ask(person, { limit: '500', ...query })).body.entries.map(({ what }) => what);
  const made = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };

  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    const params = { id: world.anna };
    const { paula, otto } = world.people;
    const assigned = {
      provider: paula.id,
      service: SPEECH,
      authorised_minutes: 120,
      authorised_per: 'month',
    };
    for (const [start_date, end_date] of [
      ['2025-08-15', '2025-12-31'],
      ['2026-01-01', null],
    ]) {
      const body = { id: randomUUID(), ...assigned, start_date, end_date };
      await made(world.as('admin', 'student-service.create', { params, body }));
    }
    const other = {
      ...assigned,
      provider: otto.id,
      service: MOTOR,
      start_date: '2026-02-01',
      end_date: null,
    };
    const motorId = randomUUID();
    await made(world.as('admin', 'student-service.create', { params, body: { id: motorId, ...other } }));
    const fewer = { params: { id: motorId }, version: 1, body: { authorised_minutes: 90 } };
    await made(world.as('admin', 'student-service.update', fewer));
    const days = { event_start_date: '2026-03-16', event_end_date: '2026-03-16' };
    const weekly = { recurring: true, recurring_type: 'weekly', recurring_timeframe: '4' };
    const series = eventBody({
      student: world.anna,
      service: SPEECH,
      meeting_notes: SECRET,
      ...days,
      ...weekly,
    });
    await made(world.as('paula', 'calendar.create', { body: series }));
    const motor = sessionApart(world, { provider: otto.id, service: MOTOR, session_date: '2026-03-05' });
    await made(world.as('admin', 'session.create', { body: motor }));
    const note = await givenNote(world, 'paula', { subjective: SECRET });
    await made(signs(world, 'paula', note));
    const parent = {
      ...{
        id: randomUUID(),
        student: world.anna,
        first_name: 'Ada',
        last_name: 'Abara',
        relationship: 'mother',
      },
      ...{ email: '', phone: '', language: 'en', is_primary: true },
    };
    await made(world.as('paula', 'parent.create', { params, body: parent }));
    const remark = { id: randomUUID(), student: world.anna, note_date: '2026-03-10', note: SECRET };
    await made(world.as('paula', 'student-note.create', { params, body: remark }));
    const dates = { grade: '4', iep_annual_date: '2026-10-01', consent_date: '2026-01-08' };
    await made(world.as('admin', 'student.update', { params, version: 1, body: dates }));
    const transfer = {
      id: randomUUID(),
      client: FAMILY,
      location: null,
      start_date: '2026-03-20',
      continued: [],
    };
    await made(world.as('admin', 'student-transfer.create', { params, body: transfer }));
  });
  afterAll(() => world.close());

  test('shows everything in one stream, newest first, planned days too', async () => {
    const { body } = await ask('admin', { limit: '500' });
    const shown = body.entries.filter(({ what }) => what !== 'change');
    expect(shown.map(({ what, at }) => `${at.slice(0, 10)} ${what}`)).toEqual([
      '2026-10-01 date',
      '2026-03-20 transfer',
      '2026-03-19 service-end',
      '2026-03-19 service-end',
      '2026-03-16 series-end',
      '2026-03-16 series-begin',
      ...['parent-add', 'note-sign', 'file-note'].map((what) => `2026-03-10 ${what}`),
      '2026-03-10 session',
      '2026-03-05 session',
      '2026-02-01 service-begin',
      '2026-01-08 date',
      '2026-01-01 service-renew',
      '2025-08-15 service-begin',
    ]);
    expect(shown.find(({ what }) => what === 'service-renew')).toMatchObject({
      ...{ service_name: 'Speech', minutes: 120, per: 'month', until: '2026-03-19', is_day: true },
    });
    expect(shown.find(({ what }) => what === 'transfer')).toMatchObject({
      ...{ name: 'Abara Family', former_name: 'Quailhaven District' },
    });
    const grade = body.entries.find(({ changes }) => changes !== null && 'grade' in changes);
    expect(grade).toMatchObject({ what: 'change', entity: 'student', changes: { grade: ['', '4'] } });
    const fewer = body.entries.find(({ changes }) => changes !== null && 'authorised_minutes' in changes);
    expect(fewer).toMatchObject({
      what: 'change',
      entity: 'student_service',
      service_name: 'Motor',
      name: null,
    });
    expect(body.next).toBeNull();
  });

  test.each(['1', '2', '3'])('comes in pages of %s that make up the whole, none twice', async (limit) => {
    const { body } = await ask('admin', { limit: '500' });
    const pageOf = async (position: Record<string, string> = {}) => {
      const page = (await ask('admin', { limit, ...position })).body;
      expect(page.entries.length).toBeLessThanOrEqual(Number(limit));
      return page;
    };
    const first = await pageOf();
    const found: TimelineEntry[] = [...first.entries];
    for (let after = first.next; after !== null; ) {
      const page = await pageOf({ after });
      expect(page.previous).toBeNull();
      found.push(...page.entries);
      after = page.next;
    }
    for (let before = first.previous; before !== null; ) {
      const page = await pageOf({ before });
      expect(page.next).toBeNull();
      found.unshift(...page.entries);
      before = page.previous;
    }
    expect(found).toEqual(body.entries);
  });

  test('begins with the next days and what was until today, however much is further ahead', async () => {
    const services = [];
    for (const month of ['04', '05', '06', '07', '08', '09']) {
      const body = {
        ...{ id: randomUUID(), provider: null, service: MOTOR, authorised_minutes: null },
        ...{ authorised_per: 'month', start_date: `2027-${month}-02`, end_date: `2027-${month}-20` },
      };
      await made(world.as('admin', 'student-service.create', { params: { id: world.anna }, body }));
      services.push(body.id);
    }
    const { body: page } = await ask('admin', { kind: 'services', limit: '6' });
    expect(page.entries.map(({ at }) => at.slice(0, 10))).toEqual([
      '2027-04-02',
      '2026-03-19',
      '2026-03-19',
      '2026-02-01',
      '2026-01-01',
      '2025-08-15',
    ]);
    expect(page.next).toBeNull();
    const { body: later } = await ask('admin', { kind: 'services', limit: '2', before: page.previous ?? '' });
    expect(later.entries.map(({ at }) => at.slice(0, 10))).toEqual(['2027-05-02', '2027-04-20']);
    for (const id of services) {
      await made(world.as('admin', 'student-service.delete', { params: { id }, version: 1 }));
    }
  });

  test('is filtered by kind and days', async () => {
    expect(await whats('admin', { kind: 'sessions' })).toEqual(['session', 'session']);
    expect(await whats('admin', { kind: 'dates', start_date: '2026-01-08', end_date: '2026-01-08' })).toEqual(
      ['date'],
    );
    const all = await whats('admin');
    const each: string[] = [];
    for (const one of TIMELINE_KINDS) each.push(...(await whats('admin', { kind: one })));
    expect(each.sort()).toEqual(all.sort());
  });

  test.each<[PersonName, string[]]>([
    ['paula', ['session']],
    ['lead', ['session']],
    ['otto', ['session']],
    ['admin', ['session', 'session']],
  ])(
    'shows %s the sessions and notes of their rules, and what is of the office to the office',
    async (person, sessions) => {
      const all = await whats(person);
      expect(all.filter((what) => what === 'session')).toEqual(sessions);
      const isOffice = person === 'admin';
      expect(all.includes('note-sign')).toBe(person !== 'otto');
      expect(all.includes('transfer')).toBe(isOffice);
      expect(all.includes('change')).toBe(isOffice);
      expect(all).toContain('parent-add');
      expect(await whats(person, { kind: 'record' })).toEqual(isOffice ? ['transfer'] : []);
    },
  );

  test('never has what notes say, and is refused to people without a role', async () => {
    expect(JSON.stringify((await ask('admin', { limit: '500' })).body)).not.toContain(SECRET);
    // He supervises Otto, who has the student too.
    expect((await ask('sven')).status).toBe(200);
    expect((await ask('stray')).status).toBe(403);
  });

  test('is recorded in the access record of the student, page by page', async () => {
    const reads = async () =>
      (await world.auditOf(world.anna)).filter(({ action }) => action === 'student.read-timeline').length;
    const before = await reads();
    await ask('paula', { limit: '1' });
    expect(await reads()).toBe(before + 1);
  });

  test('refuses a position that it never gave', async () => {
    for (const position of ['x', '2026-13-01T00:00:00.000Z_a', "2026-03-01T00:00:00.000Z_a' or 1=1"]) {
      for (const field of ['after', 'before']) {
        expect(await ask('admin', { [field]: position })).toMatchObject({
          status: 422,
          body: { fields: { [field]: expect.any(String) } },
        });
      }
    }
    const place = '2026-03-01T00:00:00.000Z_a';
    expect(await ask('admin', { after: place, before: place })).toMatchObject({ status: 422 });
  });

  test('tells of a record that was archived, restored, and merged', async () => {
    const body = { stays: world.anna, merged: world.ben };
    const versions = { stays_version: 0, merged_version: 0 };
    for (const id of [world.anna, world.ben]) {
      const { body: file } = await world.as('admin', 'student.read', { params: { id } });
      versions[id === world.anna ? 'stays_version' : 'merged_version'] = file.version;
    }
    const merge = { id: randomUUID(), ...body, ...versions, fields_of_merged: [] };
    await made(world.as('admin', 'student-merge.create', { body: merge }));
    await made(world.as('admin', 'student-merge.undo', { params: { id: merge.id } }));
    const { body: file } = await world.as('admin', 'student.read', { params: { id: world.anna } });
    const params = { id: world.anna };
    await made(
      world.as('admin', 'student.set-archived', { params, version: file.version, body: { archived: true } }),
    );
    expect((await whats('admin', { kind: 'record' })).sort()).toEqual([
      'archive',
      'merge',
      'transfer',
      'undo-merge',
    ]);
    expect((await ask('paula')).status).toBe(404);
  });
});
