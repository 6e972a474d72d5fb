import type { Student } from '#contract/student.ts';
import { fullName } from '#domain/students/student-name.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { DEMO_PASSWORD, type DemoName, demoEmail } from '#tests/support/real-server.ts';
import type { WebDriverPage } from './web-driver.ts';

/** The control of a label with this text. */
function field(label: string): string {
  return `//*[@id=//label[starts-with(normalize-space(), "${label}")]/@for]`;
}

function button(name: string): string {
  return `//button[normalize-space()="${name}"]`;
}

/**
 * Sets a field's value bypassing React's setter, so that React notices the change. At once: between clearing and typing, a default
 * could come.
 */
async function setValue(page: WebDriverPage, label: string, entered: string): Promise<void> {
  await page.evaluate(
    (xpath, value) => {
      const input = document.evaluate(
        xpath,
        document,
        null,
        XPathResult.FIRST_ORDERED_NODE_TYPE,
      ).singleNodeValue;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    },
    field(label),
    entered,
  );
}

export async function fillLogin(page: WebDriverPage, name: DemoName): Promise<void> {
  await page.fill(field('Email'), demoEmail(name));
  await page.fill(field('Password'), DEMO_PASSWORD);
  await page.click(button('Log in'));
}

/** The text of the live region "Sync"; null before login. */
export function syncStatus(page: WebDriverPage): Promise<string> {
  return page.evaluate(() => document.querySelector('[role="status"][aria-label="Sync"]')?.textContent ?? '');
}

/** The first pull is complete and nothing is unsynced. */
export async function waitForSaved(page: WebDriverPage): Promise<void> {
  await expect.poll(() => syncStatus(page), { timeout: 60_000 }).toBe('All changes synced');
  await expect.poll(() => page.count('//*[@role="progressbar"]'), { timeout: 60_000 }).toBe(0);
}

/** Enters one half-hour session on the open day. */
export async function addSession(page: WebDriverPage, student: Student, start: string): Promise<void> {
  const name = fullName(student);
  await page.click(button('Add session'));
  await page.click(field('Students'));
  await page.fill('//input[@placeholder="Find a student"]', name);
  await page.click(`//*[@role="option"][starts-with(normalize-space(), "${name}")]`);
  // The list of students stays open for a group.
  await page.press('\uE00C');
  await setValue(page, 'Start time', start);
  await setValue(page, 'Duration (minutes)', '30');
  await page.click(button('Save'));
  await expect.poll(() => page.count('//form[@aria-label="New session"]')).toBe(0);
}

/** How many of the day's entries from three o'clock on contain these words. */
export function lateEntriesSaying(page: WebDriverPage, words: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      Array.from(
        document.querySelectorAll('[aria-label="Day"] > li'),
        (entry) => entry.textContent ?? '',
      ).filter((entry) => /^[3-6]:\d\d PM/.test(entry) && entry.includes(wanted)).length,
    words,
  );
}
