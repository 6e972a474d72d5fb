import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleKinds } from '#tests/support/database.ts';
import { sessionBody } from './api-world.ts';
import { eventBody } from './calendar-bodies.ts';
import { type OfficeWorld, openOfficeWorld, SPEECH } from './office-world.ts';

/** The nights of 2026 on which clocks change. */
const SPRING = '2026-03-08';

describe.each(ruleKinds)('the night when clocks go forward, on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const times = (start_time: string, end_time: string, minutes: number) => ({
    ...{ session_date: SPRING, start_time, end_time },
    ...{ scheduled_minutes: minutes, actual_minutes: minutes, direct_minutes: minutes, indirect_minutes: 0 },
  });

  test.each<[string, string, number, number, string[]]>([
    ['01:30', '03:30', 60, 201, []],
    ['01:30', '02:30', 60, 422, ['end_time']],
    ['02:30', '03:30', 60, 422, ['start_time']],
  ])(
    'a session from %s to %s of %i minutes is answered with %i',
    async (start, end, minutes, status, fields) => {
      const answer = await world.as('paula', 'session.create', {
        body: sessionBody({ service: SPEECH, student: world.anna }, times(start, end, minutes)),
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(Object.keys(status === 201 ? {} : ((answer.body as { fields?: object }).fields ?? {}))).toEqual(
        fields,
      );
    },
  );

  test.each<[string, string, number, number, string[]]>([
    ['01:30', '03:30', 60, 201, []],
    ['01:30', '03:30', 120, 422, ['duration']],
    ['02:30', '03:30', 60, 422, ['event_start_time']],
    ['01:30', '02:30', 60, 422, ['event_end_time']],
  ])(
    'an event from %s to %s of %i minutes is answered with %i',
    async (start, end, duration, status, fields) => {
      const answer = await world.as('paula', 'calendar.create', {
        body: eventBody({
          ...{ event_start_date: SPRING, event_start_time: start },
          ...{ event_end_date: SPRING, event_end_time: end, duration },
        }),
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(Object.keys(status === 201 ? {} : ((answer.body as { fields?: object }).fields ?? {}))).toEqual(
        fields,
      );
    },
  );
});
