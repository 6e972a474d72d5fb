import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const installedChromium = '/usr/bin/chromium';
const executablePath =
  process.env.CHROMIUM_PATH ?? (existsSync(installedChromium) ? installedChromium : undefined);

/** Each test's fixtures start the server it needs, so there is no shared `webServer`. */
export default defineConfig({
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'chromium', testDir: 'tests/e2e' },
    // It starts its browser itself, over WebDriver BiDi.
    { name: 'firefox', testDir: 'tests/firefox' },
  ],
  outputDir: 'test-results',
  globalSetup: './tests/e2e/make-template.ts',
  // A story waits more than it works: for its browser, its server, and for things to happen.
  workers: 2,
  // A second try where nobody watches; `npm test` prints in full what the first one met.
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
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
