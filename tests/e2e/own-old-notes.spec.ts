import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { contentDigest } from '#contract/soap-note.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { signedContent } from '#domain/notes/soap-signature.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { eventEntry, sessionEntry } from '#tests/support/device-entries.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { signNote, today } from './day.ts';
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

test.setTimeout(180_000);

const NOT_HERE = "You're offline. Connect to see this page.";

/** The provider's own sessions of long ago, decided by the office where a late entry needs that. */
async function givenOldSessions(server: RealServer, day: string) {
  const [provider, office] = [await server.as('provider'), await server.as('superadmin')];
  const own = new Set((await provider.call('student.list-mine')).map(({ id }) => id));
  const { sessions } = await provider.call('session.list', { query: { limit: 200 } });
  const known = sessions.find(({ student_ids: [first = ''] }) => own.has(first));
  if (known === undefined) throw new Error('There are no sessions.');
  const {
    service,
    location,
    modality,
    student_ids: [student = ''],
  } = known;
  const give = async (start_time: string, end_time: string) => {
    const id = randomUUID();
    const entry = sessionEntry({
      id,
      student_ids: [student],
      service,
      location,
      modality,
      session_date: day,
    });
    const made = await provider.call('session.create', {
      body: { ...entry, start_time, end_time, provider: provider.signIn.user_id },
      write: { key: randomUUID(), base_version: 0 },
    });
    for (const { asked_at } of made.requests ?? []) {
      await office.call('session.decide-request', {
        params: { id },
        body: { asked_at, decision: 'approved', note: '' },
        write: { key: randomUUID(), base_version: made.version },
      });
    }
    return id;
  };
  const [begun, blank] = [await give('09:00', '09:30'), await give('10:00', '10:30')];
  const times = { event_start_date: day, event_end_date: day, event_end_time: '14:30' };
  const plan = eventEntry({
    ...{ id: randomUUID(), is_lunch: false, event_title: 'Planning for the summer', ...times },
    event_start_time: '14:00',
  });
  await provider.call('calendar.create', { body: plan, write: { key: randomUUID(), base_version: 0 } });
  return { provider, student, service, begun, blank, plan };
}

test('a provider reads, begins, and signs notes of an earlier fiscal year, changes its calendar, and offline is told what is not on the device', async ({
  browser,
  server,
  network,
  reports,
}) => {
  // The last day of the fiscal year before those that the device holds.
  const day = `${fiscalYearOf(today()) - 1}-06-30`;
  const { provider, student, service, begun, blank, plan } = await givenOldSessions(server, day);
  const noteOf = async (session: string) =>
    (await provider.call('soap.list-of-session', { params: { id: session } }))[0];
  await provider.call('soap.create', {
    body: {
      ...{ id: soapNoteId(begun, student), student, session: begun, service, note_date: day },
      ...{ subjective: 'Was in a good mood.', objective: 'Said R in 8 of 10 words.' },
      ...{ assessment: 'Better than last week.', plan: 'Go on with R.', cpt_codes: [], dx_codes: [] },
    },
    write: { key: randomUUID(), base_version: 0 },
  });

  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'provider', '/my-students');
  await waitForSaved(page);
  await waitForWorker(page);
  const info = (id: string) => `/my-sessions/info/${id}`;
  const notes = page.getByRole('group', { name: /^SOAP note/ });
  const part = (label: string): Locator => page.getByLabel(label, { exact: true });
  const offline = async () => {
    network.cutOff();
    await noticeNetwork(page);
  };
  const online = async () => {
    network.comeBack();
    await noticeNetwork(page);
    await waitForSaved(page);
  };

  await test.step('the list of those days comes from the server, and the session opens', async () => {
    await page.goto(`/my-sessions?from=${day}&to=${day}`);
    for (const id of [begun, blank]) await expect(page.locator(`a[href*="${id}"]`).first()).toBeVisible();
    await page.locator(`a[href*="${begun}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(begun));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('the calendar of that day comes from the server, and its events are changed there', async () => {
    await page.goto(`/schedules/calendar/events/get/my_calendar?view=day&day=${day}`);
    await page.getByRole('button', { name: /^Planning for the summer, 2:00/ }).click();
    await page.getByRole('button', { name: 'Edit event' }).click();
    await part('Title').fill('Summer plans');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: /^Summer plans, 2:00/ })).toBeVisible();
    expect(await provider.call('calendar.read', { params: { id: plan.id } })).toMatchObject({
      ...{ event_title: 'Summer plans', version: 2 },
    });
  });

  await test.step('a note that was begun there is read, goes on offline, and is signed', async () => {
    await page.goto(info(begun));
    await expect(part('Plan')).toHaveValue('Go on with R.');
    await offline();
    await part('Plan').fill('Go on with R and L.');
    await signNote(notes, (target) => target.click());
    await expect(notes.getByText(/Signed by/)).toBeVisible();
    await expect(syncStatus(page)).toContainText(/\d/);
    await online();
    await expect.poll(() => noteOf(begun)).toMatchObject({ plan: 'Go on with R and L.' });
    expect((await noteOf(begun))?.state).not.toBe('draft');
  });

  await test.step('co-signed it is finished: it leaves the device, is read from the server, and amended offline', async () => {
    const note = await noteOf(begun);
    if (note === undefined) throw new Error('The note is gone.');
    const { goal_entries, ...content } = note;
    const supervisor = await server.as('supervisor');
    await supervisor.call('soap.co-sign', {
      params: { id: note.id },
      body: { content_sha256: await contentDigest(signedContent(content, goal_entries)) },
      write: { key: randomUUID(), base_version: note.version },
    });
    await page.goto(info(begun));
    await expect(page.getByText(/Co-signed by/)).toBeVisible();
    await offline();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add amendment' }).click();
    await page.getByLabel('Amendment').fill('It was L, not R.');
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('It was L, not R.')).toBeVisible();
    await expect(syncStatus(page)).toContainText(/\d/);
    await online();
    await expect.poll(() => noteOf(begun)).toMatchObject({ amendments: [{ text: 'It was L, not R.' }] });
  });

  await test.step('a note that nobody has begun is begun, and signed', async () => {
    await page.goto(info(blank));
    for (const label of ['Subjective', 'Objective', 'Assessment', 'Plan']) {
      await part(label).fill(`${label} of long ago.`);
    }
    await signNote(notes, (target) => target.click());
    await expect(notes.getByText(/Signed by/)).toBeVisible();
    await waitForSaved(page);
    await expect.poll(() => noteOf(blank)).toMatchObject({ plan: 'Plan of long ago.' });
    expect((await noteOf(blank))?.state).not.toBe('draft');
  });

  await test.step("offline, the pages say what isn't on this device", async () => {
    await offline();
    await page.goto(`/schedules/calendar/events/get/my_calendar?view=day&day=${day}`);
    await expect(page.getByText("Some of this isn't on this device.")).toBeVisible();
    await page.goto(info(begun));
    await expect(page.getByText(NOT_HERE)).toBeVisible();
    await page.goto(`/my-students/info/${student}?tab=soap`);
    await expect(page.getByText(/^Notes from before .* aren't on this device\./)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show all notes' })).toBeHidden();
  });

  await test.step('online, older notes are offered and read', async () => {
    await online();
    await page.getByRole('button', { name: 'Show all notes' }).click();
    await expect(page.getByText('Go on with R and L.').first()).toBeAttached();
  });
});
