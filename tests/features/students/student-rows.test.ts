import { describe, expect, test } from 'vitest';
import { filteredRows } from '#contract/report-files/chosen-rows.ts';
import type { Student } from '#contract/student.ts';
import { ownStudents } from '#features/students/student-list.tsx';
import { type RowFacts, studentRows } from '#features/students/student-rows.ts';
import { ownStudentSearch, tabSearch } from '#features/students/student-search.ts';

const student = (id: string, changes: Partial<Student> = {}): Student => ({
  id,
  first_name: 'Maya',
  last_name: 'Rivera',
  grade: '2',
  archived: false,
  date_of_birth: null,
  home_language: 'es',
  qualifications: [],
  client: 'district',
  location: 'kestrel',
  services: ['speech'],
  providers: ['me'],
  version: 1,
  ...changes,
});

const session = (id: string, student_ids: string[], session_date: string) => ({
  id,
  student_ids,
  session_date,
  provider: 'me',
  service: 'speech',
  start_time: '09:00',
  attendance: 'delivered' as const,
  scheduled_minutes: 30,
  actual_minutes: 30,
  changeDuration: false,
  approval_request: 'none' as const,
  is_unsent: false,
});

const facts: RowFacts = {
  services: [
    {
      id: 'speech',
      name: 'Speech',
      short_name: 'SP',
      category: '',
      default_minutes: 30,
      is_billable: true,
      archived: false,
      version: 1,
    },
  ],
  locations: [
    { id: 'kestrel', name: 'Kestrel Hill', client: null, is_billable: true, archived: false, version: 1 },
  ],
  clients: [
    { id: 'district', name: 'Quailhaven', active: 1, needs_codes: false, makeup_windows: [], version: 1 },
  ],
  providers: new Map(),
  students: new Map(),
  own: 'me',
  assigned: [
    {
      id: 'a',
      student: 'maya',
      service: 'speech',
      provider: 'me',
      authorised_minutes: 1_200,
      authorised_per: 'month',
      start_date: '2026-01-01',
      end_date: '2026-03-10',
      version: 1,
    },
  ],
  sessions: [
    session('s0', ['maya'], '2026-01-05'),
    session('s1', ['maya'], '2026-03-09'),
    session('s2', ['maya', 'leo'], '2026-03-02'),
  ],
  since: '2026-02-01',
  notes: [{ student: 'maya', session: 's2', state: 'signed' }],
  planned: [
    { student: 'maya', service: 'speech', day: '2026-03-12', time: '08:00' },
    { student: 'maya', service: 'speech', day: '2026-03-11', time: '10:00' },
  ],
  today: '2026-03-10',
};
const rows = studentRows([student('maya'), student('leo', { first_name: 'Leo', services: [] })], facts);

describe('a student in the list', () => {
  test('has the names, the next and last session, and what is due', () => {
    expect(rows.find(({ student }) => student.id === 'maya')).toMatchObject({
      name: 'Rivera, Maya',
      school: 'Kestrel Hill',
      client: 'Quailhaven',
      services: 'Speech',
      authorized: '1,200 min/month',
      left: '1,140 min this month',
      leastLeft: 1_140,
      next: '2026-03-11 10:00',
      last: '2026-03-09 09:00',
      due: 1,
    });
  });

  test('says by how much the authorization is exceeded', () => {
    const assigned = facts.assigned.map((row) => ({ ...row, authorised_minutes: 20 }));
    const [row] = studentRows([student('maya')], { ...facts, assigned });
    expect([row?.left, row?.leastLeft]).toEqual(['40 min over this month', -40]);
  });

  test('names the service of each limit, and what is left only of services that the user delivers', () => {
    const [speech] = facts.services;
    const [limit] = facts.assigned;
    if (speech === undefined || limit === undefined)
      throw new Error('The facts have a service and its limit.');
    const [row] = studentRows([student('maya', { services: ['speech', 'motor'] })], {
      ...facts,
      services: [speech, { ...speech, id: 'motor', name: 'Motor', short_name: 'OT' }],
      assigned: [
        limit,
        { ...limit, id: 'b', service: 'motor', authorised_minutes: 60, authorised_per: 'week' },
        { ...limit, id: 'c', service: 'motor', authorised_minutes: null },
        { ...limit, id: 'd', service: 'motor', authorised_minutes: 90, provider: 'another' },
      ],
    });
    expect(row?.authorized).toBe('SP: 1,200 min/month, OT: 60 min/week, OT: 90 min/month');
    expect(row?.left).toBe('SP: 1,140 min this month, OT: 60 min this week');
  });

  test('is sorted by name, in the list and in its file', () => {
    expect(rows.map(({ name }) => name)).toEqual(['Rivera, Leo', 'Rivera, Maya']);
  });

  test('has no authorization once that has ended', () => {
    const [row] = studentRows([student('maya')], { ...facts, today: '2026-03-11' });
    expect(row?.authorized).toBe('');
  });

  test.each([
    [{}, ['leo', 'maya']],
    [{ search: 'kestrel maya' }, ['maya']],
    [{ search: 'nobody' }, []],
    [{ service: 'speech' }, ['maya']],
    [{ school: 'other' }, []],
    [{ due: true as const }, ['leo', 'maya']],
  ])('is found by %j', (filter, expected) => {
    expect(filteredRows(ownStudents, rows, filter).map((row) => row.student.id)).toEqual(expected);
  });
});

test('the URL keeps only known values that are set', () => {
  expect(ownStudentSearch({ search: 'maya', sort: '-due', due: true, service: '', page: 3 })).toEqual({
    search: 'maya',
    sort: '-due',
    due: true,
  });
  expect([tabSearch({ tab: 'goals' }), tabSearch({ tab: 'overview' }), tabSearch({ tab: 'x' })]).toEqual([
    { tab: 'goals' },
    {},
    {},
  ]);
});

test('an authorization that is nearly used up or ends today is announced, until it has ended', () => {
  const [maya] = rows.filter(({ student }) => student.id === 'maya');
  expect(maya?.alerts).toEqual(['SP: Ends today']);
  const used = studentRows([student('maya')], {
    ...facts,
    assigned: facts.assigned.map((row) => ({ ...row, authorised_minutes: 60, end_date: null })),
  });
  expect(used[0]?.alerts).toEqual(['SP: Used up']);
  const ended = studentRows([student('maya')], { ...facts, planned: [], today: '2026-03-11' });
  expect(ended[0]?.alerts).toEqual([]);
  const narrowed = filteredRows(ownStudents, [...rows, ...ended], { minutes: true });
  expect(narrowed.map(({ alerts }) => alerts)).toEqual([['SP: Ends today']]);
});

test('an authorization that has ended is announced while the user has sessions of its service afterward', () => {
  const on = (changes: Partial<RowFacts>, students = [student('maya')]) =>
    studentRows(students, { ...facts, today: '2026-03-13', ...changes })[0]?.alerts;
  expect(on({ planned: [] })).toEqual([]);
  expect(on({ planned: facts.planned.map((one) => ({ ...one, day: '2026-03-16' })) })).toEqual([
    'SP: Ended 03/10/2026',
  ]);
  const late = session('late', ['maya'], '2026-03-12');
  expect(on({ planned: [], sessions: [late] })).toEqual(['SP: Ended 03/10/2026']);
  expect(on({ planned: [], sessions: [{ ...late, attendance: 'no-show' as const }] })).toEqual([]);
  expect(on({ planned: [], sessions: [{ ...late, service: 'motor' }] })).toEqual([]);
  expect(on({ planned: [], sessions: [late] }, [student('maya', { archived: true })])).toEqual([]);
});

test('minutes of a week that are used up as planned are no alert in a list', () => {
  const weekly = facts.assigned.map((row) => ({
    ...{ ...row, authorised_minutes: 30, end_date: null },
    authorised_per: 'week' as const,
  }));
  const [maya] = studentRows([student('maya')], { ...facts, assigned: weekly });
  expect([maya?.left, maya?.alerts]).toEqual(['0 min this week', []]);
});
