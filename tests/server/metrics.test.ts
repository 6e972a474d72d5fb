import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { usualKind } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';

const TOKEN = 'a-token-of-the-monitoring';

let world: ApiWorld;
let app: FastifyInstance;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  app = await buildApp({
    db: world.db,
    config: { ...world.config, metricsToken: TOKEN },
    mailer: { send: async () => undefined },
    now: () => world.clock.now,
  });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

async function metrics(token: string | null = TOKEN) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return app.inject({ method: 'GET', url: '/metrics', headers });
}

test('metrics are for callers with the token, and off without one', async () => {
  const closed = await world.app.inject({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect([
    (await metrics(null)).statusCode,
    (await metrics(`${TOKEN}x`)).statusCode,
    closed.statusCode,
  ]).toEqual([401, 401, 404]);
});

test('metrics tell times, sizes, ages, and connections, and name no one', async () => {
  const person = await world.addPerson();
  const { token } = await world.signIn(person);
  const headers = { authorization: `Bearer ${token}` };
  const url = '/api/sync/pull/';
  const pulled = await app.inject({ method: 'GET', url, headers, query: { device_id: randomUUID() } });
  expect(pulled.statusCode).toBe(200);
  await app.inject({ method: 'GET', url: `/api/students/${person.id}/`, headers });

  const { body, statusCode } = await metrics();
  expect(statusCode).toBe(200);
  expect(body).toContain(
    'caseload_request_seconds_count{method="GET",route="/api/sync/pull/",status="200"} 1',
  );
  expect(body).toContain(`caseload_sync_bytes_sum{direction="pull"} ${Buffer.byteLength(pulled.body)}`);
  expect(body).toContain('caseload_queue_age_seconds{queue="tracker"} 0');
  expect(body).toContain('caseload_queue_age_seconds{queue="reports"} 0');
  expect(body).toMatch(/caseload_database_connections\{state="busy"\} \d+/);
  expect(body).toContain('caseload_slow_queries_total 0');
  expect(body).not.toContain(person.id);
  expect(body).not.toContain(person.username);
});
