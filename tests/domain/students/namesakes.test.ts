import { expect, test } from 'vitest';
import { choiceHint, type Namesake, namesakeHints } from '#domain/students/namesakes.ts';

const SCHOOLS = [{ id: '101', name: 'Kestrel Hill School' }];

const anna = (id: string, changes: Partial<Namesake> = {}): Namesake => ({
  ...{ id, first_name: 'Anna', last_name: 'Quint', grade: '', location: null, client: null },
  ...{ date_of_birth: null },
  ...changes,
});

function hintsOf(...students: readonly Namesake[]): string[] {
  const hints = namesakeHints(students, { schools: SCHOOLS, clients: [] });
  return students.map(({ id }) => (hints.get(id) ?? []).join(' · '));
}

test('a student without namesakes has no hint', () => {
  expect(hintsOf(anna('aaaa'), { ...anna('bbbb'), first_name: 'Ben' })).toEqual(['', '']);
});

test('only those that nothing else tells apart have the end of their record', () => {
  const [one, two] = ['0194-1111', '0194-2222'];
  expect(
    hintsOf(anna(one, { grade: '3' }), anna(two, { grade: '3' }), anna('0194-3333', { grade: '4' })),
  ).toEqual(['Grade 3 · Record 1111', 'Grade 3 · Record 2222', 'Grade 4']);
});

test('the day of birth is never said, only its year', () => {
  const hints = hintsOf(
    anna('a', { date_of_birth: '2016-05-17' }),
    anna('b', { date_of_birth: '2017-05-17' }),
  );
  expect(hints).toEqual(['Born 2016', 'Born 2017']);
});

test('a choice says nothing twice', () => {
  expect(choiceHint(['Grade 3', undefined, false, ''], ['Grade 3', 'Record 1111'])).toEqual({
    hint: 'Grade 3 · Record 1111',
  });
  expect(choiceHint([undefined])).toEqual({});
});
