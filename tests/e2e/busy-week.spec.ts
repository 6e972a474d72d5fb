import type { Page } from '@playwright/test';
import type { Student } from '#contract/student.ts';
import { dayPlus, displayTime, pacificInstant } from '#domain/time/pacific.ts';
import { takeProviderOn } from '#tests/support/new-provider.ts';
import { type Entered, enterLastWeekAndPlan, lastNote, newWords, type Slot, slotsOf } from './busy-week.ts';
import {
  attach,
  backToDay,
  clockOf,
  correctStart,
  enterLunch,
  enterNotes,
  enterSession,
  formOf,
  noteOf,
  openNote,
  punch,
  signNote,
  writeNote,
} from './busy-week-entry.ts';
import { expectAtOffice, rowsOf } from './busy-week-office.ts';
import { entryOf, today } from './day.ts';
import { expect, fillLogin, noticeNetwork, signIn, test, waitForSaved, waitForWorker } from './fixtures.ts';
import { MOST_TAPS, TouchInput } from './touch-input.ts';

/** `npm run test:soak` runs the whole week; every other run has one day of it. */
const isWhole = process.env.BUSY_WEEK === 'whole';
const DAYS = isWhole ? 5 : 1;
const CASELOAD = isWhole ? 60 : 10;
const FILES = isWhole ? 6 : 2;
const NAME = 'busy.bee';
/** Everything on a day is entered from this hour on. */
const ENTERED_AT = '15:40';
const OWN_ROWS = ['session', 'soap_note', 'goal_entry', 'lunch', 'timecard', 'attachment'] as const;

test.setTimeout(isWhole ? 1_800_000 : 180_000);

/** The phone's clock, somewhere in the days before; it continues from there. */
async function setClock(page: Page, instant: string): Promise<void> {
  await page.clock.install({ time: instant });
}

/** The phone is off until then; the person who picks it up logs in. */
async function takeUpAt(page: Page, instant: string): Promise<void> {
  await page.clock.fastForward(Date.parse(instant) - Date.parse(await clockOf(page)));
  await expect(page).toHaveURL(/\/login\/?$/);
  await unlock(page);
}

async function unlock(page: Page): Promise<void> {
  await fillLogin(page, NAME);
  await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible();
}

/** A reload in the middle of a form, as soon as the typed text is stored. */
async function reloadInForm(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(draftsOnDisk)).toBe(1);
  await page.reload();
  await expect(formOf(page).getByText('Draft restored.')).toBeVisible();
}

/** Runs in the page. */
async function draftsOnDisk(): Promise<number> {
  let count = 0;
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    if (db.objectStoreNames.contains('drafts')) {
      const counting = db.transaction('drafts').objectStore('drafts').count();
      count += await new Promise<number>((resolve) => {
        counting.onsuccess = () => resolve(counting.result);
      });
    }
    db.close();
  }
  return count;
}

test("a busy provider's week, entered offline on the phone, is on the server completely, each change once", async ({
  server,
  network,
  phone,
}) => {
  const days = Array.from({ length: DAYS }, (_, at) => dayPlus(today(), at - DAYS));
  const [firstDay] = days as [string];
  const { provider, service } = await takeProviderOn(server, NAME, CASELOAD);
  const students = await provider.call('student.list-mine');
  expect(students).toHaveLength(CASELOAD);
  const slots = slotsOf(days, students);
  await enterLastWeekAndPlan(provider, slots, service);
  const before = await rowsOf(provider);
  const entered: Entered = { days: new Map(), punches: new Map(), files: [] };
  const taps = { session: new Set<number>(), note: new Set<number>() };

  // The phone's week is before the server's day.
  network.hidesTime = true;
  let page = await phone.open();
  page.setDefaultTimeout(20_000);
  await setClock(page, pacificInstant(firstDay, ENTERED_AT));
  await signIn(page, NAME, '/');
  await waitForSaved(page);
  await waitForWorker(page);
  network.cutOff();

  for (const day of days) {
    const ofDay = slots.filter((slot) => slot.day === day);
    const isFirst = day === firstDay;
    if (!isFirst) await takeUpAt(page, pacificInstant(day, ENTERED_AT));
    const from = await clockOf(page);
    const punches = await test.step(`${day}: clock in`, () => punch(page, [['Clock in', /^Working since/]]));

    await test.step('sessions and lunch are entered', async () => {
      for (const slot of ofDay) {
        const isBrokenOff = isFirst && slot.kind === 'same';
        taps.session.add(await enterSession(page, slot, isBrokenOff ? reloadInForm : undefined));
      }
      await enterLunch(page);
    });

    await test.step('files are attached', async () => {
      for (const slot of ofDay) {
        const wanted = isFirst ? 2 : 1;
        if (slot.kind === 'planned' && ofDay.indexOf(slot) < wanted && entered.files.length < FILES) {
          entered.files.push(await attach(page, slot, entered.files.length));
        }
      }
    });

    await test.step('the notes are written and signed', async () => {
      const written = ofDay.filter(({ kind }) => kind !== 'absent');
      for (const slot of written) {
        if (isFirst && slot === written[1]) page = await dieInNote(page, slot);
        else taps.note.add(await enterNotes(page, slot));
      }
    });

    await test.step('clock out', async () => {
      punches.push(
        ...(await punch(page, [
          ['Pause', /^Paused since/],
          ['Resume', /^Working since/],
          ['Clock out', /^\d.*–\d.* [AP]M$/],
        ])),
      );
      if (isFirst) await correctStart(page);
      for (const { start } of ofDay) {
        await expect(entryOf(page, displayTime(start))).toContainText('Saved on this device');
      }
    });
    entered.punches.set(day, punches);
    entered.days.set(day, { from, to: await clockOf(page) });
  }

  /** The phone loses power in the middle of a note; the next browser continues it. */
  async function dieInNote(dying: Page, slot: Slot): Promise<Page> {
    const [student] = slot.students as [Student];
    await openNote(dying, slot, new TouchInput());
    await writeNote(dying, slot, student, new TouchInput());
    await expect(noteOf(dying).getByRole('status', { name: 'Note' })).toHaveText(
      /^(Draft saved|Saved) on this/,
    );
    const address = dying.url();
    const clock = await clockOf(dying);
    await phone.kill();
    const next = await phone.open();
    next.setDefaultTimeout(20_000);
    await setClock(next, clock);
    await next.goto('/');
    await unlock(next);
    await next.goto(address);
    await expect(noteOf(next).getByLabel('Subjective', { exact: true })).toHaveValue(
      `${lastNote(student).subjective} ${newWords(slot, student)}`,
    );
    await signNote(next, new TouchInput());
    await backToDay(next);
    return next;
  }

  await test.step('a session takes at most three taps, a note at most six plus its text', () => {
    const [session, note] = [Math.max(...taps.session), Math.max(...taps.note)];
    console.info(`Taps: a session ${[...taps.session].filter(Boolean).join(' or ')}, a note ${note}.`);
    expect(session).toBeGreaterThan(0);
    expect(session).toBeLessThanOrEqual(MOST_TAPS.session);
    expect(note).toBeGreaterThan(0);
    expect(note).toBeLessThanOrEqual(MOST_TAPS.note);
  });

  await test.step('the next morning the network is back, with one lost answer', async () => {
    await takeUpAt(page, new Date().toISOString());
    network.add(/^\/api\/sync\/push\/$/, { kind: 'lose-answer' }, 1);
    network.comeBack();
    await noticeNetwork(page);
    await waitForSaved(page);
    expect(network.seen.filter(({ fault }) => fault === 'lose-answer')).toHaveLength(1);
  });

  await test.step('the office has all of it, and nothing more', async () => {
    await expectAtOffice(server, provider, { days, slots, service, students, entered });
    const counts = new Map([...(await rowsOf(provider))].map(([entity, rows]) => [entity, rows.length]));
    const notes = slots.filter(({ kind }) => kind !== 'absent').flatMap((slot) => slot.students).length;
    const wanted = {
      ...{ session: slots.length, soap_note: notes, goal_entry: DAYS, lunch: DAYS, timecard: DAYS },
      attachment: FILES,
    } satisfies Record<(typeof OWN_ROWS)[number], number>;
    expect(wanted).toMatchObject({ session: DAYS * 8, soap_note: DAYS * 8 });
    for (const entity of OWN_ROWS) {
      const known = before.get(entity)?.length ?? 0;
      expect((counts.get(entity) ?? 0) - known, entity).toBe(wanted[entity]);
    }
  });
});
