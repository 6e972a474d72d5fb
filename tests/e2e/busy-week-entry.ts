import type { Page } from '@playwright/test';
import type { Student } from '#contract/student.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayTime } from '#domain/time/pacific.ts';
import { noisePng } from '#tests/support/png.ts';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
import {
  type AttachedFile,
  CORRECTED,
  ENTERED,
  goalText,
  hasGoal,
  LUNCH,
  lastNote,
  newWords,
  type Slot,
  type Span,
} from './busy-week.ts';
import { addSession, entryOf, fillSession, signNote as signOpenNote } from './day.ts';
import { expect } from './fixtures.ts';
import { TouchInput } from './touch-input.ts';

export const formOf = (page: Page) => page.getByRole('form', { name: 'New session' });
const saveOf = (page: Page) => formOf(page).getByRole('button', { name: 'Save', exact: true });
export const noteOf = (page: Page) => page.getByRole('dialog', { name: 'SOAP note' });
export const clockOf = (page: Page) => page.evaluate(() => new Date().toISOString());

async function saveForm(page: Page, touch = new TouchInput()): Promise<void> {
  await touch.tap(saveOf(page));
  await expect(formOf(page)).toBeHidden();
}

/**
 * Enters one session as a person would, and returns the taps of an ordinary one.
 * @param interrupt what happens to a form that was filled in with one tap, before it is saved
 */
export async function enterSession(
  page: Page,
  slot: Slot,
  interrupt?: (page: Page) => Promise<void>,
): Promise<number> {
  const { kind, start, students } = slot;
  const touch = new TouchInput();
  const [first] = students as [Student];
  const form = formOf(page);
  switch (kind) {
    case 'group':
      await addSession(page, { students, start, minutes: 30 });
      break;
    case 'same': {
      await touch.tap(page.getByRole('button', { name: 'Add session' }));
      const offered = form.getByRole('group', { name: 'Same as last time' }).getByRole('button');
      await touch.tap(offered.filter({ hasText: fullName(first) }));
      await expect(form.getByLabel('Service')).not.toHaveValue('');
      await interrupt?.(page);
      await expect(form.getByLabel('Start time')).toHaveValue(start);
      await saveForm(page, touch);
      break;
    }
    case 'make-up':
      await page.getByRole('button', { name: /^Makeups owed/ }).tap();
      await page.getByRole('button', { name: `Make up: ${fullName(first)}` }).tap();
      await fillSession(form, { start });
      await saveForm(page);
      break;
    default:
      await touch.tap(entryOf(page, displayTime(start)).getByRole('button', { name: /^Log session: / }));
      await expect(form.getByLabel('Start time')).toHaveValue(start);
      await enterWhatIsSpecial(page, kind);
      await saveForm(page, touch);
  }
  await expect(entryOf(page, displayTime(start))).toContainText('Saved on this device');
  return kind === 'planned' || kind === 'same' ? touch.taps : 0;
}

async function enterWhatIsSpecial(page: Page, kind: Slot['kind']): Promise<void> {
  const form = formOf(page);
  if (kind === 'shorter') {
    const { actual_minutes: minutes, duration_reason: reason } = ENTERED.shorter;
    await fillSession(form, { minutes, reason });
  } else if (kind === 'absent') {
    await form.getByRole('radio', { name: 'Student absent' }).tap();
    await form.getByRole('button', { name: ENTERED.absent.reason }).tap();
  } else if (kind === 'remote') {
    await form.locator('summary').tap();
    await form.getByRole('radio', { name: 'Consult' }).tap();
    await form.getByRole('radio', { name: 'Remote' }).tap();
    await form.getByLabel('Indirect (minutes)').fill(String(ENTERED.remote.indirect_minutes));
    await form.getByLabel('Notes').fill(ENTERED.remote.notes);
  }
}

/** Carries last week's note forward and adds to it, up to the signature. */
export async function writeNote(page: Page, slot: Slot, student: Student, touch: TouchInput): Promise<void> {
  await touch.tap(noteOf(page).getByRole('button', { name: 'Load last note' }));
  await expect(noteOf(page).getByLabel('Plan', { exact: true })).toHaveValue(lastNote(student).plan);
  await touch.tap(noteOf(page).getByLabel('Subjective', { exact: true }));
  await page.keyboard.press('Control+End');
  await page.keyboard.type(` ${newWords(slot, student)}`);
}

export async function signNote(page: Page, touch: TouchInput): Promise<void> {
  await signOpenNote(noteOf(page), (target) => touch.tap(target));
  await expect(noteOf(page).getByText(/Signed by/)).toBeVisible();
}

/** Counts a goal: three times correct, once not yet. */
async function countGoal(page: Page, student: Student): Promise<void> {
  const goal = noteOf(page)
    .getByRole('group')
    .filter({ hasText: goalText(student) });
  for (const name of [/^Correct/, /^Correct/, /^Not yet/, /^Correct/]) {
    await goal.getByRole('button', { name }).tap();
  }
}

export async function openNote(page: Page, { start }: Slot, touch: TouchInput): Promise<void> {
  await touch.tap(entryOf(page, displayTime(start)).getByRole('button'));
  await touch.tap(page.getByRole('button', { name: 'SOAP note' }));
}

export async function backToDay(page: Page): Promise<void> {
  await noteOf(page).getByRole('button', { name: 'Close' }).tap();
  await page.getByRole('link', { name: 'My Sessions' }).tap();
}

/** Writes all notes of a session, and returns the taps of one that was carried forward. */
export async function enterNotes(page: Page, slot: Slot): Promise<number> {
  const touch = new TouchInput();
  await openNote(page, slot, touch);
  for (const student of slot.students) {
    if (slot.kind === 'group')
      await noteOf(page)
        .getByRole('tab', { name: fullName(student) })
        .tap();
    await writeNote(page, slot, student, touch);
    if (hasGoal(slot)) await countGoal(page, student);
    await signNote(page, touch);
  }
  await backToDay(page);
  return slot.kind === 'group' ? 0 : touch.taps;
}

export async function attach(page: Page, { start, students }: Slot, at: number): Promise<AttachedFile> {
  const [student] = students as [Student];
  const name = at % 2 === 0 ? `Picture ${at}.png` : `Words ${at}.txt`;
  // The picture is uploaded in two parts.
  const bytes = at % 2 === 0 ? noisePng(310, 300 + at) : Buffer.from(`What was said, ${at}.\n`.repeat(200));
  await entryOf(page, displayTime(start)).getByRole('button').tap();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Add files/ }).tap(),
  ]);
  await chooser.setFiles({ name, mimeType: at % 2 === 0 ? 'image/png' : 'text/plain', buffer: bytes });
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Saved on this device');
  await page.getByRole('link', { name: 'My Sessions' }).tap();
  return { student, name, bytes };
}

export async function enterLunch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add lunch' }).tap();
  const form = page.getByRole('form', { name: 'New lunch break' });
  await form.getByLabel('Start time').fill(LUNCH.start);
  await form.getByLabel('Duration (minutes)').fill(String(LUNCH.minutes));
  await form.getByLabel('Notes').fill(LUNCH.notes);
  await form.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(form).toBeHidden();
}

/** Punches the timecard, one second apart. */
export async function punch(page: Page, buttons: readonly (readonly [name: string, state: RegExp])[]) {
  const card = page.getByRole('region', { name: 'Timecard' });
  const spans: Span[] = [];
  for (const [name, state] of buttons) {
    let from = '';
    // One punch button replaces the other: a person reads it first.
    await page.waitForTimeout(DOUBLE_TAP_MS);
    await expect(async () => {
      from = await clockOf(page);
      await card.getByRole('button', { name, exact: true }).tap({ timeout: 1_500 });
      await expect(card.getByRole('status')).toHaveText(state, { timeout: 1_500 });
    }).toPass();
    spans.push({ from, to: await clockOf(page) });
  }
  return spans;
}

/** The day started before the phone was on. */
export async function correctStart(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Timecard' }).getByRole('button', { name: 'Fix times' }).tap();
  const form = page.getByRole('form', { name: /^Fix times for / });
  await form.getByLabel('Clock-in time').fill(CORRECTED.time);
  await form.getByLabel('Reason').fill(CORRECTED.reason);
  await form.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(form).toBeHidden();
}
