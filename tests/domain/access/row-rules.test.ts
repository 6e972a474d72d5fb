import { describe, expect, test } from 'vitest';
import { holdsSoapNotes } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import {
  type Actor,
  mayChangeEvent,
  mayChangeOwnDay,
  mayChangeSession,
  mayChangeStudentNote,
  mayCoSign,
  maySeeEvent,
  maySeeLunch,
  maySeeSession,
  maySeeSoapNote,
  maySeeStudent,
  maySeeUnsynced,
  maySeeWaitingWrite,
  mayWriteSoapNote,
} from '#domain/access/row-rules.ts';
import { memberScope } from '#domain/access/scope-parts.ts';
import {
  scopesOfActor,
  scopesOfClient,
  scopesOfEvent,
  scopesOfOwnDay,
  scopesOfSession,
  scopesOfSoapNote,
  scopesOfStudent,
  scopesOfStudentFile,
  scopesOfTimesheet,
} from '#domain/access/scopes.ts';

function actor(role: string, changes: Partial<Actor> = {}): Actor {
  return {
    user_id: 'me',
    provider_id: role === '0' || role === '1' ? null : 'me',
    role,
    grants: [],
    service_ids: new Set(['speech']),
    student_ids: new Set(['mine']),
    supervisee_ids: new Set(['trainee']),
    ...changes,
  };
}

const ALL_CODES = [...Object.values(ROLES), '9'];
function allowedTo(rule: (person: Actor) => boolean): string {
  return ALL_CODES.filter((role) => rule(actor(role))).join('');
}

describe('access to a session', () => {
  test.each([
    ['my own', { provider: 'me', service: 'other' }, '012349', '012349'],
    ["another's in my service", { provider: 'other', service: 'speech' }, '013', '013'],
    ["another's in another service", { provider: 'other', service: 'other' }, '01', '01'],
    ["another's without a service", { provider: 'other', service: null }, '01', '01'],
    ["my supervisee's", { provider: 'trainee', service: 'other' }, '014', '01'],
    ["my supervisee's in my service", { provider: 'trainee', service: 'speech' }, '0134', '013'],
  ])('%s', (_, session, readers, changers) => {
    expect(allowedTo((person) => maySeeSession(person, session))).toBe(readers);
    expect(allowedTo((person) => mayChangeSession(person, session))).toBe(changers);
  });

  test('is denied to office staff without a provider id', () => {
    const clerk = actor(ROLES.provider, { provider_id: null });
    expect(maySeeSession(clerk, { provider: 'me', service: null })).toBe(false);
  });
});

describe('access to a SOAP note', () => {
  test.each([
    ['one of my own', { provider: 'me', service: 'speech' }, '012349', '2349', ''],
    ["another's in my service", { provider: 'other', service: 'speech' }, '013', '', '3'],
    ["another's in another service", { provider: 'other', service: 'motor' }, '01', '', ''],
    ["my supervisee's", { provider: 'trainee', service: 'motor' }, '014', '', '4'],
    ["my supervisee's in my service", { provider: 'trainee', service: 'speech' }, '0134', '', '34'],
  ])('%s', (_, note, readers, writers, coSigners) => {
    expect(allowedTo((person) => maySeeSoapNote(person, note))).toBe(readers);
    expect(allowedTo((person) => mayWriteSoapNote(person, note))).toBe(writers);
    expect(allowedTo((person) => mayCoSign(person, note))).toBe(coSigners);
  });
});

describe('access to a student', () => {
  const student = { id: 'other', archived: false, services: ['motor'], providers: ['somebody'] };
  test.each([
    ['assigned to me', { ...student, id: 'mine' }, '012349'],
    ['of my service', { ...student, services: ['motor', 'speech'] }, '013'],
    ["of my supervisee's", { ...student, providers: ['trainee'] }, '014'],
    ['of others', student, '01'],
    ['assigned to me, but archived', { ...student, id: 'mine', archived: true }, '01'],
    ['of my service, but archived', { ...student, services: ['speech'], archived: true }, '01'],
  ])('%s', (_, row, roles) => {
    expect(allowedTo((person) => maySeeStudent(person, row))).toBe(roles);
  });
});

describe("access to a note in a student's file", () => {
  test.each([
    ['its author may change it', 'me', '012349'],
    ["only the office may change someone else's note", 'other', '01'],
    ["a supervisor may not change a supervisee's note", 'trainee', '01'],
  ])('%s', (_, provider, roles) => {
    expect(allowedTo((person) => mayChangeStudentNote(person, { provider }))).toBe(roles);
  });
});

describe("access to a row of one person's day", () => {
  test.each([
    ['mine', 'me', ['other'], '012349', '012349'],
    ["another provider's in my service", 'other', ['speech'], '01', '013'],
    ["my supervisee's", 'trainee', ['motor'], '01', '014'],
    ["a stranger's", 'stranger', ['motor'], '01', '01'],
  ])('%s', (_, provider, services, changers, readers) => {
    expect(allowedTo((person) => mayChangeOwnDay(person, { provider }))).toBe(changers);
    expect(allowedTo((person) => maySeeLunch(person, { provider }, services))).toBe(readers);
    expect(allowedTo((person) => maySeeUnsynced(person, { user_id: provider }, services))).toBe(readers);
  });
});

describe('access to a calendar event', () => {
  const event = { provider: 'other', service: 'motor', invites: [] as string[] };
  test.each([
    ['mine', { ...event, provider: 'me' }, '012349', '012349'],
    ["another provider's in my service", { ...event, service: 'speech' }, '013', '013'],
    ["another's that I am invited to", { ...event, invites: ['me'] }, '01', '012349'],
    ["my supervisee's", { ...event, provider: 'trainee' }, '01', '014'],
    ["a stranger's", event, '01', '01'],
    ["a stranger's without a service", { ...event, service: null }, '01', '01'],
  ])('%s', (_, row, changers, readers) => {
    expect(allowedTo((person) => mayChangeEvent(person, row))).toBe(changers);
    expect(allowedTo((person) => maySeeEvent(person, row))).toBe(readers);
  });
});

describe('scopes match the row rules', () => {
  const shares = (person: Actor, scopes: readonly string[]) => {
    const own = scopesOfActor(person, { student_ids: person.student_ids, client_ids: [] });
    return scopes.some((scope) => own.includes(memberScope(scope)));
  };
  const known = Object.values(ROLES).map((role) => actor(role));

  test('for sessions', () => {
    for (const provider of ['me', 'other', 'trainee']) {
      for (const service of ['speech', 'motor', null]) {
        for (const person of known) {
          const session = { provider, service, session_date: '2026-03-02', approval_request: 'none' };
          expect([person.role, session, shares(person, scopesOfSession(session))]).toEqual([
            person.role,
            session,
            maySeeSession(person, session),
          ]);
        }
      }
    }
  });

  test('for SOAP notes, except that the office reads those of others from the server', () => {
    for (const [provider, supervisors] of [
      ['me', ['boss']],
      ['other', ['boss']],
      ['trainee', ['me', 'boss']],
    ] as const) {
      for (const service of ['speech', 'motor']) {
        for (const person of known) {
          const note = { provider, service, supervisors };
          const written = { session_date: '2026-03-02', state: 'draft', needs_co_sign: true } as const;
          expect([person.role, note, shares(person, scopesOfSoapNote({ ...note, ...written }))]).toEqual([
            person.role,
            note,
            maySeeSoapNote(person, note) && (provider === 'me' || holdsSoapNotes(person)),
          ]);
        }
      }
    }
  });

  test("for lunch breaks and timecards, where all others ask the server for someone's", () => {
    for (const provider of ['me', 'other']) {
      for (const person of known) {
        expect(shares(person, scopesOfOwnDay({ provider }))).toBe(provider === person.user_id);
      }
    }
  });

  test('for timesheets, where leads and supervisors ask the server', () => {
    for (const provider_id of ['me', 'other']) {
      for (const person of known) {
        const sheet = { provider_id, period_start_date: '2026-03-01', status: 'approved' } as const;
        expect(shares(person, scopesOfTimesheet(sheet))).toBe(
          mayChangeOwnDay(person, { provider: provider_id }),
        );
      }
    }
  });

  test("for events, where the office, leads, and supervisors ask the server for other people's", () => {
    const event = { event_start_date: '2026-03-02', event_end_date: '2026-03-02', original_date: null };
    for (const provider of ['me', 'other']) {
      for (const invites of [[], ['me'], ['me', 'other']]) {
        for (const person of known) {
          const isOnDevice = provider === person.user_id || invites.includes('me');
          expect(shares(person, scopesOfEvent({ ...event, provider, invites }))).toBe(isOnDevice);
        }
      }
    }
    expect(scopesOfEvent({ ...event, provider: 'me', invites: ['me'] })).toEqual(['user:me:fy2025']);
  });

  test('for students, with archived ones for the office only', () => {
    const links = [
      { services: [], providers: [] },
      { services: ['motor', 'speech'], providers: ['somebody'] },
      { services: ['motor'], providers: ['trainee', 'somebody'] },
    ];
    for (const archived of [false, true]) {
      for (const id of ['mine', 'other']) {
        for (const link of links) {
          const student = { id, archived, archived_on: archived ? '2026-03-02' : null, ...link };
          for (const person of known) {
            // Archived students are on nobody's caseload.
            const holder = archived ? { ...person, student_ids: new Set<string>() } : person;
            expect(shares(holder, scopesOfStudent(student))).toBe(maySeeStudent(person, student));
          }
        }
      }
    }
  });

  test('for a record merged into another one, which goes where that student goes', () => {
    const merged = {
      id: 'old',
      archived: false,
      merged_into: 'other',
      services: ['speech'],
      providers: ['trainee'],
    };
    const readers = known.filter((person) => shares(person, scopesOfStudent(merged)));
    expect(readers.map(({ role }) => role).sort()).toEqual(['0', '1', '3', '4']);
    expect(scopesOfStudent({ ...merged, services: [], providers: [] })).toEqual(['org', 'student:other']);
    const isOver = { archived: true, archived_on: '2026-06-30' };
    expect(scopesOfStudent({ ...merged, ...isOver })).toEqual(['org:fy2025', 'student:other']);
  });

  test('for archived students, whom the office has by the fiscal year of their last day', () => {
    const student = { id: 'other', archived: true, services: [], providers: [] };
    for (const [archived_on, scope] of [
      ['2026-06-30', 'org:fy2025'],
      ['2026-07-01', 'org:fy2026'],
      // As an older server archives: until the next sweep nobody knows the day.
      [null, 'org'],
    ] as const) {
      expect(scopesOfStudent({ ...student, archived_on })).toEqual([scope, 'student:other']);
    }
  });

  test("for a student's file, which people who serve the student have, and others follow, as the office does", () => {
    for (const id of ['mine', 'other']) {
      for (const person of known) {
        expect(shares(person, scopesOfStudentFile({ student: id }))).toBe(
          id === 'mine' && !['0', '1'].includes(person.role),
        );
      }
    }
  });

  test('for clients, by the services and providers of their students', () => {
    for (const [services, providers, readers] of [
      [['speech'], [], ['0', '1', '3']],
      [['motor'], [], ['0', '1']],
      [['motor'], ['trainee'], ['0', '1', '4']],
    ] as const) {
      const scopes = scopesOfClient({ id: 'payer', services, providers });
      expect(known.filter((person) => shares(person, scopes)).map(({ role }) => role)).toEqual(readers);
    }
  });

  test('an unknown role gets no scopes', () => {
    expect(scopesOfActor(actor('9'), { student_ids: ['mine'], client_ids: ['client'] })).toEqual([]);
  });
});

describe('access to a write in quarantine', () => {
  const handedOver = {
    author: 'somebody',
    is_handed_over: true,
    author_services: ['motor'],
    services: ['motor'],
    names_visible_student: false,
  };
  test.each([
    ['handed over by someone else', handedOver, '01'],
    ['handed over by my supervisee', { ...handedOver, author: 'trainee' }, '014'],
    ['whose author is in my service', { ...handedOver, author_services: ['motor', 'speech'] }, '013'],
    ['about my service', { ...handedOver, services: ['speech'] }, '013'],
    ['about a student whom I may see', { ...handedOver, names_visible_student: true }, '013'],
    [
      'of my supervisee and service, but not handed over',
      { ...handedOver, author: 'trainee', author_services: ['speech'], is_handed_over: false },
      '01',
    ],
  ])('%s', (_, write, roles) => {
    expect(allowedTo((person) => maySeeWaitingWrite(person, write))).toBe(roles);
  });
});
