import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { attempt_counters } from '#server/db/schema/sign-ins.ts';
import { usualKind } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld(usualKind);
});
afterAll(() => world.close());

const SPOOFED = '203.0.113.7';
const CALLER = '198.51.100.9';
const PROXY = '10.0.0.5';

/** The address that a login attempt counts for, sent through a proxy that appends what it sees. */
async function countedAddress(trustProxy: Config['trustProxy'], forwarded: string): Promise<string> {
  const { db, config, clock, waits } = world;
  const app = await buildApp({
    ...{ db, config: { ...config, trustProxy }, mailer: { send: async () => undefined } },
    ...{ now: () => clock.now, wait: async (ms: number) => void waits.push(ms) },
  });
  await db.delete(attempt_counters);
  await app.inject({
    method: 'POST',
    url: '/api/login/',
    remoteAddress: PROXY,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    payload: JSON.stringify({ email: 'nobody@test.example', password: 'x' }),
  });
  await app.close();
  const keys = (await db.select().from(attempt_counters)).map(({ key }) => key);
  return keys.find((key) => key.startsWith('login|address|'))?.split('|')[2] ?? '';
}

test.each<[string, Config['trustProxy'], string, string]>([
  ['no proxy is believed', false, `${SPOOFED}, ${CALLER}`, PROXY],
  ['one proxy is believed about whom it saw, and no more', 1, `${SPOOFED}, ${CALLER}`, CALLER],
  ['two proxies in a row', 2, `${SPOOFED}, ${CALLER}, 10.0.0.6`, CALLER],
  ['a listed proxy is believed', [PROXY], `${SPOOFED}, ${CALLER}`, CALLER],
  ['a proxy that is not listed is not', ['10.9.9.9'], `${SPOOFED}, ${CALLER}`, PROXY],
])('%s', async (_, trustProxy, forwarded, expected) => {
  expect(await countedAddress(trustProxy, forwarded)).toBe(expected);
});
