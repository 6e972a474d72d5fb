import { expect, test } from 'vitest';
import { type ClientTransfer, clientOnDay, transferDayProblems } from '#domain/students/client-days.ts';

const april: ClientTransfer = {
  ...{ from_client: 'a', to_client: 'b', start_date: '2026-04-01', is_applied: true },
};
const june: ClientTransfer = {
  ...{ from_client: 'b', to_client: 'c', start_date: '2026-06-01', is_applied: true },
};
const waiting = { ...june, is_applied: false };

test.each<[string, string | null, ClientTransfer[], string, string | null]>([
  ['without transfers, the one that the student names', 'a', [], '2026-03-01', 'a'],
  ['before a transfer, the former one', 'b', [april], '2026-03-31', 'a'],
  ['from its day on, the new one', 'b', [april], '2026-04-01', 'b'],
  ['between two transfers', 'c', [june, april], '2026-05-31', 'b'],
  ['before both', 'c', [june, april], '2026-03-31', 'a'],
  ['before one that waits', 'b', [april, waiting], '2026-05-31', 'b'],
  ['after one that waits although its day has come', 'b', [april, waiting], '2026-06-02', 'c'],
  ['before the first client', 'b', [{ ...april, from_client: null }], '2026-03-31', null],
])('the client of a day: %s', (_, client, transfers, day, expected) => {
  expect(clientOnDay(client, transfers, day)).toBe(expected);
});

test.each([
  ['2026-02-06', true],
  ['2026-02-07', false],
  ['2027-03-11', false],
  ['2027-03-12', true],
])('a transfer on %s, entered on 03/10/2026, is refused: %s', (day, isRefused) => {
  expect('start_date' in transferDayProblems(day, '2026-03-10')).toBe(isRefused);
});
