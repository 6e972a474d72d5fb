import { expect, type Locator, type Page } from '@playwright/test';
import type { Session } from '#contract/session.ts';
import type { Student } from '#contract/student.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayTime, pacificDay, timePlusMinutes } from '#domain/time/pacific.ts';
import type { ApiPerson, RealServer } from '#tests/support/real-server.ts';

export function today(): string {
  return pacificDay(new Date());
}

/** What a provider enters in the session form. Omitted fields stay as the form has them. */
export interface SessionEntry {
  students?: readonly Student[];
  date?: string;
  start?: string;
  minutes?: number;
  /** Why the duration changed. */
  reason?: string;
  notes?: string;
}

export async function fillSession(form: Locator, entry: SessionEntry): Promise<void> {
  const page = form.page();
  if (entry.students !== undefined) {
    await form.getByLabel('Students', { exact: true }).click();
    for (const student of entry.students) {
      await page.getByPlaceholder('Find a student').fill(fullName(student));
      await page
        .getByRole('option', { name: fullName(student) })
        .first()
        .click();
    }
    await page.keyboard.press('Escape');
  }
  if (entry.date !== undefined) await form.getByLabel('Date').fill(entry.date);
  if (entry.start !== undefined) await form.getByLabel('Start time').fill(entry.start);
  if (entry.minutes !== undefined) await form.getByLabel('Duration (minutes)').fill(String(entry.minutes));
  if (entry.reason !== undefined) await form.getByLabel('Reason for the change').fill(entry.reason);
  if (entry.notes !== undefined) await form.getByLabel('Notes').fill(entry.notes);
}

/** Opens the collapsed part of the session form. */
export async function openMore(form: Locator): Promise<void> {
  const more = form.locator('details');
  if ((await more.getAttribute('open')) === null) await more.locator('summary').click();
}

/** Plans half an hour with a student today on the person's calendar, or on another provider's. */
export async function planSession(
  person: ApiPerson,
  student: Pick<Student, 'id' | 'services'>,
  start: string,
  provider = person.signIn.user_id,
): Promise<string> {
  const end = timePlusMinutes(start, 30);
  const event = await person.call('calendar.create', {
    body: {
      ...{ id: crypto.randomUUID(), provider, student: student.id, service: student.services[0] ?? null },
      ...{ event_start_date: today(), event_start_time: start, event_end_date: today(), event_end_time: end },
      ...{ duration: 30, recurring: false, recurring_type: '', recurring_timeframe: '', location: null },
      ...{ event_title: '', event_color: 'blue', meeting_notes: '', remind_me: false, is_lunch: false },
      ...{ service_list: [], invites: [], recurring_days: [], excluded_dates: [] },
      ...{ original_id: null, original_date: null },
    },
  });
  return event.id;
}

/** Logs an event at a time of the open day; `students` are added to the planned ones. */
export async function logPlanned(
  page: Page,
  start: string,
  entry: Omit<SessionEntry, 'start'>,
): Promise<void> {
  await entryOf(page, displayTime(start))
    .getByRole('button', { name: /^Log session: / })
    .click();
  const form = page.getByRole('form', { name: 'New session' });
  await fillSession(form, entry);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
}

export async function addSession(page: Page, entry: SessionEntry): Promise<void> {
  await page.getByRole('button', { name: 'Add session' }).click();
  const form = page.getByRole('form', { name: 'New session' });
  await fillSession(form, entry);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
}

/**
 * Enters a waived lunch break, which creates no event. In a locked pay period the server rejects it for
 * everyone.
 */
export async function addWaivedLunch(page: Page, entry: { date?: string; start: string }): Promise<void> {
  await page.getByRole('button', { name: 'Add lunch' }).click();
  const form = page.getByRole('form', { name: 'New lunch break' });
  if (entry.date !== undefined) await form.getByLabel('Date').fill(entry.date);
  await form.getByLabel('Start time').fill(entry.start);
  await form.getByLabel('Waiver').selectOption('on_duty');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
}

/** Entries of the day's strip that contain all of these words. */
export function entryOf(page: Page, ...words: (string | RegExp)[]): Locator {
  return words.reduce<Locator>(
    (entries, word) => entries.filter({ hasText: word }),
    page.getByRole('list', { name: 'Day' }).getByRole('listitem'),
  );
}

/** Signs the open note, and confirms if goals without data are asked about. */
export async function signNote(
  note: Locator,
  tap: (target: Locator) => Promise<void> = (target) => target.click(),
): Promise<void> {
  await tap(note.getByRole('button', { name: 'Sign note' }));
  const question = note.page().getByRole('alertdialog', { name: 'Confirmation - Sign' });
  await expect(
    note
      .getByText(/Signed by/)
      .or(question)
      .first(),
  ).toBeVisible();
  if (await question.isVisible()) await tap(question.getByRole('button', { name: 'CONFIRM' }));
  await expect(question).toBeHidden();
}

/** The value of a definition list under a name. */
export function saidUnder(page: Page, name: string): Locator {
  return page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name.replace(/[()]/g, '\\$&')}$`) })
    .locator('xpath=following-sibling::dd[1]');
}

/** Opens the Sync center from the status that links to it. */
export async function openSyncCenter(page: Page): Promise<void> {
  const status = page.getByRole('status', { name: 'Sync' });
  await status.getByRole('button').or(status.getByRole('link')).click();
}

/** Students for whom the person may record sessions, by name; no former ones. */
export async function studentsOf(person: ApiPerson): Promise<Student[]> {
  const students = await person.call('student.list-mine');
  return students.filter(({ archived }) => !archived);
}

/** A student for whom the person may record sessions: the first by name. */
export async function firstStudentOf(person: ApiPerson): Promise<Student> {
  const [student] = await studentsOf(person);
  if (student === undefined) throw new Error('The demo provider has no student.');
  return student;
}

/** A provider's sessions on the server between two days, in the order in which they were captured. */
export async function officeSessions(
  person: ApiPerson,
  provider: string,
  from = today(),
  to = today(),
): Promise<Session[]> {
  const { sessions } = await person.call('session.list', {
    query: { provider, start_date: from, end_date: to, limit: 200 },
  });
  return sessions.toSorted((a, b) => a.captured_at.localeCompare(b.captured_at));
}

/** Start times of the demo provider's entries today from three o'clock on: the demo data ends before. */
export async function startsAtOffice(server: RealServer): Promise<string[]> {
  const provider = await server.as('provider');
  const sessions = await officeSessions(provider, provider.signIn.user_id);
  return sessions.map(({ start_time }) => start_time).filter((start) => start >= '15:00');
}

/** The first locked day of the demo organization: before its recorded work, so no timesheet holds it. */
export async function lockedDay(person: ApiPerson): Promise<string> {
  const starts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await person.call('sync.pull', {
      query: { limit: 2_000, ...(cursor === undefined ? {} : { cursor }) },
    });
    for (const { entity, row } of page.changes) {
      if (entity !== 'pay_period') continue;
      const period = row as { start_date: string; is_locked: boolean };
      if (period.is_locked) starts.push(period.start_date);
    }
    if (!page.more) break;
    cursor = page.cursor;
  }
  const [first] = starts.sort();
  if (first === undefined) throw new Error('The demo organization has no locked pay period.');
  return first;
}

/** The user name of a provider who isn't one of the demo accounts. */
export async function anotherProvider(server: RealServer): Promise<string> {
  const admin = await server.as('admin');
  const providers = await admin.call('provider.list');
  for (const { archived, provider_first, provider_last } of providers) {
    if (archived) continue;
    const name = `${provider_first}.${provider_last}`.toLowerCase();
    const person = await server.as(name).catch(() => null);
    if (person?.signIn.auth === '2') return name;
  }
  throw new Error('The demo organization has no other provider.');
}

/** Reads a provider's entries of the day that are added from now on. */
export async function sessionsFromNowOn(provider: ApiPerson): Promise<() => Promise<Session[]>> {
  const { user_id } = provider.signIn;
  const known = new Set((await officeSessions(provider, user_id)).map(({ id }) => id));
  return async () => (await officeSessions(provider, user_id)).filter(({ id }) => !known.has(id));
}
