import { expect, test } from 'vitest';
import { type ClientUses, clientProblems, clientSlug, usesWords } from '#domain/clients/client-rules.ts';

const client = { id: 'a', district: null, contacts: [], contract_start: null, contract_end: null };
const unused: ClientUses = {
  students: 0,
  transfers: 0,
  sessions: 0,
  locations: 0,
  closures: 0,
  members: 0,
  invoices: 0,
  rates: 0,
  conditions: 0,
  messages: 0,
};

test('a client with a name alone has no problems', () => {
  expect(clientProblems(client)).toEqual({});
});

test('a client is not its own district', () => {
  expect(clientProblems({ ...client, district: 'a' })).toHaveProperty('district');
});

test('a contact has a name, and an email address that can be written to or none', () => {
  const contacts = [{ name: 'Noor Haddad', email: '' }];
  expect(clientProblems({ ...client, contacts })).toEqual({});
  const wrong = [...contacts, { name: 'Leo Park', email: 'leo at school' }];
  expect(clientProblems({ ...client, contacts: wrong }).contacts).toContain('Leo Park');
  expect(clientProblems({ ...client, contacts: [{ name: ' ', email: '' }] })).toHaveProperty('contacts');
});

test('a contract ends on or after the day it starts', () => {
  const days = { contract_start: '2026-07-01', contract_end: '2026-07-01' };
  expect(clientProblems({ ...client, ...days })).toEqual({});
  expect(clientProblems({ ...client, ...days, contract_end: '2026-06-30' })).toHaveProperty('contract_end');
});

test('what refers to a client is listed in words', () => {
  expect(usesWords(unused)).toBe('');
  expect(usesWords({ ...unused, students: 1 })).toBe('1 student');
  expect(usesWords({ ...unused, transfers: 2, messages: 1 })).toBe('2 transfers and 1 message');
  expect(usesWords({ ...unused, students: 12, sessions: 1_340, members: 1 })).toBe(
    '12 students, 1,340 sessions and 1 client of this district',
  );
});

test.each([
  ['Redbark Valley Unified School District', 'redbark-valley-unified-school-district'],
  ["  Peña & Sons' Family ", 'pena-sons-family'],
  ['株式会社', 'client'],
  ['../admin', 'admin'],
])('%s is named %s in an address', (name, slug) => {
  expect(clientSlug(name)).toBe(slug);
});
