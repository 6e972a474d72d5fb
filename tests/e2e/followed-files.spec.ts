import type { Page } from '@playwright/test';
import { fullName } from '#domain/students/student-name.ts';
import { expect, noticeNetwork, signIn, test, waitForSaved, waitForWorker, wide } from './fixtures.ts';

const AWAY = 'Not on this device. It opens when you are online.';

const open = async (page: Page, id: string, name: string) => {
  await page.goto(`/students/info/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

for (const role of ['lead', 'admin'] as const) {
  test(`${role}: a student's file is opened for the first time offline, comes online, and stays`, async ({
    browser,
    server,
    network,
    reports,
  }) => {
    const reader = await server.as(role);
    const own = new Set((await reader.call('student.list-mine', {})).map(({ id }) => id));
    let student: { id: string; name: string; parent: string } | null = null;
    for (const one of await reader.call('student.list', {})) {
      if (student !== null || own.has(one.id)) continue;
      const [parent] = await reader.call('parent.list', { params: { id: one.id } });
      if (parent !== undefined) student = { id: one.id, name: fullName(one), parent: fullName(parent) };
    }
    if (student === null) throw new Error('There are no other students with a parent.');
    const { id, name, parent } = student;
    const context = await browser.newContext({ ...wide, baseURL: network.address });
    reports.watch(context);
    const page = await context.newPage();
    await signIn(page, role);
    await waitForSaved(page);
    await waitForWorker(page);

    await test.step('offline the student is there, and the file says that it is not', async () => {
      network.cutOff();
      await open(page, id, name);
      await expect(page.getByText(AWAY)).toBeVisible();
      await expect(page.getByText('No contacts yet.')).toBeHidden();
    });

    await test.step('online it opens without a reload', async () => {
      network.comeBack();
      await noticeNetwork(page);
      await expect(page.getByRole('list', { name: 'Parents' })).toContainText(parent);
      await expect(page.getByText(AWAY)).toBeHidden();
    });

    await test.step('and stays', async () => {
      network.cutOff();
      await open(page, id, name);
      await expect(page.getByRole('list', { name: 'Parents' })).toContainText(parent);
    });
  });
}
