import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import type { PushedWrite } from '#contract/sync.ts';
import { dayPlus, timePlusMinutes } from '#domain/time/pacific.ts';
import { type ApiWorld, openApiWorld, sessionBody } from '#tests/server/api-world.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { quantile } from './bench-world.ts';

const BATCH = 50;
const ROUNDS = 44;
/** What the audit may add to a batch of writes. */
const MOST_SHARE = 0.25;
const FIRST_DAY = '2026-01-05';

/**
 * The same batches with the audit's entries stored, and thrown away by a rule of the database: the difference is what
 * the database does for them. The server builds them both times.
 */
describe.each(databaseKinds)('the audit of batches on %s', (kind) => {
  let world: ApiWorld;
  let token: string;
  let caseload: { service: string; student: string };
  let made = 0;
  beforeAll(async () => {
    world = await openApiWorld(kind);
    const person = await world.addPerson();
    caseload = await world.addCaseload(person);
    token = (await world.signIn(person)).token;
  });
  afterAll(() => world.close());

  const write = (endpoint: EndpointName, changes: Partial<PushedWrite>): PushedWrite => ({
    ...{ write_id: randomUUID(), endpoint, endpoint_version: endpointNamed(endpoint).offline?.version ?? 1 },
    ...{ params: {}, body: {}, base_version: null, depends_on: [] },
    ...{ captured_at: world.clock.now.toISOString(), ...changes },
  });
  const aSession = () => {
    made += 1;
    const start_time = timePlusMinutes('00:00', (Math.floor(made / 60) * 20) % 1400);
    const times = { start_time, end_time: timePlusMinutes(start_time, 30) };
    return sessionBody(caseload, { ...times, session_date: dayPlus(FIRST_DAY, made % 60) });
  };

  async function push(writes: readonly PushedWrite[]): Promise<number> {
    const began = performance.now();
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
    const ms = (performance.now() - began) / writes.length;
    expect(status).toBe(200);
    expect(body.answers.filter((answer) => answer.status >= 300)).toEqual([]);
    return ms;
  }

  const keepEntries = async (isKept: boolean) => {
    await world.db.execute(
      isKept
        ? sql`drop rule if exists thrown_away on audit_entries`
        : sql`create or replace rule thrown_away as on insert to audit_entries do instead nothing`,
    );
  };

  /** Lower quartiles in ms for each write: what else runs on the machine only adds. */
  async function compared(batch: () => PushedWrite[]): Promise<{ kept: number; thrownAway: number }> {
    const took = { kept: [] as number[], thrownAway: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each comes first every other time.
      for (const isKept of round % 2 === 0 ? [true, false] : [false, true]) {
        await keepEntries(isKept);
        const ms = await push(batch());
        // The first rounds warm up.
        if (round >= 4) took[isKept ? 'kept' : 'thrownAway'].push(ms);
      }
    }
    await keepEntries(true);
    return { kept: quantile(took.kept, 0.25), thrownAway: quantile(took.thrownAway, 0.25) };
  }

  function expectCheap(what: string, { kept, thrownAway }: { kept: number; thrownAway: number }): void {
    const share = kept / thrownAway - 1;
    console.log(
      `audit on ${kind}, ${what}: ${kept.toFixed(2)} ms each with it, ${thrownAway.toFixed(2)} ms without, ` +
        `${(share * 100).toFixed(0)} % more`,
    );
    expect(share).toBeLessThanOrEqual(MOST_SHARE);
  }

  test('new sessions', async () => {
    const batch = () => Array.from({ length: BATCH }, () => write('session.create', { body: aSession() }));
    expectCheap('new sessions', await compared(batch));
  });

  test('changed sessions', async () => {
    const bodies = Array.from({ length: BATCH }, aSession);
    await push(bodies.map((body) => write('session.create', { body })));
    let version = 0;
    const batch = () => {
      version += 1;
      return bodies.map(({ id }) =>
        write('session.update', {
          ...{ params: { id }, base_version: version },
          body: { notes: `Read two pages about trains, and retold the story. Version ${version}.` },
        }),
      );
    };
    expectCheap('changed sessions', await compared(batch));
  });
});
