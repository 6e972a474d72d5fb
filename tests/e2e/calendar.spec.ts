import type { Locator, Page } from '@playwright/test';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { mondayOf, sundayOf } from '#domain/time/week.ts';
import { fiscalYearStart, schoolDay } from '#server/db/seed/school-year.ts';
import { eventEntry } from '#tests/support/device-entries.ts';
import { today } from './day.ts';
import {
  expect,
  noticeNetwork,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
  wide,
} from './fixtures.ts';

const MINE = '/schedules/calendar/events/get/my_calendar';
const MASTER = '/schedules/calendar/events/get/master_calendar';

function entry(page: Page, words: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${words}`) });
}

/** Answers the question which events of a series to change. */
async function choose(page: Page, scope: string, answer: string): Promise<void> {
  const question = page.getByRole('alertdialog');
  await question.getByRole('radio', { name: scope, exact: true }).click();
  await question.getByRole('button', { name: answer }).click();
  await expect(question).toBeHidden();
}

const moved = (page: Page) => page.getByRole('status').filter({ hasText: /^Moved to/ });

/**
 * The demo's schools close by their own calendar: skipped occurrences can be neither moved nor deleted. A
 * series also ends with the fiscal year.
 */
function undisturbedMonday(): string {
  const isUndisturbed = (monday: string) =>
    [0, 7, 14, 21, 28]
      .flatMap((week) => [dayPlus(monday, week), dayPlus(monday, week + 1)])
      .every((day) => schoolDay(day) !== 'none' && fiscalYearStart(day) === fiscalYearStart(monday));
  let monday = dayPlus(mondayOf(today()), 14);
  while (!isUndisturbed(monday)) monday = dayPlus(monday, 7);
  return monday;
}

test('a provider plans a series offline, moves it by keyboard and mouse, and ends it; all of it arrives', async ({
  browser,
  server,
  network,
  reports,
}) => {
  const monday = undisturbedMonday();
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'provider');
  await waitForSaved(page);
  await waitForWorker(page);
  await page.getByRole('link', { name: 'My Schedule' }).click();
  await expect(page.getByRole('heading', { name: 'My Calendar' })).toBeVisible();
  await page.goto(`${MINE}?day=${monday}`);
  await expect(page.getByRole('heading', { name: displayDay(sundayOf(monday)) })).toBeVisible();
  network.cutOff();

  await test.step('it is planned', async () => {
    await page.getByRole('button', { name: 'New event', exact: true }).click();
    const form = page.getByRole('form', { name: 'New event' });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByText('Enter a title, or choose a student.')).toBeVisible();
    await form.getByLabel('Title').fill('Choir rehearsal');
    await form.getByLabel('Start time').fill('15:00');
    await form.getByLabel('Duration (minutes)').fill('45');
    await expect(form.getByLabel('End time')).toHaveValue('15:45');
    await form.getByLabel('Repeats').selectOption('weekly');
    await form.getByRole('radio', { name: 'After', exact: true }).click();
    await form.getByLabel('Occurrences').fill('5');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
  });

  await test.step('one occurrence is moved by keyboard', async () => {
    await entry(page, 'Choir rehearsal, 3:00–').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await choose(page, 'This one', 'Save');
    await expect(moved(page)).toHaveText(`Moved to Mon ${displayDay(monday)}, 3:15–4:00 PM`);
    await expect(entry(page, 'Choir rehearsal, 3:15–')).toBeFocused();
  });

  await test.step('the next and all following are moved by mouse', async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const next = entry(page, 'Choir rehearsal, 3:00–');
    // Near its edge the grid would scroll.
    await next.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await next.boundingBox();
    if (box === null) throw new Error('The entry is not drawn.');
    const from = { x: box.x + box.width / 2, y: box.y + 8 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + box.width, from.y + 20, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(next).toBeVisible();
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    // A column is a day wide, an hour is 72 px tall.
    await page.mouse.move(from.x + box.width, from.y + 72, { steps: 6 });
    await page.mouse.up();
    await choose(page, 'This and following', 'Save');
    await expect(moved(page)).toHaveText(`Moved to Tue ${displayDay(dayPlus(monday, 8))}, 4:00–4:45 PM`);
  });

  await test.step('the last two are deleted', async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(entry(page, 'Choir rehearsal, 4:00–')).toBeVisible();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await entry(page, 'Choir rehearsal, 4:00–').click();
    const form = page.getByRole('form', { name: 'Edit event' });
    await form.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Are you sure you want to Delete Choir rehearsal?')).toBeVisible();
    await choose(page, 'This and following', 'CONFIRM');
    await expect(form).toBeHidden();
    await expect(entry(page, 'Choir rehearsal')).toBeHidden();
  });

  await test.step('it arrives', async () => {
    network.comeBack();
    await noticeNetwork(page);
    await expect(syncStatus(page)).toHaveText('All changes synced', { timeout: 30_000 });
    const provider = await server.as('provider');
    const found = await provider.call('calendar.list-mine', {
      query: { start: monday, end: dayPlus(monday, 60) },
    });
    const meetings = found.filter(({ event_title }) => event_title === 'Choir rehearsal');
    expect(meetings.map((one) => [one.event_start_date, one.event_start_time]).sort()).toEqual([
      [monday, '15:15'],
      [dayPlus(monday, 8), '16:00'],
      [dayPlus(monday, 15), '16:00'],
    ]);
  });
  await context.close();
});

test('on a tablet a long press drags an event, a swipe scrolls, and undo restores it', async ({
  browser,
  server,
  reports,
}) => {
  const day = dayPlus(today(), 1);
  const provider = await server.as('provider');
  await provider.call('calendar.create', {
    body: eventEntry({
      event_title: 'Planning',
      is_lunch: false,
      event_start_date: day,
      event_start_time: '16:00',
      event_end_date: day,
      event_end_time: '16:30',
    }),
  });
  const context = await browser.newContext({
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    baseURL: server.address,
  });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'provider');
  await waitForSaved(page);
  await waitForWorker(page);
  await page.goto(`${MINE}?day=${day}`);
  const planned = entry(page, 'Planning, 4:00–');
  await planned.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const devtools = await context.newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const swipe = async (rest: number) => {
    const box = await planned.boundingBox();
    if (box === null) throw new Error('The entry is not drawn.');
    const [x, y] = [box.x + 100, box.y + 6];
    await touch('touchStart', x, y);
    await page.waitForTimeout(rest);
    // An hour is 72 px tall.
    for (let px = 9; px <= 36; px += 9) await touch('touchMove', x, y - px);
    await touch('touchEnd');
  };

  await swipe(0);
  await expect(planned).toBeVisible();
  await expect(page.getByRole('form')).toBeHidden();
  // A finger on a grid that is still scrolling only stops it.
  await page.waitForTimeout(800);
  await planned.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await swipe(500);
  await expect(entry(page, 'Planning, 3:30–')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(planned).toBeVisible();
  await waitForSaved(page);
  await context.close();
});

test('the office plans for anyone and sees who is available; a supervisor can only view', async ({
  server,
  office,
  browser,
  reports,
}) => {
  const day = dayPlus(today(), 1);
  const page = await office.newPage();
  await signIn(page, 'admin');
  await waitForSaved(page);
  await waitForWorker(page);
  const supervisor = await server.as('supervisor');
  const supervised = await supervisor.call('calendar.list-providers');
  const own = supervisor.signIn.provider_id;
  const person = supervised.find(({ id, archived }) => id !== own && !archived);
  if (person === undefined) throw new Error('The demo supervisor has no supervisees.');
  const name = `${person.provider_first} ${person.provider_last}`;
  const admin = await server.as('admin');
  const params = { id: person.id };
  const { version } = await admin.call('availability.read', { params });
  // Free in the evening too.
  await admin.call('availability.save', {
    ...{ params, body: { weekly: [], days_off: [] } },
    write: { key: crypto.randomUUID(), base_version: version },
  });

  await page.goto(`${MASTER}?day=${day}&provider=${person.id}&free_from=18:00&free_to=19:00`);
  await expect(page.getByText('1 of 1 provider is free 6:00–7:00 PM.')).toBeVisible();
  await page.getByRole('button', { name: `New event for ${name}` }).click();
  const form = page.getByRole('form', { name: 'New event' });
  await expect(form.getByLabel('Provider')).toHaveText(name);
  await form.getByLabel('Title').fill('Evening training');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(entry(page, 'Evening training, 6:00–')).toBeVisible();
  await expect(page.getByText('0 of 1 provider is free 6:00–7:00 PM.')).toBeVisible();
  await waitForSaved(page);

  const context = await browser.newContext({ ...wide, baseURL: server.address });
  reports.watch(context);
  const other = await context.newPage();
  await signIn(other, 'supervisor');
  await waitForSaved(other);
  await waitForWorker(other);
  await other.goto(`${MASTER}?day=${day}`);
  await expect(other.getByRole('button', { name: 'New event' })).toBeHidden();
  await other.getByLabel('Provider', { exact: true }).click();
  await other.getByRole('option', { name }).click();
  await entry(other, 'Evening training').click();
  await expect(other.getByRole('dialog', { name: 'Evening training' })).toContainText(name);
  await expect(other.getByRole('form')).toBeHidden();
  await context.close();
});

test("a lead edits a colleague's event while the office changes it: the form shows the change and continues", async ({
  server,
  office,
  browser,
  reports,
}) => {
  test.setTimeout(180_000);
  // The browser logs an answer that is stale, and one about a deleted event.
  reports.expect(/status of (404|410|412)/);
  const day = dayPlus(today(), 1);
  const lead = await server.as('lead');
  const admin = await server.as('admin');
  const known = (await admin.call('provider.list')).filter(({ archived }) => !archived);
  const services = known.find(({ id }) => id === lead.signIn.provider_id)?.services ?? [];
  const colleague = known.find(
    ({ id, services: taught }) =>
      id !== lead.signIn.provider_id && taught.some((service) => services.includes(service)),
  );
  const service = services.find((one) => colleague?.services.includes(one));
  if (colleague === undefined || service === undefined) throw new Error('The demo lead leads nobody.');
  const body = {
    ...eventEntry({ event_title: 'Case conference', is_lunch: false, service }),
    ...{ event_start_date: day, event_start_time: '18:00', event_end_date: day, event_end_time: '18:30' },
    provider: colleague.id,
  };
  await admin.call('calendar.create', { body });
  const address = `${MASTER}?day=${day}&provider=${colleague.id}`;

  const context = await browser.newContext({ ...wide, baseURL: server.address });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'lead', address);
  await waitForSaved(page);
  await entry(page, 'Case conference, 6:00–').click();
  await page.getByRole('button', { name: 'Edit event' }).click();
  const form = page.getByRole('form', { name: 'Edit event' });
  await form.getByLabel('Title').fill('Case conference, room 4');
  await form.getByLabel('Start time').fill('18:30');
  await expect(form.getByLabel('End time')).toHaveValue('19:00');

  const desk = await office.newPage();
  await test.step('the office saves first', async () => {
    await signIn(desk, 'admin', address);
    await waitForSaved(desk);
    await entry(desk, 'Case conference, 6:00–').click();
    await desk.getByRole('button', { name: 'Edit event' }).click();
    const theirs = desk.getByRole('form', { name: 'Edit event' });
    await theirs.getByLabel('Start time').fill('17:00');
    await theirs.getByLabel('Meeting notes').fill('Bring the forms.');
    await theirs.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(theirs).toBeHidden();
    await waitForSaved(desk);
  });

  await test.step("the lead sees the change, and uses the office's time", async () => {
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const notice = form.getByRole('alert');
    await expect(notice).toContainText('Someone else changed this event while you were editing.');
    await expect(notice).toBeFocused();
    await expect(notice).toContainText('5:00–5:30 PM');
    await expect(notice).toContainText('6:30–7:00 PM');
    await expect(form.getByLabel('Meeting notes')).toHaveValue('Bring the forms.');
    await expect(form.getByLabel('Start time')).toHaveValue('18:30');
    await notice.getByRole('button', { name: 'Use theirs: Time' }).click();
    await expect(form.getByLabel('Start time')).toHaveValue('17:00');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(entry(page, 'Case conference, room 4, 5:00–')).toBeVisible();
  });

  await test.step('the office has both changes, and deletes the event', async () => {
    expect(await admin.call('calendar.read', { params: { id: body.id } })).toMatchObject({
      event_title: 'Case conference, room 4',
      event_start_time: '17:00',
      meeting_notes: 'Bring the forms.',
    });
    await entry(page, 'Case conference, room 4').click();
    await entry(desk, 'Case conference, room 4').click();
    await desk.getByRole('button', { name: 'Edit event' }).click();
    await desk.getByRole('form', { name: 'Edit event' }).getByRole('button', { name: 'Delete' }).click();
    await desk.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(entry(desk, 'Case conference')).toBeHidden();
    await waitForSaved(desk);
  });

  await test.step("a deleted event can't be changed, and goes without a reload", async () => {
    await page.getByRole('button', { name: 'Edit event' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(form).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(entry(page, 'Case conference')).toBeHidden();
  });
  await context.close();
});

test("the office moves a colleague's event, and a supervisor with the Master Calendar open sees it without a reload", async ({
  browser,
  server,
  network,
  reports,
}) => {
  test.setTimeout(180_000);
  const day = dayPlus(today(), 1);
  const supervisor = await server.as('supervisor');
  const own = supervisor.signIn.provider_id;
  const supervised = await supervisor.call('calendar.list-providers');
  const person = supervised.find(({ id, archived }) => id !== own && !archived);
  if (person === undefined) throw new Error('The demo supervisor has no supervisees.');
  const admin = await server.as('admin');
  const body = {
    ...eventEntry({ event_title: 'Home visit', is_lunch: false }),
    ...{ event_start_date: day, event_start_time: '18:00', event_end_date: day, event_end_time: '18:30' },
    provider: person.id,
  };
  await admin.call('calendar.create', { body });
  const address = `${MASTER}?day=${day}&provider=${person.id}`;
  const open = async (role: 'admin' | 'supervisor', baseURL: string) => {
    const context = await browser.newContext({ ...wide, baseURL });
    reports.watch(context);
    const page = await context.newPage();
    await signIn(page, role, address);
    await waitForSaved(page);
    await expect(entry(page, 'Home visit, 6:00–')).toBeVisible();
    return page;
  };
  const page = await open('admin', network.address);
  const other = await open('supervisor', server.address);

  await test.step('by keyboard, and back', async () => {
    await entry(page, 'Home visit, 6:00–').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(moved(page)).toContainText('6:15–6:45 PM');
    await expect(entry(page, 'Home visit, 6:15–')).toBeVisible();
    await expect(entry(other, 'Home visit, 6:15–')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(entry(page, 'Home visit, 6:00–')).toBeVisible();
    await expect(entry(other, 'Home visit, 6:00–')).toBeVisible();
  });

  await test.step('offline it stays where it is', async () => {
    await waitForWorker(page);
    network.cutOff();
    await entry(page, 'Home visit, 6:00–').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: /^Not moved/ })).toHaveText(
      "Not moved: Can't reach the server. You need a connection to change this event.",
    );
    await expect(entry(page, 'Home visit, 6:00–')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Showing the last data we received.')).toBeVisible();
    await expect(page.getByText(/^As of .*, Pacific$/)).toBeVisible();
    await expect(entry(page, 'Home visit, 6:00–')).toBeVisible();
  });

  await test.step('a new event is kept in its form until the server can be reached', async () => {
    await page.getByRole('button', { name: 'New event', exact: true }).click();
    const form = page.getByRole('form', { name: 'New event' });
    await form.getByLabel('Title').fill('Team review');
    await form.getByLabel('Start time').fill('19:00');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByText(/You need a connection to schedule for someone else/)).toBeVisible();
    network.comeBack();
    await noticeNetwork(page);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(entry(page, 'Team review, 7:00–')).toBeVisible();
    await expect(entry(other, 'Team review, 7:00–')).toBeVisible();
  });
  await page.context().close();
  await other.context().close();
});
