import { v7 as uuidv7 } from 'uuid';
import type { Random } from '#server/db/seed/random.ts';
import { eventEntry, lunchEntry, sessionEntry } from '#tests/support/device-entries.ts';
import { declaredDay, instantOf, timesOfSlot } from './day-steps.ts';
import type { Tab } from './device.ts';
import type { Server } from './server.ts';

/** Where a new entry comes from, and the mark that it carries. */
interface Origin {
  server: Server;
  tab: Tab;
  random: Random;
  token: string;
}

export interface SessionTraits {
  /** On a day of the period whose timesheet is declared. */
  isDeclared: boolean;
  /** Its service doesn't exist. */
  isRefused: boolean;
}

/** A session of one of the author's students, at the times of a slot. */
export function newSession({ server, tab, random, token }: Origin, slot: number, traits: SessionTraits) {
  const { students, people, service } = server;
  const isPaula = tab.account.user_id === people.paula.id;
  return sessionEntry({
    student_ids: [random.pick(isPaula ? students.slice(0, 2) : students.slice(2))],
    service: traits.isRefused ? uuidv7() : service,
    ...timesOfSlot(slot, traits.isDeclared),
    notes: token,
  });
}

/** A lunch break, sometimes on a declared day. */
export function newLunch({ random, token }: Omit<Origin, 'server' | 'tab'>, slot: number) {
  const lunch_start_time = instantOf(random.chance(0.2) ? declaredDay(slot) : '2026-03-10', 19, 0);
  return lunchEntry({ notes: token, lunch_start_time });
}

/** Four Tuesdays, usually with one of the author's students. */
export function newSeries({ server, tab, random, token }: Origin) {
  const { students, people } = server;
  const own = students[tab.account.user_id === people.paula.id ? 0 : 2] as string;
  return eventEntry({
    student: random.chance(0.6) ? own : null,
    meeting_notes: token,
    is_lunch: false,
    recurring: true,
    recurring_type: 'weekly',
    recurring_timeframe: '4',
  });
}
