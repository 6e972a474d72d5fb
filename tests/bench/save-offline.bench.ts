import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BenchWorld, firstPullDone, openBenchWorld, quantile, signIn } from './bench-world.ts';

const SAVES = 30;

let world: BenchWorld;

beforeAll(async () => {
  world = await openBenchWorld({ scale: 1, viewport: { width: 390, height: 844 } });
});
afterAll(() => world.close());

/**
 * From the tap on "Save" to the frame that shows the confirmation, for each save, as recorded by the page.
 */
function noteSaves(): void {
  const times: number[] = [];
  Object.assign(window, { saveTimes: times });
  let tappedAt: number | null = null;
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button?.type === 'submit') tappedAt = event.timeStamp;
    },
    true,
  );
  new MutationObserver((changes) => {
    const isSaid = changes.some(({ addedNodes }) =>
      Array.from(addedNodes).some((node) => /saved on this device/i.test(node.textContent ?? '')),
    );
    if (!isSaid || tappedAt === null) return;
    const from = tappedAt;
    tappedAt = null;
    requestAnimationFrame(() => {
      // Runs after the frame was rendered.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - from);
      port2.postMessage(null);
    });
  }).observe(document.body, { childList: true, subtree: true });
}

/** The browser's own cost: two records in one strict transaction, and the frame after it. */
async function savePlainly(count: number): Promise<number[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opened = indexedDB.open('bench-plain');
    opened.onupgradeneeded = () => opened.result.createObjectStore('rows', { autoIncrement: true });
    opened.onsuccess = () => resolve(opened.result);
    opened.onerror = () => reject(opened.error);
  });
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const from = performance.now();
    await new Promise<void>((resolve) => {
      const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' });
      const store = transaction.objectStore('rows');
      for (let row = 0; row < 2; row += 1) store.put({ sealed: new Uint8Array(700) });
      transaction.oncomplete = () => resolve();
    });
    await new Promise<void>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      }),
    );
    times.push(performance.now() - from);
  }
  database.close();
  return times;
}

test('saving a session offline, from the tap to the confirmation', async () => {
  const page = await world.context.newPage();
  await signIn(page, 'provider');
  await firstPullDone(page);
  world.network.cutOff();
  await page.evaluate(noteSaves);
  const form = page.getByRole('form', { name: 'New session' });
  for (let at = 0; at < SAVES; at += 1) {
    await page.getByRole('button', { name: 'Add session' }).click();
    const hour = String(6 + Math.floor(at / 4)).padStart(2, '0');
    const minute = String((at % 4) * 15).padStart(2, '0');
    await form.getByLabel('Start time').fill(`${hour}:${minute}`);
    await form.getByLabel('Students', { exact: true }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await form.getByLabel('Duration (minutes)').fill('15');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await page.waitForFunction(
      (count) => (window as unknown as { saveTimes: number[] }).saveTimes.length === count,
      at + 1,
    );
  }
  const times = await page.evaluate(() => (window as unknown as { saveTimes: number[] }).saveTimes);
  const plain = await page.evaluate(savePlainly, SAVES);

  const median = quantile(times, 0.5);
  const p95 = quantile(times, 0.95);
  console.log(
    `save offline, tap to words: median ${median.toFixed(1)} ms (bar 12), p95 ${p95.toFixed(1)} ms (bar 30); ` +
      `two plain records and a frame: median ${quantile(plain, 0.5).toFixed(1)} ms; ` +
      `ratio ${(median / quantile(plain, 0.5)).toFixed(2)}`,
  );
  expect(times).toHaveLength(SAVES);
});
