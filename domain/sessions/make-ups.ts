import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { attendanceRule } from './attendance.ts';
import type { Attendance } from './session.ts';
import { isAccepted, type SessionRequest } from './session-requests.ts';

/** Days after a missed session in which its makeup may be held, unless its client has agreed on another window. */
const MAKE_UP_WINDOW_DAYS = 60;

/** The window that a client has agreed on, for sessions from a Pacific day on. */
export interface MakeUpWindow {
  starts_on: string;
  days: number;
}

/** The windows of all clients. */
export interface MakeUpWindows {
  /** The days in which a missed session can be made up: as agreed on its day, otherwise the usual ones. */
  daysFor(missed: { client?: string | null | undefined; session_date: string }): number;
  /** The most days that any session has. */
  longest: number;
}

export const USUAL_WINDOWS: MakeUpWindows = {
  daysFor: () => MAKE_UP_WINDOW_DAYS,
  longest: MAKE_UP_WINDOW_DAYS,
};

/** What clients have agreed on; of each, the window that began last by the day of the missed session counts. */
export function makeUpWindows(
  clients: Iterable<{ id: string; makeup_windows?: readonly MakeUpWindow[] | undefined }>,
): MakeUpWindows {
  // Rows that a device stored before there were windows have none.
  const byClient = new Map([...clients].map(({ id, makeup_windows = [] }) => [id, makeup_windows]));
  const all = [...byClient.values()].flat().map(({ days }) => days);
  return {
    daysFor({ client, session_date }) {
      const begun = (byClient.get(client ?? '') ?? []).filter(({ starts_on }) => starts_on <= session_date);
      const newest = begun.toSorted((a, b) => a.starts_on.localeCompare(b.starts_on)).at(-1);
      return newest?.days ?? MAKE_UP_WINDOW_DAYS;
    },
    longest: Math.max(MAKE_UP_WINDOW_DAYS, ...all),
  };
}

/** The fields of a session that the makeup ledger needs. */
export interface LedgerSession {
  id: string;
  student_ids: readonly string[];
  /** Whose window counts; without one the usual window does. */
  client?: string | null | undefined;
  service: string;
  session_date: string;
  start_time: string;
  scheduled_minutes: number;
  actual_minutes: number;
  attendance: Attendance;
  make_up_of: string | null;
  requests?: readonly SessionRequest[] | undefined;
  /** Imported from the previous system: it owes nothing here. */
  is_history?: boolean | undefined;
}

export type OwedState = 'owed' | 'made-up' | 'expired';

/** What one student is owed from one missed session, in whole minutes. */
export interface OwedMakeUp {
  session: string;
  student: string;
  service: string;
  session_date: string;
  start_time: string;
  attendance: Attendance;
  owed_minutes: number;
  made_up_minutes: number;
  /** The last Pacific day on which it can be made up. */
  until: string;
  state: OwedState;
}

/** The account of one student and service; owed = made up + expired + remaining. */
export interface MakeUpAccount {
  student: string;
  service: string;
  owed_minutes: number;
  made_up_minutes: number;
  expired_minutes: number;
  remaining_minutes: number;
  /** Oldest first. */
  items: OwedMakeUp[];
}

/**
 * What students are owed, per student and service.
 *
 * A missed session owes its scheduled minutes to each of its students. A makeup session is applied to the
 * session that it names; a remainder, or a makeup that names none, to the oldest open one for the student and
 * service on its day. Excess minutes are dropped. Minutes not made up within the window expire.
 *
 * @param today a Pacific day
 */
export function makeUpLedger(
  sessions: readonly LedgerSession[],
  today: string,
  windows: Pick<MakeUpWindows, 'daysFor'> = USUAL_WINDOWS,
): MakeUpAccount[] {
  const counted = sessions
    .filter((session) => isAccepted(session) && session.is_history !== true)
    .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)) || a.id.localeCompare(b.id));
  const items = counted
    .filter(({ attendance }) => attendanceRule(attendance).owes_make_up)
    .flatMap((missed) =>
      missed.student_ids.map((student) => owedOf(missed, student, windows.daysFor(missed))),
    );
  const makeUps = counted.filter(({ attendance }) => attendance === 'make-up');
  const byStudent = groupedBy(items, ({ student }) => student);
  for (const makeUp of makeUps.filter(({ make_up_of }) => make_up_of !== null)) pay(byStudent, makeUp);
  for (const makeUp of makeUps.filter(({ make_up_of }) => make_up_of === null)) pay(byStudent, makeUp);
  for (const item of items) item.state = stateOf(item, today);
  return accountsOf(items);
}

/** Open items of the ledger, most urgent first. */
export function openMakeUps(accounts: readonly MakeUpAccount[]): OwedMakeUp[] {
  return accounts
    .flatMap(({ items }) => items)
    .filter(({ state }) => state === 'owed')
    .toSorted((a, b) => a.until.localeCompare(b.until) || a.start_time.localeCompare(b.start_time));
}

export function remainingMinutes({ owed_minutes, made_up_minutes }: OwedMakeUp): number {
  return owed_minutes - made_up_minutes;
}

function placeOf({ session_date, start_time }: LedgerSession): string {
  return `${session_date} ${start_time}`;
}

function owedOf(missed: LedgerSession, student: string, windowDays: number): OwedMakeUp {
  const { id: session, service, session_date, start_time, attendance, scheduled_minutes } = missed;
  return {
    ...{ session, student, service, session_date, start_time, attendance },
    owed_minutes: scheduled_minutes,
    made_up_minutes: 0,
    until: dayPlus(session_date, windowDays),
    state: 'owed',
  };
}

/**
 * Applies a makeup's minutes for each of its students: first to the session that it names, then to the oldest
 * open one.
 */
function pay(byStudent: ReadonlyMap<string, readonly OwedMakeUp[]>, makeUp: LedgerSession): void {
  for (const student of makeUp.student_ids) {
    const own = byStudent.get(student) ?? [];
    const mine = own.filter(({ session_date }) => session_date <= makeUp.session_date);
    const named = mine.filter(({ session }) => session === makeUp.make_up_of);
    const open = mine.filter(
      ({ session, service, until }) =>
        session !== makeUp.make_up_of && service === makeUp.service && makeUp.session_date <= until,
    );
    let left = makeUp.actual_minutes;
    for (const item of [...named, ...open]) {
      const paid = Math.min(left, remainingMinutes(item));
      item.made_up_minutes += paid;
      left -= paid;
    }
  }
}

function stateOf(item: OwedMakeUp, today: string): OwedState {
  if (remainingMinutes(item) === 0) return 'made-up';
  return item.until < today ? 'expired' : 'owed';
}

function accountsOf(items: readonly OwedMakeUp[]): MakeUpAccount[] {
  const accounts = new Map<string, MakeUpAccount>();
  for (const item of items) {
    const { student, service } = item;
    const key = `${student} ${service}`;
    const account = accounts.get(key) ?? {
      ...{ student, service, items: [] },
      ...{ owed_minutes: 0, made_up_minutes: 0, expired_minutes: 0, remaining_minutes: 0 },
    };
    accounts.set(key, account);
    account.items.push(item);
    account.owed_minutes += item.owed_minutes;
    account.made_up_minutes += item.made_up_minutes;
    const left = remainingMinutes(item);
    if (item.state === 'expired') account.expired_minutes += left;
    else account.remaining_minutes += left;
  }
  return [...accounts.values()];
}
