import type { Locator, Page } from '@playwright/test';
import type { Session } from '#contract/session.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import type { ApiPerson } from '#tests/support/real-server.ts';
import {
  addSession,
  fillSession,
  lockedDay,
  logPlanned,
  officeSessions,
  openMore,
  openSyncCenter,
  planSession,
  saidUnder,
  studentsOf,
  today,
} from './day.ts';
import {
  expect,
  noticeNetwork,
  openSignedIn,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
} from './fixtures.ts';
import { MOST_TAPS, TouchInput } from './touch-input.ts';

test.setTimeout(240_000);

const formOf = (page: Page, name = 'New session') => page.getByRole('form', { name });
const saveIn = (form: Locator) => form.getByRole('button', { name: 'Save', exact: true });

/** Two pay periods of at most 16 days are still open: today's, and the one before it. */
const UNLOCKED_DAYS = 32;

/** Two sessions of the provider in locked pay periods: a delivered one, and one without a note. */
async function lockedSessions(provider: ApiPerson, from: string): Promise<(Session | undefined)[]> {
  const to = dayPlus(today(), -UNLOCKED_DAYS);
  const sessions = await officeSessions(provider, provider.signIn.user_id, from, to);
  const delivered = sessions.find((one) => one.attendance === 'delivered' && !one.changeDuration);
  return [delivered, sessions.find(({ attendance }) => attendance === 'student-absent')];
}

test('a provider logs sessions with few taps, offline, and requests what needs a decision', async ({
  server,
  network,
  phone,
  office,
  reports,
}) => {
  const provider = await server.as('provider');
  const { user_id: providerId } = provider.signIn;
  const locked = await lockedDay(provider);
  const [wrong, needless] = await lockedSessions(provider, locked);
  const [anna] = await studentsOf(provider);
  if (!wrong || !needless || !anna) throw new Error('The demo provider has too few sessions.');
  const before = (await officeSessions(provider, providerId)).length;

  await planSession(provider, anna, '19:00');
  const page = await openSignedIn(phone, 'provider');
  await waitForWorker(page);
  network.cutOff();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Day' })).toBeVisible();

  const recordedAt =
    await test.step('a planned session and an unplanned one take at most three taps', async () => {
      const planned = new TouchInput();
      await planned.tap(page.getByRole('button', { name: /^Log session: / }).first());
      await planned.tap(saveIn(formOf(page)));
      await expect(formOf(page)).toBeHidden();

      const unplanned = new TouchInput();
      await unplanned.tap(page.getByRole('button', { name: 'Add session' }));
      const offered = formOf(page).getByRole('group', { name: 'Same as last time' }).getByRole('button');
      await unplanned.tap(offered.first());
      await expect(formOf(page).getByLabel('Service')).not.toHaveValue('');
      await expect(formOf(page).getByLabel('Students', { exact: true })).toBeFocused();
      const start = await formOf(page).getByLabel('Start time').inputValue();
      await unplanned.tap(saveIn(formOf(page)));
      await expect(formOf(page)).toBeHidden();

      console.log(`Taps for a session: planned ${planned.taps}, same as last time ${unplanned.taps}.`);
      for (const { taps } of [planned, unplanned]) expect(taps).toBeLessThanOrEqual(MOST_TAPS.session);
      await expect(syncStatus(page)).toHaveText('Offline · 2 changes to sync');
      return start;
    });

  await test.step("on the smallest phone a field with an error isn't covered by the footer", async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 568 });
    await page.getByRole('button', { name: 'Add session' }).tap();
    const form = formOf(page);
    await fillSession(form, { students: [anna], start: recordedAt });
    const warnings = form.getByRole('list', { name: 'Warnings' });
    await expect(warnings).not.toBeEmpty();
    // Regardless of how many warnings are open in the footer.
    const others = form.getByRole('button', { name: /more to check$/ });
    if (await others.isVisible()) await others.tap();
    await expect(warnings).toContainText('Overlaps');
    await openMore(form);
    await form.getByLabel('Indirect (minutes)').fill('700');
    await form.getByRole('radio', { name: 'Delivered' }).scrollIntoViewIfNeeded();
    await saveIn(form).tap();
    const error = form.getByText('Enter no more than the duration.');
    await expect(error).toBeVisible();
    const footer = form.locator('.sticky');
    await expect
      .poll(async () => {
        const [shown, below] = [await error.boundingBox(), await footer.boundingBox()];
        return shown !== null && below !== null && shown.y + shown.height <= below.y;
      })
      .toBe(true);
    await form.getByRole('button', { name: 'Cancel' }).tap();
    await page.getByRole('button', { name: 'Leave' }).tap();
    if (size !== null) await page.setViewportSize(size);
  });

  const copied = await test.step('a day is duplicated, skipping existing sessions', async () => {
    await page.getByRole('button', { name: 'Duplicate a day' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Duplicate a day' });
    const entries = sheet.getByRole('list', { name: 'Sessions to duplicate' }).getByRole('listitem');
    await expect(entries.first()).toBeVisible();
    const open = sheet.getByRole('button', { name: /^Log session: / });
    const count = await open.count();
    await open.first().tap();
    await expect(open).toHaveCount(count - 1);
    await sheet.getByRole('button', { name: /^Log (?:all )?(?:\d+|session)$/ }).tap();
    // Those that are planned at another time are only logged if they are asked for.
    await expect(sheet.getByRole('button', { name: 'Done' })).toBeVisible();
    for (let left = await open.count(); left > 0; left -= 1) {
      await open.first().tap();
      await expect(open).toHaveCount(left - 1);
    }
    await expect(sheet.getByRole('status')).toHaveText('Nothing left to log.');
    await expect(entries.filter({ hasText: 'Logged' })).toHaveCount(await entries.count());
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await expect(syncStatus(page)).toHaveText(`Offline · ${count + 2} changes to sync`);
    return count;
  });

  await test.step('a makeup starts from what is owed', async () => {
    const owed = page.getByRole('button', { name: /^Makeups owed/ });
    const many = Number(/\d+/.exec(await owed.innerText())?.[0]);
    await owed.tap();
    await page
      .getByRole('button', { name: /^Make up: / })
      .first()
      .tap();
    const form = formOf(page);
    await expect(form.getByRole('radio', { name: 'Makeup' })).toBeChecked();
    await expect(form.getByLabel('Makes up for')).not.toHaveValue('');
    await form.getByLabel('Start time').fill('18:00');
    await saveIn(form).tap();
    await expect(form).toBeHidden();
    await expect(owed).toContainText(String(many - 1));
  });

  await test.step('a changed duration, a late entry, an edit, and a deletion after the lock become requests', async () => {
    await logPlanned(page, '19:00', { minutes: 45, reason: 'Parent talk' });
    await addSession(page, { students: [anna], date: locked, start: '20:00', minutes: 30 });

    await page.goto(`/my-sessions/info/${wrong.id}`);
    await page.getByRole('button', { name: 'Request a change' }).tap();
    const form = formOf(page, 'Request a change');
    await form.getByLabel('Start time').fill('06:30');
    await saveIn(form).tap();
    await expect(form.getByText('Enter a reason.')).toBeVisible();
    await form.getByLabel('Reason for the request').fill('I read the clock wrong.');
    await saveIn(form).tap();
    await expect(form).toBeHidden();
    const requests = page.getByRole('list', { name: 'Requests' });
    await expect(requests).toContainText('Edit after lock');
    await expect(requests).toContainText('Not synced yet');
    await expect(page.locator('[data-slot=page-header]')).not.toContainText('6:30 AM');

    await page.goto(`/my-sessions/info/${needless.id}`);
    await page.getByRole('button', { name: 'Request deletion' }).tap();
    await page.getByLabel('Reason for deleting').fill('It was entered twice.');
    await page.getByRole('button', { name: 'CONFIRM' }).tap();
    await expect(requests).toContainText('Deletion after lock');
  });

  network.comeBack();
  await noticeNetwork(page);
  await waitForSaved(page);
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('Waiting for approval');
  const today_ = await officeSessions(provider, providerId);
  expect(today_).toHaveLength(before + copied + 4);
  const changed = today_.find(({ start_time }) => start_time === '19:00');
  const [late] = (await officeSessions(provider, providerId, locked, locked)).filter(
    ({ start_time }) => start_time === '20:00',
  );
  expect(changed).toMatchObject({ changeDuration: true, approval_request: 'pending' });
  expect(late).toMatchObject({ state: 'draft', late_for_payroll: true });
  if (!changed || !late) throw new Error('The office has not got everything.');

  const desk = await office.newPage();
  await signIn(desk, 'superadmin', '/payroll/durations');
  await waitForSaved(desk);
  await waitForWorker(desk);
  const decide = async (action: 'Approve' | 'Deny', note: string) => {
    const dialog = desk.getByRole('dialog', { name: `Confirmation - ${action}` });
    await dialog.getByLabel('Note').fill(note);
    await dialog.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('the office decides on changed durations in the list', async () => {
    await desk.getByLabel('Provider', { exact: true }).selectOption(providerId);
    await desk.getByLabel('Status').selectOption('All');
    await desk.getByLabel('From').fill(today());
    const rows = desk.getByRole('table', { name: 'Changed durations' }).getByRole('row');
    // Only the head is left of what isn't today's.
    await expect(rows.filter({ hasNotText: displayDay(today()) })).toHaveCount(1);
    const row = rows.filter({ hasText: '+15' });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Parent talk');
    await row.getByRole('button', { name: /^Approve/ }).click();
    await decide('Approve', 'The parent confirmed.');
    await expect(row).toContainText('Approved');
    await expect(row).toContainText('The parent confirmed.');
  });

  await test.step('and on the other requests in the session; the provider sees the decisions', async () => {
    await desk.goto(`/my-sessions/info/${late.id}`);
    await desk.getByRole('button', { name: 'Approve' }).click();
    await decide('Approve', '');
    await expect(desk.locator('[data-slot=page-header]')).toContainText('Logged');
    await desk.goto(`/my-sessions/info/${wrong.id}`);
    await expect(desk.getByRole('list', { name: 'Requests' })).toContainText('6:30 AM');
    await desk.getByRole('button', { name: 'Deny' }).click();
    await decide('Deny', 'The school has another time.');
    await expect(desk.getByRole('list', { name: 'Requests' })).toContainText('Denied');
    // Once it is deleted, the office asks the server whether it still has it.
    reports.expect(/status of 404/);
    await desk.goto(`/my-sessions/info/${needless.id}`);
    await desk.getByRole('button', { name: 'Approve' }).click();
    await decide('Approve', '');
    await expect(desk.getByText('Page not found, or you')).toBeVisible();

    await expect(page.getByText('Page not found, or you')).toBeVisible({ timeout: 30_000 });
    await page.goto(`/my-sessions/info/${wrong.id}`);
    await expect(page.getByRole('list', { name: 'Requests' })).toContainText('The school has another time.');
    await page.goto(`/my-sessions/info/${changed.id}`);
    await expect(saidUnder(page, 'Changed duration')).toHaveText('Approved');
    await expect(saidUnder(page, 'Payable')).toHaveText('45 min');
    await openSyncCenter(page);
    await expect(page.getByText('Needs attention')).toBeHidden();
  });
});

test('a lead decides in their own service, and no one on their own work', async ({ server, office }) => {
  const lead = await server.as('lead');
  const { sessions } = await lead.call('session.list', { query: { limit: 200 } });
  const others = sessions.find((session) => session.provider !== lead.signIn.user_id);
  if (!others) throw new Error('The demo lead sees no session of others.');
  const admin = await server.as('admin');
  const student = { id: others.student_ids[0] ?? '', services: [others.service] };
  const calendar_event_id = await planSession(admin, student, '05:00', others.provider);
  const [own] = await studentsOf(lead);
  if (!own) throw new Error('The demo lead has no student.');
  await planSession(lead, own, '05:30');
  const asked = await admin.call('session.create', {
    body: {
      ...copyOf(others),
      calendar_event_id,
      ...{ session_date: today(), start_time: '05:00', end_time: '05:20' },
      ...{ scheduled_minutes: 30, actual_minutes: 20, direct_minutes: 20, indirect_minutes: 0 },
      duration_reason: 'Fire drill.',
    },
  });
  const page = await office.newPage();
  await signIn(page, 'lead', `/my-sessions/info/${asked.id}`);
  await waitForSaved(page);
  await waitForWorker(page);
  await expect(saidUnder(page, 'Payable')).toHaveText('30 min');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(saidUnder(page, 'Changed duration')).toHaveText('Approved');
  await expect(saidUnder(page, 'Payable')).toHaveText('20 min');
  await page.getByText('Record details').click();
  await expect(saidUnder(page, 'Entered by')).toContainText('on behalf of');

  await test.step("the lead's own changed duration waits for a colleague", async () => {
    await page.goto('/my-sessions');
    await logPlanned(page, '05:30', { minutes: 7, reason: 'Cut short.' });
    await waitForSaved(page);
    await page.getByRole('list', { name: 'Day' }).getByRole('button', { name: /7 min/ }).click();
    await expect(page.getByText("You can't approve your own request")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
  });
});

/** The fields that a person enters, under a new id. */
function copyOf(session: Session) {
  const { provider, student_ids, service, location, setting, modality, time_zone } = session;
  return {
    id: crypto.randomUUID(),
    ...{ provider, student_ids, service, location, setting, modality, time_zone },
    ...{ attendance: 'delivered' as const, reason: '', notes: '', calendar_event_id: null, make_up_of: null },
  };
}
