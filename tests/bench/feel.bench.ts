import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BenchWorld,
  firstPullDone,
  noteShown,
  openBenchWorld,
  quantile,
  signIn,
} from './bench-world.ts';

const ROUNDS = 9;
const SPEEDS = [1, 4] as const;

let world: BenchWorld;
let page: Page;
let cdp: CDPSession;

beforeAll(async () => {
  world = await openBenchWorld({ scale: 1, viewport: { width: 390, height: 844 } });
  page = await world.context.newPage();
  cdp = await world.context.newCDPSession(page);
  await signIn(page, 'provider');
  await firstPullDone(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  world.network.cutOff();
  await page.reload();
});
afterAll(() => world.close());

/**
 * From the next tap or key until an element matches the selector, or none does any more, and that frame was
 * rendered. Waits immediately; read the time with {@link heldFor}.
 */
function watchFor(page: Page, selector: string, isThere: boolean): Promise<void> {
  return page.evaluate(
    ([wanted, there]) => {
      const isDone = () => (document.querySelector(wanted) !== null) === there;
      let from: number | null = null;
      const start = (event: Event) => {
        from ??= event.timeStamp;
      };
      for (const kind of ['pointerdown', 'keydown']) {
        addEventListener(kind, start, { capture: true, once: true });
      }
      Object.assign(window, {
        felt: new Promise<number>((resolve) => {
          const look = () => {
            if (from === null || !isDone()) return;
            observer.disconnect();
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => resolve(performance.now() - (from ?? Number.NaN));
              port2.postMessage(null);
            });
          };
          const observer = new MutationObserver(look);
          observer.observe(document, { childList: true, subtree: true, attributes: true });
        }),
      });
    },
    [selector, isThere] as const,
  );
}

const heldFor = (page: Page) => page.evaluate(() => (window as unknown as { felt: Promise<number> }).felt);

const FORM = 'form[aria-label="New session"]';

async function openForm(): Promise<number> {
  await watchFor(page, `${FORM} button[type="submit"]`, true);
  await page.getByRole('button', { name: 'Add session' }).click();
  return heldFor(page);
}

async function saveForm(at: number): Promise<number> {
  const form = page.getByRole('form', { name: 'New session' });
  const hour = String(6 + Math.floor(at / 2)).padStart(2, '0');
  const minute = String((at % 2) * 30).padStart(2, '0');
  await form.getByLabel('Start time').fill(`${hour}:${minute}`);
  await form.getByLabel('Students', { exact: true }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await watchFor(page, FORM, false);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  return heldFor(page);
}

/** From a key press in a form to the frame that shows it. */
async function pressKey(): Promise<number> {
  const field = page.getByRole('form', { name: 'New session' }).getByLabel('Duration (minutes)');
  await field.selectText();
  await page.evaluate(() => {
    const start = { at: Number.NaN };
    addEventListener('keydown', (event) => (start.at = event.timeStamp), { capture: true, once: true });
    Object.assign(window, {
      felt: new Promise<number>((resolve) => {
        addEventListener(
          'input',
          () =>
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => resolve(performance.now() - start.at);
              port2.postMessage(null);
            }),
          { once: true },
        );
      }),
    });
  });
  await page.keyboard.press('3');
  const time = await heldFor(page);
  await page.keyboard.press('0');
  return time;
}

/** The cost of a tap on an otherwise idle page. */
async function trivialTap(): Promise<number[]> {
  const plain = await world.context.newPage();
  const session = await world.context.newCDPSession(plain);
  await plain.setContent('<button onclick="document.body.append(document.createElement(`hr`))">Tap</button>');
  const times: number[] = [];
  for (const rate of SPEEDS) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const taps: number[] = [];
    for (let at = 0; at < ROUNDS; at += 1) {
      await plain.evaluate(() => document.querySelector('hr')?.remove());
      await watchFor(plain, 'hr', true);
      await plain.getByRole('button').click();
      taps.push(await heldFor(plain));
    }
    times.push(quantile(taps, 0.5));
  }
  await plain.close();
  return times;
}

async function reloads(): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    await page.reload({ waitUntil: 'commit' });
    const shown = await page.waitForFunction(() => (window as { shownAfter?: number }).shownAfter);
    times.push((await shown.jsonValue()) ?? Number.NaN);
  }
  return quantile(times, 0.5);
}

test('a day on the phone, offline, at full and at a quarter of CPU speed', async () => {
  const trivial = await trivialTap();
  await page.addInitScript(noteShown, 'ol[aria-label="Day"] li');
  let saved = 0;
  for (const [at, rate] of SPEEDS.entries()) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    const felt: Record<string, number[]> = { 'form open': [], keystroke: [], 'Save until gone': [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      felt['form open']?.push(await openForm());
      felt.keystroke?.push(await pressKey());
      felt['Save until gone']?.push(await saveForm(saved));
      saved += 1;
    }
    const reload = await reloads();
    const floor = trivial[at] ?? Number.NaN;
    console.log(`CPU ×${rate}: a trivial tap ${floor.toFixed(0)} ms`);
    for (const [name, times] of Object.entries(felt)) {
      const median = quantile(times, 0.5);
      console.log(
        `  ${name.padEnd(18)} median ${median.toFixed(0).padStart(5)} ms, ` +
          `slowest ${Math.max(...times)
            .toFixed(0)
            .padStart(5)} ms, ${(median / floor).toFixed(1)} × trivial`,
      );
      expect(times).toHaveLength(ROUNDS);
    }
    console.log(`  warm offline reload to today's sessions: median ${reload.toFixed(0)} ms`);
  }
});
