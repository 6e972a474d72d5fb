import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayPlus, pacificDay, timePlusMinutes } from '#domain/time/pacific.ts';
import { mondayOf } from '#domain/time/week.ts';
import { eventEntry } from '#tests/support/device-entries.ts';
import { type BenchWorld, firstPullDone, openBenchWorld, signIn } from './bench-world.ts';

const EVENTS = 2_000;
const LONGEST_MS = 100;
const VIEWS = ['week', 'month', 'list', 'day'] as const;

let world: BenchWorld;

beforeAll(async () => {
  world = await openBenchWorld({ scale: 1, viewport: { width: 1440, height: 900 } });
});
afterAll(() => world.close());

/** From now on the page records the duration of tasks that block input. */
function noteTasks(): void {
  const tasks: number[] = [];
  Object.assign(window, { longTasks: tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
}

test(`a calendar with ${EVENTS} events in view: the longest task`, async () => {
  const monday = mondayOf(pacificDay(new Date()));
  const provider = await world.server.as('provider');
  for (let at = 0; at < EVENTS; at += 1) {
    const day = dayPlus(monday, at % 7);
    const start = timePlusMinutes('06:00', (Math.floor(at / 7) * 5) % 780);
    await provider.call('calendar.create', {
      body: eventEntry({
        is_lunch: false,
        event_title: `Planning ${at}`,
        event_start_date: day,
        event_start_time: start,
        event_end_date: day,
        event_end_time: timePlusMinutes(start, 30),
      }),
    });
  }
  const page = await world.context.newPage();
  await signIn(page, 'provider');
  await firstPullDone(page);
  await page.getByRole('link', { name: 'My Schedule' }).click();
  await page
    .getByRole('button', { name: /^Planning/ })
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.evaluate(noteTasks);
  const longest: string[] = [];
  const taken: number[] = [];
  // By selectors: searching names among thousands of elements is a long task of its own.
  const show = (view: string) => page.locator(`[role=radio][value=${view}]`).click();
  const note = async (what: string) => {
    await page.waitForTimeout(1_000);
    const tasks = await page.evaluate(() =>
      (window as unknown as { longTasks: number[] }).longTasks.splice(0),
    );
    const most = Math.max(0, ...tasks);
    taken.push(most);
    longest.push(`${what} ${most === 0 ? 'below 50' : most.toFixed(0)} ms`);
  };
  await page.locator('a[href$="/my_calendar"]').click();
  await note('opening');
  for (const view of VIEWS) {
    await show(view);
    await note(view);
  }
  await page.mouse.move(700, 600);
  await show('week');
  await note('back to the week');
  for (let at = 0; at < 10; at += 1) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(60);
  }
  await note('scrolling');
  console.log(`calendar with ${EVENTS} events, longest task (bar ${LONGEST_MS} ms): ${longest.join(', ')}`);
  expect(taken).toHaveLength(VIEWS.length + 3);
});
