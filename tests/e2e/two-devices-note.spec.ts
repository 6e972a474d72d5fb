import type { Locator, Page } from '@playwright/test';
import { addSession, entryOf, firstStudentOf } from './day.ts';
import { expect, fillLogin, noticeNetwork, signIn, test, waitForSaved, waitForWorker } from './fixtures.ts';

test.setTimeout(150_000);

const part = (note: Locator, name: string) => note.getByLabel(name, { exact: true });

/** The status may be behind the note's sheet. */
function statusOf(page: Page): Locator {
  return page.getByRole('status', { name: 'Sync', includeHidden: true });
}

test('a note written on two devices keeps both texts, and asks about the same sentence', async ({
  server,
  network,
  phone,
  office,
}) => {
  const provider = await server.as('provider');
  const student = await firstStudentOf(provider);
  const page = await phone.open();
  await page.clock.install();
  await signIn(page, 'provider', '/');
  await waitForSaved(page);
  await waitForWorker(page);
  const onPhone = page.getByRole('dialog', { name: 'SOAP note' });
  const desk = await office.newPage();
  const atDesk = desk.getByRole('main');

  await addSession(page, { students: [student], start: '15:00', minutes: 30 });
  await entryOf(page, '3:00 PM').getByRole('button').tap();
  const place = page.url();
  const noteAtOffice = async () => {
    const notes = await provider.call('soap.list-of-student', { params: { id: student.id } });
    return notes.find(({ session }) => place.endsWith(session));
  };
  /** Disconnects the phone, lets both write, and reconnects it. */
  const writeApart = async (phoneWrites: () => Promise<void>, deskWrites: () => Promise<void>) => {
    network.cutOff();
    await phoneWrites();
    await expect(onPhone.getByRole('status', { name: 'Note' })).toHaveText('Saved on this device');
    const known = (await noteAtOffice())?.version ?? 0;
    await deskWrites();
    await expect.poll(async () => (await noteAtOffice())?.version ?? 0).toBeGreaterThan(known);
    await waitForSaved(desk);
    network.comeBack();
    await noticeNetwork(page);
  };

  await test.step('started on the phone, it is open on both', async () => {
    await page.getByRole('button', { name: 'SOAP note' }).tap();
    await part(onPhone, 'Plan').fill('Cards on Monday.\n\nGames on Friday.');
    await expect(statusOf(page)).toHaveText('All changes synced');
    await signIn(desk, 'provider', new URL(place).pathname);
    await waitForSaved(desk);
    await expect(part(atDesk, 'Plan')).toHaveValue('Cards on Monday.\n\nGames on Friday.');
  });

  await test.step('different sections, and different paragraphs of one section, are merged', async () => {
    await writeApart(
      async () => {
        await part(onPhone, 'Subjective').fill('Said on the phone.');
        await part(onPhone, 'Plan').fill('Cards on Monday.\n\nGames on Friday.\n\nSongs at home.');
      },
      async () => {
        await part(atDesk, 'Objective').fill('Seen from the desk.');
        await part(atDesk, 'Plan').fill('Cards and blocks on Monday.\n\nGames on Friday.');
      },
    );
    const both = {
      Subjective: 'Said on the phone.',
      Objective: 'Seen from the desk.',
      Plan: 'Cards and blocks on Monday.\n\nGames on Friday.\n\nSongs at home.',
    };
    for (const [name, text] of Object.entries(both)) {
      await expect(part(onPhone, name), name).toHaveValue(text);
      await expect(part(atDesk, name), name).toHaveValue(text);
    }
    await expect(statusOf(page)).toHaveText('All changes synced');
    expect(await noteAtOffice()).toMatchObject({
      ...{ subjective: both.Subjective, objective: both.Objective, plan: both.Plan, assessment: '' },
    });
  });

  await test.step('the same sentence raises a conflict above the note, and both versions are kept', async () => {
    await writeApart(
      () => part(onPhone, 'Subjective').fill('Said twice on the phone.'),
      () => part(atDesk, 'Subjective').fill('Heard at the desk.'),
    );
    await expect(statusOf(page)).toHaveText('1 change needs attention');
    await onPhone.getByRole('button', { name: 'Compare and decide' }).tap();
    const question = page.getByRole('dialog', { name: /changed this .*too$/ });
    const group = question.getByRole('region', { name: 'Subjective' });
    await expect(group).toContainText('Said on the phone.');
    await expect(group.getByRole('radio', { name: 'This device' })).toContainText('Said twice on the phone.');
    await expect(group.getByRole('radio', { name: 'Other device' })).toContainText('Heard at the desk.');
    await expect(group.getByRole('radio', { name: 'Both' })).toBeChecked();
    await question.getByRole('button', { name: 'Save decision' }).tap();
    await expect(question).toBeHidden();
    await expect(statusOf(page)).toHaveText('All changes synced');
    const text = 'Said twice on the phone.\n\nHeard at the desk.';
    await expect(part(onPhone, 'Subjective')).toHaveValue(text);
    await expect(part(atDesk, 'Subjective')).toHaveValue(text);
    expect(await noteAtOffice()).toMatchObject({ subjective: text, objective: 'Seen from the desk.' });
  });

  await test.step('a person locked out in the middle of a sentence finds it again', async () => {
    network.cutOff();
    await part(onPhone, 'Assessment').fill('He is getting');
    await expect(onPhone.getByRole('status', { name: 'Note' })).toHaveText(
      /^(Draft saved|Saved) on this device$/,
    );
    await page.clock.fastForward('01:00:01');
    await expect(page).toHaveURL(/\/login\/?$/);
    await expect(page.getByText('He is getting')).toBeHidden();
    await fillLogin(page, 'provider');
    await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible();
    await page.goto(`${new URL(place).pathname}?note=true`);
    await expect(part(onPhone, 'Assessment')).toHaveValue('He is getting');
    network.comeBack();
    await noticeNetwork(page);
    await expect(statusOf(page)).toHaveText('All changes synced');
    await expect(part(atDesk, 'Assessment')).toHaveValue('He is getting');
    expect(await noteAtOffice()).toMatchObject({ assessment: 'He is getting', state: 'draft' });
  });
});
