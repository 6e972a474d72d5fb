import { fullName } from '#domain/students/student-name.ts';
import { pacificDay, pacificTime } from '#domain/time/pacific.ts';
import {
  addSession,
  entryOf,
  fillSession,
  officeSessions,
  openSyncCentre,
  studentsOf,
  today,
} from './day.ts';
import { expect, fillLogin, signIn, syncStatus, test, waitForSaved, waitForWorker } from './fixtures.ts';

test.setTimeout(240_000);

test("a provider's day, entered offline on a phone, reaches the office once and only once", async ({
  server,
  network,
  phone,
  office,
}) => {
  const provider = await server.as('provider');
  const providerId = provider.signIn.user_id;
  const [anna, ben, cara, dan] = await studentsOf(provider);
  if (!anna || !ben || !cara || !dan) throw new Error('The demo provider has too few students.');
  const before = await officeSessions(provider, providerId);
  let page = await phone.open();

  await test.step('the first pull shows its progress, then today is one strip', async () => {
    network.add(/^\/api\/sync\/pull\//, { kind: 'delay', ms: 800 }, 3);
    await page.goto('/');
    await fillLogin(page, 'provider');
    await expect(
      page.getByRole('progressbar', { name: 'Bringing your records to this device' }),
    ).toBeVisible();
    await waitForSaved(page);
    await waitForWorker(page);
    await expect(page).toHaveURL('/my-sessions');
    const entries = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    expect(await entries.count()).toBeGreaterThanOrEqual(7);
  });

  const reportPage = await office.newPage();
  await test.step('the office has its report open', async () => {
    await signIn(reportPage, 'admin', '/reports/dashboard/my-sessions/v2');
    await waitForSaved(reportPage);
    await reportPage.getByLabel('Search').fill(fullName(anna));
  });

  await test.step('without a server the app starts from its worker, without asking for the password', async () => {
    network.cutOff();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Add session' })).toBeVisible();
    await expect(syncStatus(page)).toHaveText('Offline');
  });

  await test.step('three sessions are added', async () => {
    await addSession(page, { students: [anna, ben], start: '15:00', minutes: 30, scheduled: 30 });
    await addSession(page, {
      students: [cara],
      start: '15:35',
      scheduled: 30,
      minutes: 20,
      reason: 'Fire drill',
      notes: 'Stopped early.',
    });
    await addSession(page, { students: [dan], start: '16:00', scheduled: 30, minutes: 30 });
    await addSession(page, { students: [dan], start: '16:45', scheduled: 30, minutes: 30 });
    await expect(entryOf(page, '3:00 PM')).toContainText('Saved on this device');
  });
  void pacificDay;
  void pacificTime;
  void fillSession;
  void openSyncCentre;
  void today;
  void before;
});
