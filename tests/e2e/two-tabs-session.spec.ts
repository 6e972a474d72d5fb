import { fullName } from '#domain/students/student-name.ts';
import { addSession, entryOf, fillSession, firstStudentOf, sessionsFromNowOn } from './day.ts';
import { expect, signIn, test, waitForSaved } from './fixtures.ts';

test.setTimeout(150_000);

test('a session edited in two tabs keeps both edits, or raises a conflict', async ({ server, office }) => {
  const provider = await server.as('provider');
  const anna = await firstStudentOf(provider);
  const ours = await sessionsFromNowOn(provider);
  const first = await office.newPage();
  await signIn(first, 'provider', '/my-sessions');
  await waitForSaved(first);
  const notes = 'Warm-up.\n\nCards.';
  await addSession(first, { students: [anna], start: '17:00', minutes: 30, notes });
  await expect.poll(async () => (await ours()).length).toBe(1);
  await entryOf(first, fullName(anna).split(' ')[0] as string, '5:00 PM')
    .getByRole('button')
    .click();
  await expect(first).toHaveURL(/\/info\//);
  await waitForSaved(first);

  const second = await office.newPage();
  await second.goto(first.url());
  const open = async (page: typeof first) => {
    await page.getByRole('button', { name: 'Edit' }).click();
    return page.getByRole('form', { name: 'Edit session' });
  };
  const save = async (form: Awaited<ReturnType<typeof open>>, entry: Parameters<typeof fillSession>[1]) => {
    await fillSession(form, entry);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
  };

  await test.step('different paragraphs are merged', async () => {
    const [one, two] = [await open(first), await open(second)];
    await save(one, { notes: 'Warm-up with a song.\n\nCards.' });
    await expect.poll(async () => (await ours())[0]?.notes).toBe('Warm-up with a song.\n\nCards.');
    await save(two, { notes: 'Warm-up.\n\nCards and dice.' });
    await expect.poll(async () => (await ours())[0]?.notes).toBe('Warm-up with a song.\n\nCards and dice.');
  });

  await test.step("the same paragraph raises a conflict, and the first text isn't replaced", async () => {
    const [one, two] = [await open(first), await open(second)];
    await save(one, { notes: 'First tab.' });
    await expect.poll(async () => (await ours())[0]?.notes).toBe('First tab.');
    await save(two, { notes: 'Second tab.' });
    await second.getByRole('button', { name: 'Compare and decide' }).first().click();
    const dialog = second.getByRole('dialog', { name: 'This changed while you were editing' });
    await expect(dialog.getByRole('radio', { name: 'Theirs' })).toContainText('First tab.');
    await expect(dialog.getByLabel('Notes, both')).toHaveValue(
      /First tab\.[\s\S]*Second tab\.|Second tab\.[\s\S]*First tab\./,
    );
    expect((await ours())[0]?.notes).toBe('First tab.');
    await dialog.getByRole('button', { name: 'Save decision' }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(async () => (await ours())[0]?.notes)
      .toMatch(/First tab\.[\s\S]*Second tab\.|Second tab\.[\s\S]*First tab\./);
  });
});
