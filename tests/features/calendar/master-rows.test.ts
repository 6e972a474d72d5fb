import { expect, test } from 'vitest';
import type { Provider } from '#contract/catalog.ts';
import type { Entry } from '#features/calendar/calendar-entries.ts';
import { freeProviders, shownProviders } from '#features/calendar/master/master-rows.ts';

const provider = (id: string, change: Partial<Provider> = {}): Provider => ({
  id,
  provider_first: id,
  provider_last: id,
  credentials: '',
  needs_co_sign: false,
  services: ['slp'],
  supervisors: [],
  archived: false,
  version: 1,
  ...change,
});
const PROVIDERS = [
  provider('ben'),
  provider('ana', { services: ['ot'] }),
  provider('cal', { archived: true }),
];

const entry = (change: Partial<Entry>, invites: string[] = []) =>
  ({
    provider: 'ben',
    day: '2026-03-10',
    start: 540,
    end: 600,
    skipped: null,
    occurrence: { event: { invites } },
    ...change,
  }) as unknown as Entry;

test.each([
  ['all that are active, by name', {}, ['ana', 'ben']],
  ['of a service', { service: 'slp' }, ['ben']],
  ['one', { provider: 'ana' }, ['ana']],
  ['with something for a client', { client: 'district' }, ['ben']],
])('shows %s', (_name, filter, expected) => {
  expect(shownProviders(PROVIDERS, filter, [entry({})]).map(({ id }) => id)).toEqual(expected);
});

test.each([
  ['nothing on the day', [entry({ day: '2026-03-11' })], ['ben', 'ana']],
  ['one is busy', [entry({})], ['ana']],
  ['what is skipped takes no time', [entry({ skipped: 'Holiday' })], ['ben', 'ana']],
  ['who is invited is busy too', [entry({}, ['ana'])], []],
])('free: %s', (_name, entries, expected) => {
  const free = freeProviders(PROVIDERS.slice(0, 2), entries, '2026-03-10', '09:30', '10:30');
  expect(free.map(({ id }) => id)).toEqual(expected);
});
