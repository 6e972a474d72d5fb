import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { partCount } from '#domain/attachments/part-plan.ts';
import { fullName } from '#domain/students/student-name.ts';
import { noisePng } from '#tests/support/png.ts';
import { addSession, firstStudentOf, officeSessions } from './day.ts';
import {
  expect,
  fillLogin,
  noticeNetwork,
  openSignedIn,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
} from './fixtures.ts';
import { filesHolding } from './profile-search.ts';

const PUT = /^\/api\/attachments\/([^/]+)\/parts\/(\d+)\/$/;
const NOTES = 'Swallowtail observations of the first week';

const photo = { name: 'Swallowtail photo.png', mimeType: 'image/png', buffer: noisePng(1_100, 1_000) };
const text = { name: 'Swallowtail notes.txt', mimeType: 'text/plain', buffer: Buffer.from(NOTES.repeat(50)) };

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function itemOf(page: Page, name: string) {
  return page.getByRole('listitem').filter({ hasText: name });
}

async function widthOf(page: Page, name: string): Promise<number> {
  return page
    .locator(`img[alt="${name}"]`)
    .last()
    .evaluate((image: HTMLImageElement) => image.naturalWidth);
}

test('an interrupted upload resumes after the browser was killed, and the office has the same bytes', async ({
  server,
  network,
  phone,
  office,
}) => {
  const provider = await server.as('provider');
  const student = await firstStudentOf(provider);
  let page = await openSignedIn(phone, 'provider');
  await addSession(page, { students: [student], start: '17:00', minutes: 30 });
  const entered = async () =>
    (await officeSessions(provider, provider.signIn.user_id)).find(
      ({ start_time }) => start_time === '17:00',
    );
  await expect.poll(entered).toBeDefined();
  await waitForSaved(page);
  const address = `/my-sessions/info/${(await entered())?.id}`;
  await page.goto(address);

  await test.step('added offline, shown immediately', async () => {
    await expect(page.getByText('No attachments yet.')).toBeVisible();
    network.cutOff();
    const picker = page.getByLabel(`Files for ${fullName(student)}`);
    await picker.setInputFiles([photo, text, { ...text, name: 'tool.exe' }]);
    await expect(page.getByRole('alert').filter({ hasText: 'tool.exe' })).toContainText(
      "You can't attach programs or scripts.",
    );
    await expect(itemOf(page, photo.name)).toContainText('Saved on this device');
    await expect(itemOf(page, text.name)).toContainText('Saved on this device');
    await expect.poll(() => widthOf(page, photo.name)).toBe(1_100);
    await expect(syncStatus(page)).toHaveText('Offline · 2 changes to sync');
  });

  const parts = partCount(photo.buffer.length);
  const half = Math.floor(parts / 2);
  await test.step('interrupted after half of its parts', async () => {
    // Requests that pass are delayed by 0 ms.
    network.add(PUT, { kind: 'delay', ms: 0 }, half);
    network.add(PUT, { kind: 'lose-request' });
    network.comeBack();
    await noticeNetwork(page);
    await expect(itemOf(page, photo.name)).toContainText(
      `Waiting to sync, ${Math.round((half / parts) * 100)}% sent`,
    );
    await expect(syncStatus(page)).toContainText('2 changes to sync');
  });

  await phone.kill();
  expect(await filesHolding(phone.profile, ['Swallowtail', NOTES])).toEqual([]);
  network.clearFaults();

  await test.step('resumes automatically, sending no part twice', async () => {
    page = await phone.open();
    await page.goto('/');
    await fillLogin(page, 'provider');
    await waitForSaved(page);
    await page.goto(address);
    await expect(itemOf(page, photo.name)).toContainText('Synced');
    const arrived = new Map<string, string[]>();
    for (const { path, method, status } of network.seen) {
      const [, id = '', part = ''] = (method === 'PUT' && PUT.exec(path)) || [];
      if (id !== '' && status === 200) arrived.set(id, [...(arrived.get(id) ?? []), part]);
    }
    const numbers = Array.from({ length: parts }, (_, index) => String(index + 1));
    expect([...arrived.values()]).toEqual([numbers, ['1']]);
  });

  await test.step('the office sees the image and downloads the other file, byte for byte', async () => {
    const admin = await server.as('admin');
    const attachments = await admin.call('attachment.list', { params: { id: student.id } });
    for (const { id, file_name } of attachments) {
      const response = await fetch(`${server.address}/api/attachments/${id}/content/`, {
        headers: { authorization: `Bearer ${admin.signIn.token}` },
      });
      const { buffer } = file_name === photo.name ? photo : text;
      expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(buffer));
    }
    expect(attachments.map(({ file_name }) => file_name).sort()).toEqual([text.name, photo.name]);

    const desk = await office.newPage();
    await signIn(desk, 'admin');
    await waitForSaved(desk);
    await waitForWorker(desk);
    await desk.goto(address);
    await itemOf(desk, photo.name).getByRole('button', { name: 'open large' }).click();
    await expect(desk.getByRole('dialog', { name: photo.name })).toBeVisible();
    await expect.poll(() => widthOf(desk, photo.name)).toBe(1_100);
    await desk.keyboard.press('Escape');
    await expect(desk.getByRole('dialog')).toBeHidden();
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      itemOf(desk, text.name).getByRole('button', { name: 'save this file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(text.name);
    expect(sha256(await readFile(await download.path()))).toBe(sha256(text.buffer));

    await itemOf(desk, text.name)
      .getByRole('button', { name: `Delete ${text.name}` })
      .click();
    const question = desk.getByRole('alertdialog', { name: 'Confirmation - Delete' });
    await expect(question).toContainText(`Are you sure you want to Delete ${text.name}?`);
    await question.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(itemOf(page, text.name)).toBeHidden();
  });
});
