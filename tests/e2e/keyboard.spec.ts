import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { seedOfCommit } from '#tests/support/commit-seed.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { expect, narrow, signIn, syncStatus, test, waitForSaved } from './fixtures.ts';
import { FocusWalk } from './focus-walk.ts';

const TURN = seedOfCommit();
const IS_WHOLE = process.env.KEYBOARD === 'all';
/** Each run takes one screen in this many of a person's, by commit; the soak run takes all. */
const EVERY = IS_WHOLE ? 1 : 12;
const EVERY_OF_PROVIDER = IS_WHOLE ? 1 : 5;
/** A window with the menu, and a tablet with the rail, whose bars cover more. */
const WIDTHS = IS_WHOLE ? [1440, 820] : [[1440, 820][TURN % 2] ?? 1440];

/**
 * Buttons that open a form, a menu, or a panel, and change nothing. Files are chosen outside of the page, a comment is
 * sent, and an empty spot of a calendar isn't a stop of the keyboard.
 */
const OPENS =
  /^(Add (?!files|comment)|New (?!event, )|Edit|Invite|Subscribe|Columns|Views|Export|More actions)/;
const MOST_OPENERS = 2;

const PROVIDERS_SCREENS = /^\/(my-|my_|home|sync|provider\/|schedules\/.*\/my_calendar|reports\/timesheet)/;
/** Before login; also the address that leads elsewhere. */
const NOT_SIGNED_IN = /^\/(login|password-reset|reset-password|$)/;

/** Records are opened from the first row of their list, by Enter. */
const LIST_OF: Readonly<Record<string, string>> = {
  '/admin/audit/$id': '/admin/audit',
  '/admin/messages/$id': '/admin/messages',
  '/admin/pay-periods/$id': '/admin/pay-periods',
  '/admin/users/$id': '/admin/users',
  '/archived/students/info/$id': '/archived/students',
  '/billing/invoices/info/$id': '/billing/invoices',
  '/clients/info/$id/$client_slug': '/clients',
  '/my-students/info/$id': '/my-students',
  '/payroll/runs/$id': '/payroll/runs',
  '/providers/info/$id': '/providers',
  '/reports/dashboard/my-sessions/v2/info/$id': '/reports/dashboard/my-sessions/v2',
  '/students/info/$id': '/students',
  '/tickets/info/$id': '/tickets/open',
};

/** The page of a session asks the server for one that isn't on the device, and is opened with an id that none has. */
const NO_SUCH_SESSION = /404 .*\/api\/mysessions\/info\//;

/** Every URL of the route table, without those that only lead to another one. */
function routes(): string[] {
  const source = readFileSync(path.join(import.meta.dirname, '../../src/app/routeTree.gen.ts'), 'utf8');
  const [, union = ''] = /fullPaths:([^;]+);/.exec(source) ?? [];
  const paths = [...union.matchAll(/'([^']+)'/g)].map(([, path = '']) => path.replace(/(?<=.)\/$/, ''));
  const leading = ['/admin/clients/$id', '/payroll/runs/$id/difference'];
  return [...new Set(paths)].filter((path) => !leading.includes(path)).sort();
}

function turnOf(all: readonly string[], every: number): string[] {
  return all.filter((_, at) => (at + TURN) % every === 0);
}

/** Opens a screen of the route table, with what its parameters need. */
async function open(page: Page, walk: FocusWalk, route: string, user: string): Promise<void> {
  const list = LIST_OF[route];
  if (list === undefined) {
    await walk.goTo(
      route
        .replace('$kind', 'service')
        .replace(/\$(providerId|id)/, user)
        .replace('$', 'nowhere'),
    );
    return;
  }
  await walk.goTo(list);
  const row = page.getByRole('main').getByRole('grid').first().getByRole('row').nth(1);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(new RegExp(`${list}/?(\\?|$)`));
  await walk.settle();
}

/** Tabs through the screen, and opens what its buttons open. */
async function check(page: Page, walk: FocusWalk, screen: string): Promise<void> {
  await walk.tabThrough(screen);
  const openers = page.getByRole('main').getByRole('button', { name: OPENS, disabled: false });
  const count = Math.min(await openers.count(), MOST_OPENERS);
  for (let at = 0; at < count; at += 1) await walk.openAndClose(screen, openers.nth(at));
}

async function userOf(server: RealServer, name: string): Promise<string> {
  const { signIn: signedIn } = await server.as(name);
  return signedIn.user_id;
}

for (const width of WIDTHS) {
  test(`the office's screens can be used by keyboard at ${width} px`, async ({ server, office }) => {
    if (IS_WHOLE) test.setTimeout(600_000);
    const page = await office.newPage();
    const walk = new FocusWalk(page);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/login');
    for (const address of [
      '/login',
      '/reset-password',
      '/password-reset-confirm?token=a',
      '/login-support',
    ]) {
      await walk.goTo(address);
      await walk.tabThrough(address);
    }
    await signIn(page, 'superadmin');
    await waitForSaved(page);
    const user = await userOf(server, 'superadmin');
    const screens = routes().filter((route) => !PROVIDERS_SCREENS.test(route) && !NOT_SIGNED_IN.test(route));
    for (const route of turnOf(screens, EVERY)) {
      await open(page, walk, route, user);
      await check(page, walk, route);
    }
    const bar = page.getByRole('banner').first();
    for (const name of [/User menu/, 'Help', 'Support']) {
      await walk.openAndClose('the top bar', bar.getByRole('button', { name }));
    }
    walk.end();
  });
}

test("a provider's screens can be used by keyboard, on the phone too", async ({
  server,
  browser,
  reports,
}) => {
  if (IS_WHOLE) test.setTimeout(600_000);
  const context = await browser.newContext({ ...narrow, baseURL: server.address, reducedMotion: 'reduce' });
  reports.watch(context);
  reports.expect(NO_SUCH_SESSION);
  const page = await context.newPage();
  const walk = new FocusWalk(page);
  await signIn(page, 'provider', '/my-sessions');
  await waitForSaved(page);
  await check(page, walk, 'My Sessions on the phone');
  await walk.openAndClose('My Sessions on the phone', syncStatus(page).getByRole('button'));
  const user = await userOf(server, 'provider');
  const screens = routes().filter((route) => PROVIDERS_SCREENS.test(route));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const route of turnOf(screens, EVERY_OF_PROVIDER)) {
      await open(page, walk, route, user);
      await check(page, walk, `${route} at ${width} px`);
    }
  }
  await context.close();
  walk.end();
});
