import { fullName, shortName } from '#domain/students/student-name.ts';
import { pacificDisplay, pacificTime } from '#domain/time/pacific.ts';
import {
  addSession,
  entryOf,
  fillSession,
  logPlanned,
  officeSessions,
  openSyncCenter,
  planSession,
  saidUnder,
  studentsOf,
  today,
} from './day.ts';
import { expect, fillLogin, signIn, syncStatus, test, waitForSaved, waitForWorker } from './fixtures.ts';

test.setTimeout(240_000);
// As `npm start` runs it.
test.use({ database: 'embedded' });

test("a provider's day, entered offline on a phone, reaches the office exactly once", async ({
  server,
  network,
  phone,
  office,
}) => {
  const provider = await server.as('provider');
  const { user_id: providerId } = provider.signIn;
  const [anna, ben, cara, dan] = await studentsOf(provider);
  if (!anna || !ben || !cara || !dan) throw new Error('The demo provider has too few students.');
  const before = await officeSessions(provider, providerId);
  await planSession(provider, cara, '15:35');
  let page = await phone.open();

  await test.step("the first pull shows its progress, then today's strip", async () => {
    network.add(/^\/api\/sync\/pull\//, { kind: 'delay', ms: 800 }, 3);
    await page.goto('/');
    await fillLogin(page, 'provider');
    await expect(page.getByRole('progressbar', { name: /^Loading records/ })).toBeVisible();
    await waitForSaved(page);
    await waitForWorker(page);
    await expect(page).toHaveURL('/my-sessions');
    await expect(entryOf(page, '8:30 AM')).toBeVisible();
    await expect(entryOf(page, '2:15 PM')).toBeVisible();
    await expect(entryOf(page, 'free').first()).toBeVisible();
    // Planning time after the last session is on some weekdays only.
    await expect(entryOf(page, 'Overlaps').filter({ hasText: /\d AM/ })).toHaveCount(2);
  });

  const desk = await office.newPage();
  await test.step('the office has its report open', async () => {
    await signIn(desk, 'admin', '/reports/dashboard/my-sessions/v2');
    await waitForSaved(desk);
    await desk.getByLabel('From').fill(today());
    await desk.getByLabel('To', { exact: true }).fill(today());
    await desk.getByLabel('Provider', { exact: true }).selectOption(providerId);
  });

  await test.step('without a server the app starts from its service worker, without a password', async () => {
    network.cutOff();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Add session' })).toBeVisible();
    await expect(syncStatus(page)).toHaveText('Offline');
  });

  await test.step('three sessions are entered, one of them edited, and a fourth deleted', async () => {
    await addSession(page, { students: [anna, ben], start: '15:00', minutes: 30 });
    await logPlanned(page, '15:35', { minutes: 20, reason: 'Fire drill' });
    await addSession(page, {
      students: [dan],
      start: '16:00',
      minutes: 30,
      notes: 'As plannd.',
    });
    await addSession(page, { students: [ben], start: '16:45', minutes: 30 });
    await expect(entryOf(page, '3:00 PM')).toContainText(`${shortName(anna)}, ${shortName(ben)}`);
    await expect(entryOf(page, '3:35 PM')).toContainText('Changed duration');

    await entryOf(page, '4:00 PM').getByRole('button').click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Edit session' });
    await fillSession(form, { start: '16:05', notes: 'As planned.' });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('As planned.')).toBeVisible();
    await page.getByRole('link', { name: 'My Sessions' }).click();

    await entryOf(page, '4:45 PM').getByRole('button').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Confirmation - Delete' })).toContainText(
      'Are you sure you want to Delete',
    );
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page).toHaveURL('/my-sessions');
    await expect(entryOf(page, '4:05 PM')).toBeVisible();
    await expect(entryOf(page, '4:45 PM')).toBeHidden();
  });

  await test.step('lunch appears on the strip, and is moved', async () => {
    await page.getByRole('button', { name: 'Add lunch' }).click();
    const form = page.getByRole('form', { name: 'New lunch break' });
    await expect(form.getByLabel('Duration (minutes)')).toHaveValue('30');
    await form.getByLabel('Start time').fill('12:00');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(entryOf(page, 'Lunch Break', '12:00 PM', '12:30 PM')).toContainText('On the calendar');
    await entryOf(page, 'Lunch Break').getByRole('button').click();
    const edit = page.getByRole('form', { name: 'Edit lunch break' });
    await edit.getByLabel('Start time').fill('11:45');
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(entryOf(page, 'Lunch Break', '11:45 AM', '12:15 PM')).toContainText('On the calendar');
    await expect(entryOf(page, 'Lunch Break')).toHaveCount(1);
  });

  const expectAllWaiting = async () => {
    for (const words of ['3:00 PM', '3:35 PM', '4:05 PM', 'Lunch Break']) {
      await expect(entryOf(page, words)).toContainText('Saved on this device');
    }
    await expect(entryOf(page, '4:45 PM')).toBeHidden();
    await openSyncCenter(page);
    const waiting = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
    for (const start of ['3:00 PM', '3:35 PM', '4:05 PM']) {
      await expect(waiting.filter({ hasText: 'New session' }).filter({ hasText: start })).toHaveCount(1);
    }
    await expect(waiting.filter({ hasText: 'New lunch break' })).toHaveCount(1);
    // Its calendar event is carried by the lunch break.
    await expect(waiting.filter({ hasText: 'calendar event' })).toHaveCount(0);
    // One entry per record: it says if several changes of it are waiting.
    const entries = await waiting.allTextContents();
    const count = entries.reduce((sum, words) => sum + Number(/, (\d+) changes/.exec(words)?.[1] ?? 1), 0);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(syncStatus(page)).toHaveText(`Offline · ${count} changes to sync`);
  };

  await test.step('all changes are counted as unsynced, also after the browser was closed', async () => {
    await expectAllWaiting();
    await phone.close();
    page = await phone.open();
    await page.goto('/');
    await expect(page.getByText('There are unsynced changes on this device.')).toBeVisible();
    await fillLogin(page, 'provider');
    await expect(syncStatus(page)).toContainText('to sync');
    await expectAllWaiting();
  });

  await test.step('back online everything syncs automatically, despite a lost answer', async () => {
    network.add(/^\/api\/sync\/push\/$/, { kind: 'lose-answer' }, 1);
    network.comeBack();
    await waitForSaved(page);
    const lost = network.seen.filter(
      ({ path, fault }) => path === '/api/sync/push/' && fault === 'lose-answer',
    );
    expect(lost).toMatchObject([{ status: 200 }]);
    for (const words of ['3:00 PM', '3:35 PM', '4:05 PM', 'Lunch Break']) {
      await expect(entryOf(page, words)).toContainText('Synced');
    }
  });

  await test.step('the office has each of them once, in the order in which they were made', async () => {
    const known = new Set(before.map(({ id }) => id));
    const arrived = (await officeSessions(provider, providerId)).filter(({ id }) => !known.has(id));
    expect(arrived).toMatchObject([
      { start_time: '15:00', student_ids: [anna.id, ben.id], setting: 'group', changeDuration: false },
      {
        start_time: '15:35',
        student_ids: [cara.id],
        changeDuration: true,
        duration_reason: 'Fire drill',
        actual_minutes: 20,
        scheduled_minutes: 30,
        approval_request: 'pending',
      },
      { start_time: '16:05', student_ids: [dan.id], notes: 'As planned.' },
    ]);
    const received = arrived.map(({ received_at }) => received_at ?? '');
    expect(received).toEqual(received.toSorted());

    const lunches = await provider.call('lunch.list-of-day', { params: { a: providerId, b: today() } });
    expect(lunches).toMatchObject([{ lunch_duration: 30, waiver_type: '' }]);
    expect(lunches.map(({ lunch_start_time }) => pacificTime(lunch_start_time))).toEqual(['11:45']);
    const events = await provider.call('calendar.list-mine', { query: { start: today(), end: today() } });
    expect(events.filter(({ is_lunch }) => is_lunch)).toMatchObject([
      {
        id: lunches[0]?.calendar_event_id,
        event_title: 'Lunch Break',
        event_start_time: '11:45',
        event_end_time: '12:15',
        location: '5',
        event_color: 'green',
      },
    ]);
  });

  await test.step('the office saw them arrive without a reload, with who entered each and when', async () => {
    const rows = desk
      .getByRole('table', { name: 'Sessions' })
      .or(desk.getByRole('grid', { name: 'Sessions' }));
    const row = rows
      .getByRole('row')
      .filter({ hasText: '3:35–3:55 PM' })
      .filter({ hasText: fullName(cara) });
    await expect(row).toBeVisible();
    await expect(rows.getByRole('row').filter({ hasText: '3:00–3:30 PM' })).toBeVisible();
    await expect(rows.getByRole('row').filter({ hasText: '4:05–4:35 PM' })).toBeVisible();
    const [session] = (await officeSessions(provider, providerId)).filter(
      ({ start_time }) => start_time === '15:35',
    );
    if (session?.received_at == null) throw new Error('The session has not arrived.');
    await row.click();
    await expect(desk).toHaveURL(new RegExp(`/reports/dashboard/my-sessions/v2/info/${session.id}`));
    await desk.getByText('Record details').click();
    await expect(saidUnder(desk, 'Entered (device time)')).toContainText(pacificDisplay(session.captured_at));
    await expect(saidUnder(desk, 'Received by server')).toContainText(pacificDisplay(session.received_at));
    expect(session.captured_by).toBe(providerId);
    await expect(saidUnder(desk, 'Entered by')).toHaveText(
      (await saidUnder(desk, 'Provider').textContent()) ?? '',
    );
  });
});
