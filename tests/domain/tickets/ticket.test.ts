import { expect, test } from 'vitest';
import { NEW_TICKET, TICKET_CATEGORIES } from '#domain/tickets/ticket.ts';

test('the support categories have their codes, in the order of the support dialog', () => {
  expect(TICKET_CATEGORIES.map(({ label, code }) => [label, code])).toEqual([
    ['Bug/Issue', 1],
    ['Payroll', 4],
    ['Service/Support Request', 2],
    ['Site Requests', 3],
    ['Timecard/My Hours', 5],
  ]);
});

test('a new ticket is open and has priority 3', () => {
  expect(NEW_TICKET).toMatchObject({ priority: 3, status: 'Open' });
});
