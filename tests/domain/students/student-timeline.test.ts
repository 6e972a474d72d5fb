import { describe, expect, test } from 'vitest';
import { type ServiceStretch, serviceEvents } from '#domain/students/student-timeline.ts';

const row = (
  id: string,
  days: string,
  { provider = 'sam', service = 'speech' }: Partial<ServiceStretch> = {},
): ServiceStretch => {
  const [start_date = '', end_date = ''] = days.split('..');
  return { id, service, provider, start_date, end_date: end_date === '' ? null : end_date };
};
const told = (rows: ServiceStretch[]) =>
  serviceEvents(rows).map(({ what, day, row: { id }, former }) =>
    [what.replace('service-', ''), day, id, ...(former === null ? [] : [`after ${former.id}`])].join(' '),
  );

describe('the timeline of assigned services', () => {
  test.each<[string, ServiceStretch[], string[]]>([
    ['one that goes on', [row('a', '2025-08-15..')], ['begin 2025-08-15 a']],
    ['one that ends', [row('a', '2025-08-15..2026-06-12')], ['begin 2025-08-15 a', 'end 2026-06-12 a']],
    [
      'a renewal after the summer',
      [row('b', '2026-08-15..'), row('a', '2025-08-15..2026-06-12')],
      ['begin 2025-08-15 a', 'end 2026-06-12 a', 'renew 2026-08-15 b after a'],
    ],
    [
      'a renewal from the next day on, which ends nothing',
      [row('a', '2025-07-01..2026-06-30'), row('b', '2026-07-01..')],
      ['begin 2025-07-01 a', 'renew 2026-07-01 b after a'],
    ],
    [
      'a substitute and the way back',
      [
        row('a', '2025-07-01..2026-02-28'),
        row('b', '2026-03-01..2026-03-31', { provider: 'dana' }),
        row('c', '2026-04-01..'),
      ],
      ['begin 2025-07-01 a', 'move 2026-03-01 b after a', 'move 2026-04-01 c after b'],
    ],
    [
      'two services, which have nothing to do with each other',
      [row('a', '2025-07-01..2025-12-31'), row('b', '2026-01-01..', { service: 'motor' })],
      ['begin 2025-07-01 a', 'end 2025-12-31 a', 'begin 2026-01-01 b'],
    ],
  ])('tells %s', (_, rows, expected) => {
    expect(told(rows)).toEqual(expected);
  });
});
