import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const whole = firstThere(process.env.CHROMIUM_PATH, '/usr/bin/chromium');
const headless =
  firstThere(process.env.CHROMIUM_HEADLESS_PATH, '/usr/lib/chromium/chromium-headless-shell') ?? whole;

/** What the browser's own window offers: the engine alone does not have it. */
const OF_THE_WINDOW = '**/install*.spec.ts';
/** `npm run test:soak` has it: a day of it is what `offline-day.spec.ts` shows. */
const BUSY_WEEK = '**/busy-week.spec.ts';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Each test's fixtures start the server it needs, so there is no shared `webServer`. */
export default defineConfig({
  testMatch: '**/*.spec.ts',
  // No test shares anything with the others of its file.
  fullyParallel: true,
  projects: [
    // The longest first, so that both workers end together. These start their browsers themselves: over WebDriver BiDi, …
    { name: 'firefox', testDir: 'tests/firefox' },
    // … and over classic WebDriver, on a screen in memory.
    { name: 'webkit', testDir: 'tests/webkit' },
    {
      name: 'chromium',
      testDir: 'tests/e2e',
      testIgnore: [OF_THE_WINDOW, ...(process.env.BUSY_WEEK === undefined ? [BUSY_WEEK] : [])],
      use: { launchOptions: launching(headless) },
    },
    {
      name: 'window',
      testDir: 'tests/e2e',
      testMatch: OF_THE_WINDOW,
      use: { launchOptions: launching(whole) },
    },
  ],
  outputDir: 'test-results',
  globalSetup: './tests/e2e/make-template.ts',
  // A story keeps its browser and its server busy: two of them fill two cores.
  workers: 2,
  // A second try where no one watches; `npm test` prints in full what the first one met.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    screenshot: 'only-on-failure',
    // Recording costs a good part of each story's time.
    trace: process.env.CI === undefined ? 'retain-on-failure' : 'off',
  },
});

function launching(executablePath: string | undefined) {
  return { ...(executablePath === undefined ? {} : { executablePath }), args };
}

function firstThere(...places: (string | undefined)[]): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}
