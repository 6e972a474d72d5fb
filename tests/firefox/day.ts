import { expect } from '@playwright/test';
import type { Page } from 'puppeteer-core';
import type { Student } from '#contract/student.ts';
import { fullName } from '#domain/students/student-name.ts';
import { DEMO_PASSWORD, type DemoName, demoEmail } from '#tests/support/real-server.ts';

/** The control of a label with this text. */
function field(page: Page, label: string) {
  return page.locator(`::-p-xpath(//*[@id=//label[starts-with(normalize-space(), "${label}")]/@for])`);
}

/** Sets a field's value bypassing React's setter, so that React notices the change. */
async function setTime(page: Page, label: string, time: string): Promise<void> {
  const input = await field(page, label).waitHandle();
  await input.evaluate((node, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(node, value);
    node.dispatchEvent(new Event('input', { bubbles: true }));
  }, time);
}

async function press(page: Page, button: string): Promise<void> {
  await page.locator(`::-p-xpath(//button[normalize-space()="${button}"])`).click();
}

export async function fillLogin(page: Page, name: DemoName): Promise<void> {
  await field(page, 'Email').fill(demoEmail(name));
  await field(page, 'Password').fill(DEMO_PASSWORD);
  await press(page, 'Log in');
}

/** The first pull is complete and nothing is unsynced. */
export async function waitForSaved(page: Page): Promise<void> {
  await expect.poll(() => syncStatus(page), { timeout: 60_000 }).toBe('All changes synced');
  await expect.poll(() => page.$('[role="progressbar"]'), { timeout: 60_000 }).toBeNull();
}

/** The text of the live region "Sync"; null before login. */
export function syncStatus(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('[role="status"][aria-label="Sync"]')?.textContent ?? '');
}

/** Enters one half-hour session on the open day. */
export async function addSession(page: Page, student: Student, start: string): Promise<void> {
  await page.bringToFront();
  await press(page, 'Add session');
  await field(page, 'Students').click();
  await page.locator('input[placeholder="Find a student"]').fill(fullName(student));
  await page
    .locator(`::-p-xpath(//*[@role="option"][starts-with(normalize-space(), "${fullName(student)}")])`)
    .click();
  await page.keyboard.press('Escape');
  await setTime(page, 'Start time', start);
  await field(page, 'Duration (minutes)').fill('30');
  await press(page, 'Save');
  await expect.poll(() => page.$('form[aria-label="New session"]')).toBeNull();
}

/** How many of the day's entries from three o'clock on contain these words. */
export function lateEntriesSaying(page: Page, words: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      Array.from(
        document.querySelectorAll('[aria-label="Day"] > li'),
        (entry) => entry.textContent ?? '',
      ).filter((entry) => /^[3-6]:\d\d PM/.test(entry) && entry.includes(wanted)).length,
    words,
  );
}
