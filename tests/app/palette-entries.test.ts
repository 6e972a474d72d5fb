import { describe, expect, test } from 'vitest';
import { type PaletteReader, paletteGroups } from '#app/shell/palette-entries.ts';
import { followRecent, recentPlaces } from '#app/shell/recent-places.ts';
import { SHORTCUTS } from '#app/shell/shortcuts.ts';

const PEOPLE = {
  students: [
    studentOf('s1', 'Mia Reyes', { grade: '3' }),
    studentOf('s2', 'Mia Arroyo', { grade: '4', archived: true }),
  ],
  providers: [
    { id: 'p1', provider_first: 'Mia', provider_last: 'Chen', archived: false },
    { id: 'p2', provider_first: 'Mia', provider_last: 'Gone', archived: true },
  ],
  clients: [
    { id: 'c1', name: 'Mia Valley District', active: 1 as const },
    { id: 'c2', name: 'Mia Family', active: 0 as const },
  ],
  schools: [
    { id: '101', name: 'Kestrel Hill School' },
    { id: '102', name: 'Copper Hill School' },
  ],
};

function studentOf(id: string, name: string, changes: object = {}) {
  const [first_name = '', last_name = ''] = name.split(' ');
  const unknown = { grade: '', location: null, client: null, date_of_birth: null };
  return { id, first_name, last_name, archived: false, ...unknown, ...changes };
}

function found(role: string, words: string, recent: readonly string[] = [], here = '/home') {
  const isProvider = '234'.includes(role);
  const reader: PaletteReader = {
    ...{ role, grants: [], isProvider, isInvited: false, user_id: 'me', emp: 'w2_nonexempt' },
    provider_id: isProvider ? 'me' : null,
  };
  const groups = paletteGroups(reader, PEOPLE, { words, recent, here });
  return new Map(groups.map(({ heading, entries }) => [heading, entries.map(({ label }) => label)]));
}

describe('the command palette', () => {
  test.each([
    ['0', ['Mia Reyes', 'Mia Arroyo'], ['Mia Chen', 'Mia Gone'], ['Mia Valley District', 'Mia Family']],
    ['1', ['Mia Reyes', 'Mia Arroyo'], ['Mia Chen', 'Mia Gone'], ['Mia Valley District', 'Mia Family']],
    ['2', ['Mia Reyes'], undefined, undefined],
    ['3', ['Mia Reyes'], ['Mia Chen'], ['Mia Valley District']],
    ['4', ['Mia Reyes'], ['Mia Chen'], undefined],
  ])(
    'finds for role %s the people whom it can open, archived ones last',
    (role, students, providers, clients) => {
      const groups = found(role, 'mia');
      expect([groups.get('Students'), groups.get('Providers'), groups.get('Clients')]).toEqual([
        ...[students, providers, clients],
      ]);
    },
  );

  test('finds names without their accents, by each of their parts', () => {
    const reader: PaletteReader = {
      ...{ role: '1', grants: [], isProvider: false, isInvited: false, user_id: 'me', emp: 'w2_exempt' },
      provider_id: null,
    };
    const student = studentOf('s4', 'Inés Muñoz-Reyes', { grade: '2' });
    const people = { ...PEOPLE, students: [student] };
    const heads = (words: string) =>
      paletteGroups(reader, people, { words, recent: [], here: '/home' }).map(({ heading }) => heading);
    for (const words of ['ines', 'MUNOZ', 'reyes inés', 'muñoz-reyes']) {
      expect([words, heads(words)]).toEqual([words, ['Students']]);
    }
    expect(heads('nes')).toEqual([]);
    expect(heads('%')).toEqual([]);
  });

  test.each<[string, object, object, string, string]>([
    ['grade', { grade: '3' }, { grade: '11' }, 'Grade 3', 'Grade 11'],
    [
      'school, where the grade is the same',
      { grade: '3', location: '101' },
      { grade: '3', location: '102' },
      ...(['Kestrel Hill School', 'Copper Hill School'] as const),
    ],
    ['client', { client: 'c1' }, { client: 'c2' }, 'Mia Valley District', 'Mia Family'],
    [
      'no more than it takes',
      { grade: '3', location: '101' },
      { grade: '4', location: '102' },
      ...(['Grade 3', 'Grade 4'] as const),
    ],
    [
      'what is known of one of them',
      { grade: '3', location: '101' },
      { location: '101' },
      ...(['Grade 3', 'Kestrel Hill School'] as const),
    ],
    [
      'year of birth, where the rest is the same',
      { grade: '3', date_of_birth: '2016-05-17' },
      { grade: '3', date_of_birth: '2017-01-02' },
      ...(['Born 2016', 'Born 2017'] as const),
    ],
    [
      'the end of their records, after what is known',
      { grade: '3', location: '101', date_of_birth: '2016-05-17' },
      { grade: '3', location: '101', date_of_birth: '2016-05-17' },
      ...([
        'Grade 3 · Kestrel Hill School · Record s3',
        'Grade 3 · Kestrel Hill School · Record s4',
      ] as const),
    ],
    ['the end of their records, where nothing is known', {}, {}, 'Record s3', 'Record s4'],
    [
      'grade, also of one who is archived',
      { grade: '3' },
      { grade: '4', archived: true },
      ...(['Grade 3', 'Archived · Grade 4'] as const),
    ],
  ])('tells students of one name apart by %s', (_, one, other, ...details) => {
    const reader: PaletteReader = {
      ...{ role: '1', grants: [], isProvider: false, isInvited: false, user_id: 'me', emp: 'w2_exempt' },
      provider_id: null,
    };
    const students = [
      studentOf('s5', 'Mia Zamora', { grade: '3', location: '101' }),
      studentOf('s6', 'Mia Adler', { archived: true }),
      studentOf('s3', 'Mia Reyes', one),
      studentOf('s4', 'Mia Reyes', other),
    ];
    const people = { ...PEOPLE, students };
    const [found] = paletteGroups(reader, people, { words: 'mia', recent: [], here: '/home' });
    const said = found?.entries.map(({ label, detail }) => [label, detail]) ?? [];
    expect(said.filter(([label]) => label === 'Mia Reyes').map(([, detail]) => detail)).toEqual(details);
    // Only where it is needed, and archived ones stay last.
    expect(said.find(([label]) => label === 'Mia Zamora')).toEqual(['Mia Zamora', undefined]);
    expect(said.findIndex(([label]) => label === 'Mia Adler')).toBe('archived' in other ? 2 : 3);
  });

  test('finds by the beginnings of words, in any order', () => {
    expect(found('1', 'rey mi').get('Students')).toEqual(['Mia Reyes']);
    expect(found('1', 'eyes').get('Students')).toBeUndefined();
  });

  test.each([
    ['0', ['Add student', 'Add client', 'Add provider', 'Invite user', 'New message']],
    ['1', ['Add student', 'Add client', 'Add provider', 'New message']],
    ['2', ['Add session', 'Add lunch', 'Add event']],
    ['3', ['Add session', 'Add lunch', 'Add event']],
    ['4', ['Add session', 'Add lunch', 'Add event']],
  ])('offers role %s its actions', (role, actions) => {
    expect(found(role, '').get('Actions')).toEqual(actions);
  });

  test('opens areas of Admin by name, for who may open them', () => {
    expect(found('1', 'audit').get('Screens')).toEqual(['Audit log']);
    expect(found('3', 'audit').get('Screens')).toBeUndefined();
  });

  test('begins with what was opened last, but not with what is open or out of reach', () => {
    const recent = ['/clients', '/clients/info/c1/mia-valley', '/students/info/s1', '/students/info/other'];
    const places = [...recent, '/admin/audit', '/providers/info/p1', '/home'];
    expect(found('1', '', places, '/clients').get('Recent')).toEqual([
      ...['Mia Valley District', 'Mia Reyes', 'Audit log', 'Mia Chen', 'Home'],
    ]);
    expect(found('4', '', places).get('Recent')).toEqual(['Mia Reyes', 'Mia Chen']);
    expect(found('1', 'mia', places).has('Recent')).toBe(false);
  });
});

test('places that were opened are kept by person, latest first, and once', () => {
  localStorage.clear();
  let tell: () => void = () => undefined;
  const history = {
    location: { pathname: '/home' },
    subscribe(listener: () => void) {
      tell = listener;
      return () => undefined;
    },
  };
  followRecent(history as never, 'me');
  for (const pathname of ['/clients/', '/students/info/s1', '/clients']) {
    history.location = { pathname };
    tell();
  }
  expect(recentPlaces('me')).toEqual(['/clients', '/students/info/s1', '/home']);
  expect(recentPlaces('another')).toEqual([]);
  localStorage.setItem('caseload-recent-me', '{broken');
  expect(recentPlaces('me')).toEqual([]);
});

test('the list of shortcuts names each key of a place once', () => {
  for (const { place, keys } of SHORTCUTS) {
    expect([place, new Set(keys.map(([pressed]) => pressed)).size]).toEqual([place, keys.length]);
  }
});
