import type { BrowserContext, Page, Request } from '@playwright/test';
import type { Student } from '#contract/student.ts';
import { displayTime } from '#domain/time/pacific.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import { addSession, firstStudentOf, officeSessions } from './day.ts';
import { ANSWER_LIMIT, bellOf, FIVE_MINUTES, logOf, sendToSign } from './error-parts.ts';
import { ERROR_ROWS } from './error-rows.ts';
import {
  cellOf,
  isShown,
  LOGGED,
  type Shown,
  type Situation,
  type SituationOf,
  type State,
} from './error-states.ts';
import {
  expect,
  fillLogin,
  noticeNetwork,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
  wide,
} from './fixtures.ts';
import { holdWaits, passWait } from './page-faults.ts';

/*
 * The error catalogue (specification, 8) in every state of network and server: `error-states.ts` says what each row
 * shows in each. One page goes through all rows of a state, and what the others say is expected to be absent.
 */

test.setTimeout(120_000);

const CATALOGUE = ERROR_ROWS.flatMap(({ words }) => [...words]).filter((words) => !words.includes('…'));

interface Act {
  /** Up to where it is seen what came of it. */
  run: (state: State) => Promise<void>;
  /** Looks at what was typed, and makes room for the next row. */
  end?: (state: State) => Promise<void>;
}

interface Walk {
  page: Page;
  network: FaultProxy;
  log: string[];
  /** Whether no push or pull has run for half a second. */
  isQuiet: () => boolean;
}

/** One that still runs when the next state begins would fail in it, and log that it did. */
function quietOf(page: Page): () => boolean {
  let running = 0;
  let endedAt = 0;
  const isSync = (request: Request) => /\/api\/sync\/(?:push|pull)\//.test(request.url());
  const end = (request: Request) => {
    if (!isSync(request)) return;
    running -= 1;
    endedAt = Date.now();
  };
  page.on('request', (request) => {
    if (isSync(request)) running += 1;
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => running === 0 && Date.now() - endedAt > 500;
}

async function openPage(context: BrowserContext, network: FaultProxy): Promise<Walk> {
  const page = await context.newPage();
  return { page, network, log: logOf(page), isQuiet: quietOf(page) };
}

function enter(network: FaultProxy, state: State): void {
  if (state === 'failing') network.add(/^\/api\//, { kind: 'refuse', code: 'server.failed' });
  if (state === 'lost') network.add(/^\/api\/(sync\/push|tickets)\/$/, { kind: 'lose-answer' });
  if (state === 'late') network.add(/^\/api\/(login|tickets)\/$/, { kind: 'delay', ms: 40_000 });
  if (state === 'offline') network.cutOff();
}

async function leave({ page, network }: Walk): Promise<void> {
  network.clearFaults();
  network.comeBack();
  await noticeNetwork(page);
  await expect(page.locator('[aria-label="Sync"]')).toHaveText('All changes synced', { timeout: 60_000 });
}

/** Toasts stay for seconds: those of an earlier row say nothing about this one. */
function forgetToasts(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const toast of document.querySelectorAll<HTMLElement>('[data-sonner-toast]')) {
      toast.style.setProperty('display', 'none', 'important');
    }
  });
}

/** What the cell names is there, and nothing else of the catalogue. */
async function expectShown({ page, log }: Walk, { shows, logs = [], sync }: Shown): Promise<void> {
  const text = () => page.evaluate(() => document.body.innerText);
  await expect
    .poll(async () => {
      const shown = await text();
      return shows.filter((words) => !shown.includes(words));
    }, 'words that are missing')
    .toEqual([]);
  await expect
    .poll(
      () => logs.filter((words) => !log.some((line) => line.startsWith(words))),
      'log lines that are missing',
    )
    .toEqual([]);
  const shown = await text();
  const isNamed = (words: string) => shows.some((named) => named.includes(words));
  expect(
    CATALOGUE.filter((words) => !isNamed(words) && shown.includes(words)),
    'words of other rows',
  ).toEqual([]);
  const isExpected = (line: string) => logs.some((words) => line.startsWith(words));
  expect(
    log.filter((line) => LOGGED.some((words) => line.startsWith(words)) && !isExpected(line)),
    'log lines of other rows',
  ).toEqual([]);
  // By its attribute: an open dialog hides the roles of what is below it.
  const alerts = await page.locator('[role="alert"]').allInnerTexts();
  expect(
    alerts.filter((alert) => alert.trim() !== '' && !shows.some((words) => alert.includes(words))),
    'other alerts',
  ).toEqual([]);
  if (sync !== undefined) await expect(page.locator('[aria-label="Sync"]')).toHaveText(sync);
}

/** Does what each row is about, in one state. */
async function walk<Name extends Situation>(
  walked: Walk,
  acts: Readonly<Record<Name, Act>>,
  state: State,
): Promise<void> {
  for (const [situation, act] of Object.entries(acts) as [Name, Act][]) {
    const cell = cellOf(situation, state);
    if (!isShown(cell)) continue;
    await test.step(`${situation}: ${state}`, async () => {
      walked.log.length = 0;
      await forgetToasts(walked.page);
      await act.run(state);
      await expectShown(walked, cell);
      await act.end?.(state);
    });
  }
}

const titleFor = (state: State) => `Evacuation plan, ${state}`;
const SESSIONS_AT: Partial<Record<State, string>> = {
  ...{ online: '15:00', failing: '15:35', lost: '16:10', offline: '16:45' },
};
const LUNCHES_AT: Partial<Record<State, string>> = { online: '17:20', failing: '17:55', offline: '18:30' };

/** The acts of a provider, in the order in which one page does them. */
function providerActs({ page, log }: Walk, student: Student): Record<SituationOf<'provider'>, Act> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const open = (name: string) => menu.getByRole('link', { name, exact: true }).click();
  const day = page.getByRole('list', { name: 'Day' });
  const notices = page.getByRole('list', { name: 'New notifications' });
  const support = page.getByRole('dialog', { name: 'Support' });
  const message = page.getByRole('dialog', { name: /^Evacuation plan/ });
  const ticket = (type: string): Act => ({
    run: async (state) => {
      if (!(await support.isVisible())) await page.getByRole('button', { name: 'Support' }).click();
      await support.getByLabel('Support type').selectOption(type);
      await support.getByLabel('Title').fill(`${type}, ${state}`);
      await support.getByLabel('Description').fill('Since this morning.');
      await support.getByRole('button', { name: 'Submit' }).click();
      if (state !== 'late') return;
      await expect(support.getByRole('button', { name: 'Submit' })).toBeDisabled();
      await passWait(page, ANSWER_LIMIT);
    },
    end: async (state) => {
      if (state !== 'failing') return expect(support).toBeHidden();
      await expect(support.getByLabel('Title')).toHaveValue(`${type}, ${state}`);
      await expect(support.getByLabel('Description')).toHaveValue('Since this morning.');
      await support.getByRole('button', { name: 'Clear form' }).click();
    },
  });
  return {
    'Session save or update error': {
      run: async (state) => {
        await open('My Sessions');
        const start = SESSIONS_AT[state] ?? '';
        await addSession(page, { students: [student], start, minutes: 30, notes: `Kept, ${state}` });
        await expect(day).toContainText(displayTime(start));
      },
    },
    'Calendar event failure for a lunch entry': {
      run: async (state) => {
        const start = LUNCHES_AT[state] ?? '';
        await page.getByRole('button', { name: 'Add lunch' }).click();
        const form = page.getByRole('form', { name: 'New lunch break' });
        await form.getByLabel('Start time').fill(start);
        await form.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(form).toBeHidden();
        await expect(day).toContainText(displayTime(start));
      },
    },
    'Notification fetch or dismiss failure': {
      run: async () => {
        await bellOf(page).click();
        const before = await notices.getByRole('listitem').count();
        await notices
          .getByRole('button', { name: /^Clear: / })
          .first()
          .click();
        await expect(notices.getByRole('listitem')).toHaveCount(before - 1);
        await page.keyboard.press('Escape');
      },
    },
    'No support category': {
      run: async () => {
        await page.getByRole('button', { name: 'Support' }).click();
        await support.getByLabel('Title').fill('Calendar is blank');
        await support.getByRole('button', { name: 'Submit' }).click();
      },
      end: async () => {
        await expect(support.getByLabel('Title')).toHaveValue('Calendar is blank');
      },
    },
    'Ticket creation not ok': ticket('Payroll'),
    'Ticket ok, categories Bug/Issue and Site Requests': ticket('Site Requests'),
    'Ticket ok, categories Service/Support, Payroll, Timecard/My Hours': {
      ...ticket('Timecard/My Hours'),
      end: async (state) => {
        await ticket('Timecard/My Hours').end?.(state);
        if (state === 'failing') await support.getByRole('button', { name: 'Cancel' }).click();
      },
    },
    'Chunk-load failure': {
      run: async () => {
        await open('My Students');
        await expect(page.getByRole('heading', { name: 'My Students' })).toBeVisible();
      },
    },
    'Other rendering error': {
      run: async () => {
        await page.getByRole('grid').getByRole('row').nth(1).click();
        await expect(page).toHaveURL(/\/my-students\/info\//);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      },
    },
    'Attachment URL failure': {
      run: async (state) => {
        await open('Home');
        // The message can open while the page before, with what it couldn't load, is still there.
        await expect(page.locator('h1')).toHaveText(/^Hello/);
        await expect(message).toContainText(titleFor(state));
        const file = message.getByRole('link', { name: 'plan.txt' });
        // The original link if there is no other.
        const place =
          state === 'online' ? /^\/api\/notifications\/files\// : /^\/api\/notifications\/attachments\//;
        await expect(file).toHaveAttribute('href', place);
      },
    },
    'Empty signature': {
      run: () => message.getByRole('button', { name: 'I Acknowledge' }).click(),
    },
    'Announcement fetch and acknowledgment failures': {
      run: async (state) => {
        if (!(await message.isVisible())) await open('Home');
        await passWait(page, FIVE_MINUTES);
        await expect(message).toContainText(titleFor(state));
        await message.getByLabel('Or type your name').fill('Maya Reyes');
        await message.getByRole('button', { name: 'I Acknowledge' }).click();
        await expect(message).toBeHidden();
        if (state !== 'lost') return;
        // The address of its file is another row's.
        log.length = 0;
      },
    },
  };
}

test("each row of the error catalogue on a provider's page: online, with a failing server, and offline", async ({
  browser,
  server,
  network,
  reports,
}) => {
  const [provider, admin] = await Promise.all([server.as('provider'), server.as('admin')]);
  const { user_id } = provider.signIn;
  const student = await firstStudentOf(provider);
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  reports.expect(/status of 500|^Network response was not ok|^Error fetching attachment URL: /);
  await holdWaits(context);
  const walked = await openPage(context, network);
  const { page } = walked;
  await signIn(page, 'provider', '/my-sessions');
  await waitForSaved(page);
  await waitForWorker(page);
  const acts = providerActs(walked, student);
  const messages: string[] = [];
  for (const state of ['online', 'failing', 'lost', 'late', 'offline'] as const) {
    if (state !== 'late') {
      // Over the home screen it would open at once.
      await page.getByRole('link', { name: 'My Sessions', exact: true }).click();
      const bell = bellOf(page);
      const rung = Number.parseInt(await bell.innerText(), 10) || 0;
      messages.push(await sendToSign(admin, user_id, titleFor(state)));
      await expect(bell).toContainText(`${rung + 1} new`);
    }
    await expect.poll(walked.isQuiet).toBe(true);
    enter(network, state);
    await walk(walked, acts, state);
    await leave(walked);
  }
  await test.step('everything arrived, each once', async () => {
    const sessions = await officeSessions(provider, user_id);
    const times = sessions.map(({ start_time }) => start_time);
    for (const start of Object.values(SESSIONS_AT)) {
      expect(
        times.filter((time) => time === start),
        start,
      ).toHaveLength(1);
    }
    for (const id of messages) {
      const receipts = await admin.call('admin-message.receipts', { params: { id } });
      expect(receipts.map(({ signed_name }) => signed_name)).toEqual(['Maya Reyes']);
    }
    const { tickets } = await provider.call('ticket.list', { query: { state: 'open' } });
    const titles = tickets.map(({ title }) => title).filter((title) => title.startsWith('Payroll, '));
    expect(titles.toSorted()).toEqual([
      'Payroll, late',
      'Payroll, lost',
      'Payroll, offline',
      'Payroll, online',
    ]);
  });
  await context.close();
});

test("each row of the error catalogue on the office's page: online, with a failing server, and offline", async ({
  browser,
  network,
  reports,
}) => {
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  reports.expect(/status of 500/);
  await holdWaits(context);
  const walked = await openPage(context, network);
  const { page } = walked;
  const menu = page.getByRole('navigation', { name: 'Main' });
  const openReport = async (name: RegExp | string) => {
    const link = menu.getByRole('link', { name });
    if (!(await link.isVisible())) await menu.getByRole('button', { name: /^Reports/ }).click();
    await link.click();
  };
  const acts: Record<SituationOf<'office'>, Act> = {
    'Login or password reset failure': {
      run: async (state) => {
        await page.goto('/login');
        await fillLogin(page, 'admin');
        if (state === 'online') return waitForSaved(page);
        await expect.poll(() => network.seen.some(({ fault }) => fault === 'delay')).toBe(true);
        await passWait(page, ANSWER_LIMIT);
      },
      end: async (state) => {
        if (state === 'late') await expect(page.getByLabel('Email')).not.toHaveValue('');
      },
    },
    'Timeout helper default': {
      run: async () => {
        // This link starts its screen from a fresh page.
        const isFresh = page.waitForEvent('load');
        await openReport(/^Lunch Cards/);
        await isFresh;
        await expect(page.getByRole('table', { name: 'Lunch cards' }).getByRole('row').nth(1)).toBeVisible();
      },
    },
    'Lunch or timesheet reply not JSON': {
      run: async (state) => {
        await openReport('Timesheets');
        await expect(page.getByRole('heading', { name: 'Timesheets' })).toBeVisible();
        // Offline, it shows what came now.
        if (state === 'online') await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
      },
    },
    'Empty bell': {
      run: async () => {
        await bellOf(page).click();
      },
      end: async () => {
        await page.keyboard.press('Escape');
      },
    },
    'Logout failure': {
      run: async () => {
        await page.getByRole('button', { name: /User menu/ }).click();
        await page.getByRole('menuitem', { name: 'Logout' }).click();
        await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
      },
    },
  };
  const { 'Logout failure': logOut, 'Login or password reset failure': logIn, ...signedIn } = acts;
  enter(network, 'late');
  await walk(walked, { 'Login or password reset failure': logIn }, 'late');
  network.clearFaults();
  await walk(walked, { 'Login or password reset failure': logIn }, 'online');
  await waitForWorker(page);
  await bellOf(page).click();
  const notices = page.getByRole('list', { name: 'New notifications' }).getByRole('listitem');
  for (let left = await notices.count(); left > 0; left -= 1) {
    await notices
      .getByRole('button', { name: /^Clear: / })
      .first()
      .click();
    await expect(notices).toHaveCount(left - 1);
  }
  await page.keyboard.press('Escape');
  await expect(syncStatus(page)).toHaveText('All changes synced');
  for (const state of ['online', 'failing', 'offline'] as const) {
    enter(network, state);
    await walk(walked, signedIn, state);
    await leave(walked);
  }
  await walk(walked, { 'Logout failure': logOut }, 'online');
  await context.close();
});
