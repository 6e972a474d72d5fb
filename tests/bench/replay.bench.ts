import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '#contract/endpoint.ts';
import { endpointNamed } from '#contract/index.ts';
import { createApiClient } from '#sync/api-client.ts';
import { drainBatch } from '#sync/drain.ts';
import { queueWrite } from '#sync/queue-write.ts';
import { openTransport } from '#sync/transport.ts';
import { drainWhileAnswered } from '#sync/worker-drain.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';
import { openDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';

const WRITES = 1_000;

let world: ApiWorld;
let origin: string;
let token: string;

beforeAll(async () => {
  world = await openApiWorld('pglite');
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  token = (await world.signIn(await world.addPerson())).token;
});

afterAll(() => world.close());

/** The same lunch breaks as plain requests, one after the other: the floor that everybody has. */
async function sendSingly(): Promise<{ ms: number; trips: number }> {
  const endpoint = endpointNamed('lunch.create');
  const start = performance.now();
  for (let sent = 0; sent < WRITES; sent += 1) {
    const answer = await fetch(origin + addressOf(endpoint), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(lunchEntry()),
    });
    if (answer.status !== 201) throw new Error(`refused with ${answer.status}`);
    await answer.arrayBuffer();
  }
  return { ms: performance.now() - start, trips: WRITES };
}

/** A full outbox sent by the real drain, settled row by row in the local database. */
async function replay(): Promise<{ ms: number; trips: number }> {
  const device = await openDevice();
  for (let queued = 0; queued < WRITES; queued += 1) {
    const body = lunchEntry();
    await queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
  }
  let trips = 0;
  const api = createApiClient({
    tokens: { current: async () => token, renew: async () => null },
    fetch: (address, init) => {
      trips += 1;
      return fetch(origin + String(address), init);
    },
  });
  const { db, clock, lock, workspace } = device;
  const transport = openTransport({ db, api, device_id: workspace.device_id, app_version: 'bench', clock });
  const start = performance.now();
  const report = await drainWhileAnswered(() => drainBatch(db, transport, clock, lock));
  const ms = performance.now() - start;
  expect(report.sent).toBe(WRITES);
  expect(await db.outbox.count()).toBe(0);
  await device.close();
  return { ms, trips };
}

test(`a replay of ${WRITES} queued writes against sending them one by one`, async () => {
  const single = await sendSingly();
  const queued = await replay();
  console.log(
    [
      `one by one  ${single.trips} round trips  ${single.ms.toFixed(0)} ms`,
      `replay      ${queued.trips} round trips  ${queued.ms.toFixed(0)} ms, each answer stored on the device`,
      `ratio       ${(queued.ms / single.ms).toFixed(2)} of the time, ${(single.trips / queued.trips).toFixed(0)} times fewer round trips`,
    ].join('\n'),
  );
  expect(queued.trips).toBe(WRITES / 50);
});
