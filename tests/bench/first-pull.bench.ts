import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoEmail } from '#tests/support/real-server.ts';
import { type BenchWorld, firstPullDone, openBenchWorld, signIn } from './bench-world.ts';

let world: BenchWorld;

beforeAll(async () => {
  world = await openBenchWorld({ scale: 2, viewport: { width: 1440, height: 900 } });
});
afterAll(() => world.close());

/**
 * Downloads the same pages one after another and stores their rows as they are: no encryption, no index, no
 * rebase.
 */
async function pullPlainly(login: { email: string; password: string }) {
  const { token } = (await (
    await fetch('/api/login/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(login),
    })
  ).json()) as { token: string };
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opened = indexedDB.open('bench-plain');
    opened.onupgradeneeded = () => opened.result.createObjectStore('rows', { keyPath: 'id' });
    opened.onsuccess = () => resolve(opened.result);
    opened.onerror = () => reject(opened.error);
  });
  const start = performance.now();
  let cursor: string | null = null;
  let rows = 0;
  for (let more = true; more; ) {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`/api/sync/pull/?limit=1000${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await answer.json()) as { cursor: string; more: boolean; changes: { row: unknown }[] };
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' });
      const store = transaction.objectStore('rows');
      for (const { row } of page.changes) store.put(row);
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
    });
    rows += page.changes.length;
    cursor = page.cursor;
    more = page.more;
  }
  const ms = performance.now() - start;
  database.close();
  return { rows, ms };
}

test('the first pull of an office device', async () => {
  const page = await world.context.newPage();
  const asked = page.waitForRequest(/\/api\/sync\/pull\//).then(() => performance.now());
  await signIn(page, 'admin');
  const start = await asked;
  const rows = await firstPullDone(page);
  const ms = performance.now() - start;
  await page.close();

  const other = await world.context.newPage();
  await other.goto('/login-support');
  const plain = await other.evaluate(pullPlainly, { email: demoEmail('admin'), password: DEMO_PASSWORD });
  await other.close();

  const perSecond = (count: number, time: number) => Math.round((count / time) * 1_000);
  console.log(
    `first pull, sealed: ${rows} rows, ${perSecond(rows, ms)} rows/s; ` +
      `download + raw IndexedDB: ${perSecond(plain.rows, plain.ms)} rows/s; ` +
      `time ratio ${(ms / rows / (plain.ms / plain.rows)).toFixed(2)} (bar 1.25 of Dexie's plain bulkPut)`,
  );
  expect(rows).toBe(plain.rows);
});
