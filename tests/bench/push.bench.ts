import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import type { PushedWrite } from '#contract/sync.ts';
import { dayPlus, timePlusMinutes } from '#domain/time/pacific.ts';
import { type ApiWorld, openApiWorld, sessionBody } from '#tests/server/api-world.ts';
import { databaseKinds } from '#tests/support/database.ts';

const BATCH = 50;
const BATCHES = 10;
/** Writes in one transaction compared with separate ones, and statements for a batch of creations. */
const BARS = { lunch: { ratio: 5 }, session: { ratio: 4 }, statements: 10 };
const FIRST_DAY = '2026-01-05';

describe.each(databaseKinds)('batches of writes on %s', (kind) => {
  let world: ApiWorld;
  let statements = 0;
  let token: string;
  let caseload: { service: string; student: string };
  let made = 0;
  beforeAll(async () => {
    const hear = () => {
      statements += 1;
    };
    world = await openApiWorld(kind, { hear });
    const person = await world.addPerson();
    caseload = await world.addCaseload(person);
    token = (await world.signIn(person)).token;
  });
  afterAll(() => world.close());

  const write = (endpoint: EndpointName, body: unknown): PushedWrite => ({
    ...{ write_id: randomUUID(), endpoint, endpoint_version: endpointNamed(endpoint).offline?.version ?? 1 },
    ...{ params: {}, body, base_version: null, depends_on: [], captured_at: world.clock.now.toISOString() },
  });
  /** Days and times that no other write uses; eight sessions a day, back to back. */
  const makers = {
    lunch: () => {
      made += 1;
      const day = dayPlus(FIRST_DAY, made % 60);
      const lunch_start_time = `${day}T${timePlusMinutes('08:00', Math.floor(made / 60) * 5)}:00.000Z`;
      return write('lunch.create', {
        id: randomUUID(),
        ...{ lunch_start_time, lunch_duration: 5, calendar_event_id: randomUUID() },
      });
    },
    session: () => {
      made += 1;
      const start_time = timePlusMinutes('00:00', (Math.floor(made / 60) * 20) % 1400);
      const times = { start_time, end_time: timePlusMinutes(start_time, 30) };
      return write(
        'session.create',
        sessionBody(caseload, { ...times, session_date: dayPlus(FIRST_DAY, made % 60) }),
      );
    },
  };
  /** A timesheet needs its own transaction, so its whole batch runs one by one. This one is refused. */
  const alone = () => write('timesheet.submit', {});

  async function push(writes: readonly PushedWrite[]): Promise<void> {
    const { status, body } = await world.call('sync.push', {
      token,
      body: {
        device: {
          ...{ device_id: randomUUID(), device_now: world.clock.now.toISOString(), app_version: '1.0.0' },
          ...{ unsent_count: 0, unsent_since: null },
        },
        writes,
      },
    });
    expect(status).toBe(200);
    const refused = body.answers.filter((answer) => answer.status >= 300);
    expect(refused.length, JSON.stringify(refused[0])).toBe(writes.length === BATCH ? 0 : 1);
  }

  async function timed(make: () => PushedWrite, isApart: boolean) {
    const writes = Array.from({ length: isApart ? BATCH - 2 : BATCH }, make);
    if (isApart) writes.push(alone());
    const before = statements;
    const began = performance.now();
    await push(writes);
    const creations = isApart ? writes.length - 1 : writes.length;
    return { ms: (performance.now() - began) / creations, statements: statements - before };
  }

  test.each(['lunch', 'session'] as const)('%s', async (entity) => {
    const make = makers[entity];
    await timed(make, false);
    await timed(make, true);
    const took = { together: [] as number[], apart: [] as number[] };
    let most = 0;
    for (let at = 0; at < BATCHES; at += 1) {
      const together = await timed(make, false);
      took.together.push(together.ms);
      most = Math.max(most, together.statements);
      took.apart.push((await timed(make, true)).ms);
    }
    const [together, apart] = [mean(took.together), mean(took.apart)];
    console.log(
      `push on ${kind}, ${entity}: ${apart.toFixed(2)} ms each one by one, ${together.toFixed(2)} ms in batches of ${BATCH}, ` +
        `ratio ${(apart / together).toFixed(1)}, at most ${most} statements a batch`,
    );
    expect(most).toBeLessThanOrEqual(BARS.statements);
    expect(apart / together).toBeGreaterThanOrEqual(BARS[entity].ratio);
  });
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
