import type { Locator, Page } from '@playwright/test';
import type { SoapNote } from '#contract/soap-note.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import type { ApiPerson, RealServer } from '#tests/support/real-server.ts';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
import { expectNoViolation } from './axe.ts';
import { addSession, entryOf, signNote, studentsOf } from './day.ts';
import { expect, fillLogin, noticeNetwork, openSignedIn, signIn, test, waitForWorker } from './fixtures.ts';
import { MOST_TAPS, TouchInput } from './touch-input.ts';

test.setTimeout(240_000);

async function notesAtOffice(person: ApiPerson, student: string): Promise<SoapNote[]> {
  return person.call('soap.list-of-student', { params: { id: student } });
}

/** The names of the demo's people on the server. */
async function namesAtOffice(server: RealServer): Promise<{ provider: string; supervisor: string }> {
  const office = await server.as('admin');
  const known = await office.call('provider.list', {});
  const nameOf = async (person: 'provider' | 'supervisor') => {
    const { signIn: own } = await server.as(person);
    return providerName(known.find(({ id }) => id === own.user_id) as (typeof known)[number]);
  };
  return { provider: await nameOf('provider'), supervisor: await nameOf('supervisor') };
}

/** Students of the person whose newest note is complete, so that it can be carried forward, and any other. */
async function givenStudents(person: ApiPerson) {
  const students = await studentsOf(person);
  for (const student of students) {
    const [newest] = await notesAtOffice(person, student.id);
    const other = students.find(({ id }) => id !== student.id);
    if (newest?.plan && newest.assessment && other) return { student, other };
  }
  throw new Error('No student of the demo provider has a whole note.');
}

function noteSheet(page: Page): Locator {
  return page.getByRole('dialog', { name: 'SOAP note' });
}

/** Appends to a field's text. */
async function append(field: Locator, words: string): Promise<void> {
  await field.focus();
  await field.press('Control+End');
  await field.pressSequentially(words);
}

/** The status is behind the note's sheet. */
async function waitForSavedBehind(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: 'Sync', includeHidden: true })).toHaveText(
    'All changes synced',
    { timeout: 60_000 },
  );
}

test('a SOAP note is carried forward and written offline, survives crashes, and is signed, returned, and co-signed', async ({
  server,
  network,
  phone,
  office,
}) => {
  const provider = await server.as('provider');
  const { student, other } = await givenStudents(provider);
  const names = await namesAtOffice(server);
  let page = await openSignedIn(phone, 'provider');
  const subjective = () => noteSheet(page).getByLabel('Subjective', { exact: true });
  const kept = () =>
    expect(noteSheet(page).getByRole('status', { name: 'Note' })).toHaveText(
      /^(Draft saved|Saved) on this device$/,
    );
  const unlock = async () => {
    await fillLogin(page, 'provider');
    await expect(page.getByRole('button', { name: 'Add session' })).toBeVisible();
  };
  const touch = new TouchInput();

  await test.step('offline, a note is started from its session with the text of the last one', async () => {
    network.cutOff();
    await addSession(page, { students: [student], start: '15:00', minutes: 30 });
    await touch.tap(entryOf(page, '3:00 PM').getByRole('button'));
    await touch.tap(page.getByRole('button', { name: 'SOAP note' }));
    await touch.tap(noteSheet(page).getByRole('button', { name: 'Load last note' }));
    await expect(noteSheet(page).getByLabel('Plan', { exact: true })).not.toBeEmpty();
    await touch.tap(subjective());
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' One more word');
    await kept();
    await expectNoViolation(page, 'a note that is written on the phone', [390]);
  });

  await test.step('a reload, a power loss, and a lock lose no keystroke', async () => {
    await page.reload();
    await expect(subjective()).toHaveValue(/One more word$/);
    await append(subjective(), ' and another');
    await expect(subjective()).toHaveValue(/and another$/);
    await kept();
    const address = page.url();
    await phone.kill();
    page = await phone.open();
    await page.goto('/');
    await unlock();
    await page.goto(address);
    await expect(subjective()).toHaveValue(/and another$/);
    await append(subjective(), ' and the last');
    await noteSheet(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Log out and keep' }).click();
    await unlock();
    await page.goto(address);
    await expect(subjective()).toHaveValue(/One more word and another and the last$/);
  });

  await test.step('it is signed with few taps, and arrives with its session', async () => {
    await signNote(noteSheet(page), (target) => touch.tap(target));
    await expect(noteSheet(page).getByText(/Signed by/)).toBeVisible();
    console.info(`A note carried forward took ${touch.taps} taps plus its text.`);
    expect(touch.taps).toBeLessThanOrEqual(MOST_TAPS.note);
    network.comeBack();
    await noticeNetwork(page);
    await waitForSavedBehind(page);
    const [note] = await notesAtOffice(provider, student.id);
    expect(note).toMatchObject({ state: 'signed', needs_co_sign: true });
    expect(note?.subjective).toMatch(/One more word and another and the last$/);
  });

  const desk = await office.newPage();
  const queue = desk.getByRole('region', { name: 'Notes to co-sign' });
  const today = new Date().toLocaleDateString('en-US', {
    timeZone: 'America/Los_Angeles',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  } as Intl.DateTimeFormatOptions);
  let review = '';
  const openWaiting = async () => {
    const count = queue.getByRole('button', { name: /^Review \d+ notes$/ });
    review ||= (await count.textContent()) ?? '';
    // The same count every time: once the note is signed again, it has to arrive first.
    await queue.getByRole('button', { name: review, exact: true }).click();
    // The oldest note comes first, so the previous ones are the newest.
    const dialog = desk.getByRole('dialog', { name: `${fullName(student)}, ${today}` });
    await expect(async () => {
      await desk.keyboard.press('k');
      await expect(dialog).toBeVisible({ timeout: 1_000 });
    }).toPass();
  };

  await test.step('the supervisor sees what changed and returns the note with a comment', async () => {
    await signIn(desk, 'supervisor', '/home');
    await waitForSavedBehind(desk);
    await openWaiting();
    await expect(desk.getByText(/% identical to the/)).toBeVisible();
    await desk.getByRole('radio', { name: 'Changes' }).click();
    await expect(desk.locator('ins').filter({ hasText: 'One more word' })).toBeVisible();
    await expectNoViolation(desk, 'a note to co-sign', [1440]);
    const session = desk.getByRole('region', { name: 'Session', exact: true });
    await expect(session).toContainText('Delivered');
    await session.getByRole('button', { name: 'Open session' }).click();
    await expect(desk).toHaveURL(/\/my-sessions\/info\//);
    await expect(desk.getByRole('heading', { name: fullName(student), level: 1 })).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await desk.goBack();
    await openWaiting();
    await desk.getByRole('button', { name: 'Return', exact: true }).click();
    await desk.getByLabel('Comment').fill('Say how much help.');
    await desk.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(desk.getByRole('dialog', { name: `${fullName(student)}, ${today}` })).toBeHidden();
    await expect(desk.getByRole('button', { name: 'Co-sign & next' })).toBeVisible();
    await desk.getByRole('button', { name: 'Close' }).click();
    await waitForSavedBehind(desk);
  });

  await test.step('the provider reads why, edits, and signs again', async () => {
    await expect(noteSheet(page).getByText('Say how much help.').first()).toBeVisible({ timeout: 30_000 });
    await append(noteSheet(page).getByLabel('Assessment', { exact: true }), ' With one prompt.');
    await signNote(noteSheet(page));
    await expect(noteSheet(page).getByText('Awaiting co-signature')).toBeVisible();
    await waitForSavedBehind(page);
  });

  await test.step('the co-signature completes the session, and an amendment is added below', async () => {
    await openWaiting();
    // A note that has just appeared can't be signed: that would be the second tap of a double tap.
    await desk.waitForTimeout(DOUBLE_TAP_MS);
    await desk.getByRole('button', { name: 'Co-sign', exact: true }).click();
    await waitForSavedBehind(desk);
    await expect(noteSheet(page).getByText('Co-signed', { exact: true })).toBeVisible({ timeout: 30_000 });
    // The supervisor's own record doesn't reach the phone; the name is in the note.
    await expect(noteSheet(page).getByText(`Signed by ${names.provider}`)).toHaveCount(2);
    await expect(noteSheet(page).getByText(`Returned by ${names.supervisor}`)).toBeVisible();
    await expect(noteSheet(page).getByText(`Co-signed by ${names.supervisor}`)).toBeVisible();
    await noteSheet(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add amendment' }).click();
    await page.getByLabel('Amendment').fill('He asked for help twice.');
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(noteSheet(page).getByText('He asked for help twice.')).toBeVisible();
    await waitForSavedBehind(page);
    // The status may not have noticed the amendment yet.
    await expect
      .poll(async () => (await notesAtOffice(provider, student.id))[0])
      .toMatchObject({ state: 'co-signed', amendments: [{ text: 'He asked for help twice.' }] });
    const [note] = await notesAtOffice(provider, student.id);
    const sessions = await provider.call('session.list-of-student', { params: { id: student.id } });
    expect(sessions.find(({ id }) => id === note?.session)?.state).toBe('completed');
  });

  await test.step('a group note is written once, with individual details for each student', async () => {
    await noteSheet(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'My Sessions' }).click();
    await addSession(page, { students: [student, other], start: '16:00', minutes: 30 });
    await entryOf(page, '4:00 PM', shortName(student)).getByRole('button').click();
    await page.getByRole('button', { name: 'SOAP note' }).click();
    const forAll = noteSheet(page).getByLabel('Objective for all');
    await forAll.pressSequentially('Took turns in a game.');
    await expect(noteSheet(page).getByRole('status', { name: 'For all' })).toHaveText(
      'Draft saved on this device',
    );
    await page.reload();
    await expect(forAll).toHaveValue('Took turns in a game.');
    await noteSheet(page).getByRole('button', { name: 'Add to all notes' }).click();
    await expect(forAll).toHaveValue('');
    await noteSheet(page)
      .getByRole('tab', { name: fullName(student) })
      .click();
    const own = noteSheet(page).getByLabel('Objective', { exact: true });
    await expect(own).toHaveValue('Took turns in a game.');
    await append(own, ' Won it.');
    await noteSheet(page)
      .getByRole('tab', { name: fullName(other) })
      .click();
    await expect(own).toHaveValue('Took turns in a game.');
    await waitForSavedBehind(page);
    for (const [{ id }, objective] of [
      [student, 'Took turns in a game. Won it.'],
      [other, 'Took turns in a game.'],
    ] as const) {
      const notes = await notesAtOffice(provider, id);
      expect(notes.map((note) => note.objective)).toContain(objective);
    }
  });
  await waitForWorker(page);
});
