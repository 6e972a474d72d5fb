import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { HandedService } from '#contract/caseload-moves.ts';
import { dayPlus, displayDay, displayTime } from '#domain/time/pacific.ts';
import type { ApiPerson, RealServer } from '#tests/support/real-server.ts';
import { entryOf, planSession, today } from './day.ts';
import { expect, openSignedIn, signIn, test, waitForSaved } from './fixtures.ts';

/** After everything that the demo has for the day. */
const START = '20:00';
const FIRST = today();
const LAST = dayPlus(FIRST, 13);
const DAYS = `from ${displayDay(FIRST)} to ${displayDay(LAST)}`;

/** A session of the demo provider today, and a colleague who can take it over. */
interface Caseload {
  admin: ApiPerson;
  provider: string;
  substitute: { id: string; name: string; login: string };
  /** The service that moves, of a student whom the substitute doesn't have yet. */
  moved: HandedService;
}

async function plannedCaseload(server: RealServer): Promise<Caseload> {
  const [admin, provider] = [await server.as('admin'), await server.as('provider')];
  const { user_id } = provider.signIn;
  for (const { id, archived, provider_first, provider_last } of await admin.call('provider.list')) {
    if (archived || id === user_id) continue;
    const login = `${provider_first}.${provider_last}`.toLowerCase();
    const person = await server.as(login).catch(() => null);
    if (person === null) continue;
    const own = new Set((await person.call('student.list-mine')).map((student) => student.id));
    const { services } = await admin.call('caseload-move.read-handover', {
      params: { id: user_id },
      query: { substitute: id, start_date: FIRST, end_date: LAST },
    });
    const moved = services.find(({ refusal, student }) => refusal === '' && !own.has(student));
    if (moved === undefined) continue;
    await planSession(provider, { id: moved.student, services: [moved.service] }, START);
    const substitute = { id, name: `${provider_first} ${provider_last}`, login };
    return { admin, provider: user_id, substitute, moved };
  }
  throw new Error('The demo organization has no substitute for its provider.');
}

/** Hands the one service over, as another person of the office would. */
async function handOver({ admin, provider, substitute, moved }: Caseload): Promise<void> {
  await admin.call('caseload-move.hand-over', {
    params: { id: provider },
    body: {
      ...{ id: randomUUID(), substitute: substitute.id, start_date: FIRST, end_date: LAST },
      ...{ services: [moved.id], note: '' },
    },
    write: { key: randomUUID(), base_version: 0 },
  });
}

async function openHandover(page: Page, provider: string): Promise<void> {
  await signIn(page, 'admin', `/providers/info/${provider}?tab=handover`);
  await waitForSaved(page);
}

const entries = (page: Page) => page.getByRole('list', { name: 'Hand-overs' }).getByRole('listitem');

/** Presses Tab until an element has the focus: past every service that can be taken out. */
async function tabTo(target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 200 && !(await isThere()); presses += 1) {
    await target.page().keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Types a day into the date field that has the focus, and leaves the field. */
async function typeDay(page: Page, day: string): Promise<void> {
  await page.keyboard.type(displayDay(day).replaceAll('/', ''));
  // Past the button that opens the browser's calendar.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
}

test('the office sees what would move before it hands anything over', async ({ office, server }) => {
  const caseload = await plannedCaseload(server);
  const { admin, provider, substitute, moved } = caseload;
  const page = await office.newPage();
  await openHandover(page, provider);
  await page.getByLabel('Substitute').selectOption({ label: substitute.name });
  await page.getByLabel('First day').fill(FIRST);
  await page.getByLabel('Last day').fill(LAST);
  const shown = page.getByRole('group', { name: `What moves to ${substitute.name}` });
  await expect(
    shown.getByRole('checkbox', { name: `${moved.student_name}, ${moved.service_name}` }),
  ).toBeChecked();
  await expect(
    page.getByText(/\d+ services? of \d+ students?, .*\d+ planned session.* After that, they go back/),
  ).toBeVisible();
  expect(await admin.call('caseload-move.list', { params: { id: provider } })).toEqual([]);
});

test('the office hands a caseload over with the keyboard alone, and ends at the new entry', async ({
  office,
  server,
}) => {
  const { provider, substitute } = await plannedCaseload(server);
  const page = await office.newPage();
  await openHandover(page, provider);
  await page.getByRole('tab', { name: 'Hand-over' }).focus();
  await tabTo(page.getByLabel('Substitute'));
  await page.keyboard.type(substitute.name);
  await page.keyboard.press('Tab');
  await typeDay(page, FIRST);
  await typeDay(page, LAST);
  const button = page.getByRole('button', { name: /^Hand over \d+ services?$/ });
  await expect(button).toBeEnabled();
  await tabTo(button);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Hand over to ${substitute.name}` });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(entries(page)).toContainText(`to ${substitute.name} ${DAYS}`);
  await expect(entries(page)).toBeFocused();
});

test('the substitute has the student and the planned session on their phone, offline too', async ({
  phone,
  network,
  server,
}) => {
  const caseload = await plannedCaseload(server);
  const page = await openSignedIn(phone, caseload.substitute.login);
  const session = entryOf(page, displayTime(START), caseload.moved.student_name);
  await expect(session).toHaveCount(0);
  await handOver(caseload);
  await expect(session).toBeVisible();
  await waitForSaved(page);
  network.cutOff();
  await page.reload();
  await expect(session).toBeVisible();
});

test('a hand-over that is undone leaves the phone of the substitute', async ({ phone, office, server }) => {
  const caseload = await plannedCaseload(server);
  await handOver(caseload);
  const theirs = await openSignedIn(phone, caseload.substitute.login);
  const session = entryOf(theirs, displayTime(START), caseload.moved.student_name);
  await expect(session).toBeVisible();
  const page = await office.newPage();
  await openHandover(page, caseload.provider);
  await page.getByRole('button', { name: 'Undo hand-over' }).click();
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(entries(page)).toContainText('Undone on');
  await expect(session).toHaveCount(0);
});

test('a hand-over with a change since is handed back to its provider', async ({ phone, office, server }) => {
  const caseload = await plannedCaseload(server);
  await handOver(caseload);
  const { admin, provider, substitute, moved } = caseload;
  const services = await admin.call('student-service.list', { params: { id: moved.student } });
  const own = services.find((one) => one.provider === substitute.id);
  if (own === undefined) throw new Error('The substitute has no service of the student.');
  await admin.call('student-service.update', {
    params: { id: own.id },
    body: { authorised_minutes: (own.authorised_minutes ?? 0) + 30 },
    write: { key: randomUUID(), base_version: own.version },
  });
  const theirs = await openSignedIn(phone, 'provider');
  const session = entryOf(theirs, displayTime(START), moved.student_name);
  await expect(session).toHaveCount(0);
  const page = await office.newPage();
  await openHandover(page, provider);
  await page.getByRole('button', { name: 'Hand back' }).click();
  await page.getByRole('button', { name: 'Hand back 1 service' }).click();
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(entries(page).filter({ hasText: 'Handed back on' })).toHaveCount(1);
  await expect(session).toBeVisible();
});
