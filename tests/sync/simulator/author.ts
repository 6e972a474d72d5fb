import { v7 as uuidv7 } from 'uuid';
import type { EntityName } from '#contract/entity-name.ts';
import { Refusal } from '#contract/errors.ts';
import type { OfflineEndpointName } from '#contract/index.ts';
import { TABLE_OF } from '#db/local-database.ts';
import { type OpenedWrite, unsentWrites } from '#db/outbox.ts';
import { openRow, openRows } from '#db/sealed-rows.ts';
import { occurrenceOn } from '#domain/calendar/series.ts';
import { seriesDays } from '#domain/calendar/series-days.ts';
import type { Random } from '#server/db/seed/random.ts';
import { discardWrite, resendWrite, writesBuildingOn } from '#sync/needs-attention.ts';
import type { NewWrite } from '#sync/queue-write.ts';
import { eventEntry, lunchEntry, sessionEntry } from '#tests/support/device-entries.ts';
import { tokenOf } from './book.ts';
import {
  type DayStep,
  isStepped,
  nextStep,
  type SteppedEntity,
  startOfDay,
  submission,
} from './day-steps.ts';
import { type Office, WRITTEN, type WrittenEntity } from './office.ts';
import type { Phone, Tab } from './phone.ts';

/** What a person did, and what the screen told them. */
export interface Intent {
  at: number;
  phone: Phone;
  user_id: string;
  entity: WrittenEntity;
  row: string;
  effect: 'create' | 'update' | 'delete';
  /** Its mark in the notes; a deletion has none. */
  token: string | null;
  /** `saved` was said; `unsure` where the tab died before it could be said. */
  status: 'saved' | 'unsure' | 'discarded' | 'replaced';
  /** The row of another kind that it points to, made before it. */
  builds_on: string | null;
}

const ENDPOINTS = {
  session: { create: 'session.create', update: 'session.update', delete: 'session.delete' },
  lunch: { create: 'lunch.create', update: 'lunch.update', delete: 'lunch.delete' },
  calendar_event: { create: 'calendar.create', update: 'calendar.update', delete: 'calendar.delete' },
} as const;

/** The people at their screens: what they write and decide, and what they were told of it. */
export class Authors {
  readonly office: Office;
  readonly intents: Intent[] = [];
  /** Marks of what a screen said was not saved. */
  readonly unsaved: string[] = [];
  readonly faults: string[] = [];
  #marks = 0;

  constructor(office: Office) {
    this.office = office;
  }

  async write(tab: Tab, random: Random): Promise<void> {
    const isAdmin = tab.account.user_id === this.office.people.admin.id;
    const known = await visibleRows(tab, isAdmin);
    const options: (() => Promise<unknown>)[] = isAdmin
      ? []
      : [
          () => this.#createSession(tab, random),
          () => this.#createLunch(tab, random),
          () => this.#createLunch(tab, random),
          () => this.#createEvent(tab, random, null),
          () => this.#createSeries(tab),
          () => this.#editSeries(tab, random),
          () =>
            random.chance(0.7)
              ? this.#take(tab, 'timecard', 'create', startOfDay(this.#marks))
              : this.#take(tab, 'timesheet', 'create', submission(tab.account.user_id, this.#mark())),
        ];
    if (known.length > 0) {
      const { entity, id } = random.pick(known);
      options.push(
        () => this.#update(tab, entity, id, random),
        () => this.#update(tab, entity, id, random),
        () => this.#update(tab, entity, id, random),
        () => this.#remove(tab, entity, id),
      );
    }
    if (options.length > 0) await random.pick(options)();
  }

  /** A write for which there may be no room: then nothing of it may be left. */
  async writeOnFullDisk(tab: Tab, random: Random): Promise<void> {
    const before = (await tab.account.unsent()).map(markOf);
    const marks = this.#marks;
    try {
      await this.write(tab, random);
    } catch (problem) {
      if (!tab.fuse.wasFull) throw problem;
    }
    if (!tab.fuse.wasFull || this.intents.some((intent) => intent.at >= marks)) return;
    const after = (await tab.account.unsent()).map(markOf);
    if (before.join() !== after.join()) {
      this.faults.push(`a write that was said to be not saved changed the outbox: ${before} → ${after}`);
    }
  }

  #mark(): string {
    this.#marks += 1;
    return `mark-${this.#marks}-${uuidv7().slice(-6)}`;
  }

  async #createSession(tab: Tab, random: Random): Promise<void> {
    const slot = this.#marks;
    const minutes = 420 + (slot % 20) * 35;
    const time = (of: number) =>
      `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
    const { students, people, service } = this.office;
    const isPaula = tab.account.user_id === people.paula.id;
    const token = this.#mark();
    const body = sessionEntry({
      student_ids: [random.pick(isPaula ? students.slice(0, 2) : students.slice(2))],
      service,
      session_date: `2026-03-0${1 + (Math.floor(slot / 20) % 9)}`,
      start_time: time(minutes),
      end_time: time(minutes + 30),
      notes: token,
    });
    await this.#queue(tab, 'session', 'create', body.id, body, token, `session:${body.id}`);
  }

  /** A lunch break, its event, and the link between them, as the form makes them. */
  async #createLunch(tab: Tab, random: Random): Promise<void> {
    const token = this.#mark();
    const body = lunchEntry({ notes: token });
    await this.#queue(tab, 'lunch', 'create', body.id, body, token, dayLane(tab));
    if (random.chance(0.7)) await this.#createEvent(tab, random, body.id);
  }

  async #createEvent(tab: Tab, random: Random, lunch: string | null): Promise<void> {
    const token = this.#mark();
    const student = random.chance(lunch === null ? 0.5 : 0.9) ? (this.office.students[0] as string) : null;
    const body = eventEntry({ student, meeting_notes: token });
    const made = await this.#queue(tab, 'calendar_event', 'create', body.id, body, token, dayLane(tab));
    if (lunch === null || made === null) return;
    const link = this.#mark();
    const change = { calendar_event_id: body.id, notes: link };
    const builds = { depends_on: [made], row: body.id };
    await this.#queue(tab, 'lunch', 'update', lunch, change, link, dayLane(tab), builds);
  }

  /** Four Tuesdays. */
  async #createSeries(tab: Tab): Promise<void> {
    const token = this.#mark();
    const body = eventEntry({
      meeting_notes: token,
      is_lunch: false,
      recurring: true,
      recurring_type: 'weekly',
      recurring_timeframe: '4',
    });
    await this.#queue(tab, 'calendar_event', 'create', body.id, body, token, dayLane(tab));
  }

  /** One time of an own series is changed by itself, under the id that it has everywhere, or taken out. */
  async #editSeries(tab: Tab, random: Random): Promise<void> {
    const rows = await openRows(tab.db, 'calendar_event', await tab.db.calendarEvents.toArray());
    const own = rows.filter(({ recurring, provider }) => recurring && provider === tab.account.user_id);
    if (own.length === 0) return;
    const series = random.pick(own.sort((a, b) => (a.id < b.id ? -1 : 1)));
    const day = random.pick(seriesDays(series));
    const token = this.#mark();
    if (random.chance(0.5)) {
      const change = { excluded_dates: [...new Set([...series.excluded_dates, day])], meeting_notes: token };
      await this.#queue(tab, 'calendar_event', 'update', series.id, change, token, dayLane(tab));
      return;
    }
    const { version: _, record_state: __, provider: ___, ...occurrence } = occurrenceOn(series, day);
    const isKnown = (await tab.db.calendarEvents.get(occurrence.id)) !== undefined;
    if (isKnown) return;
    const body = { ...occurrence, meeting_notes: token };
    await this.#queue(tab, 'calendar_event', 'create', occurrence.id, body, token, dayLane(tab));
  }

  /** A step by itself; punches have the instant for their mark. */
  async #take(
    tab: Tab,
    entity: SteppedEntity,
    effect: 'create' | 'update',
    { id, endpoint, body, token }: DayStep & { id: string },
  ): Promise<void> {
    this.#marks += 1;
    await this.#queue(tab, entity, effect, id, body, token, dayLane(tab), null, endpoint);
  }

  async #step(tab: Tab, entity: SteppedEntity, id: string, random: Random): Promise<void> {
    const row = await openRow(tab.db, entity, await tab.db.rowsOf(entity).get(id));
    if (row === null || tab.account.user_id === this.office.people.admin.id) return;
    const at = this.#marks;
    await this.#take(tab, entity, 'update', { id, ...nextStep(entity, row, at, this.#mark(), random) });
  }

  async #update(tab: Tab, entity: WrittenEntity, id: string, random: Random): Promise<void> {
    if (isStepped(entity)) return this.#step(tab, entity, id, random);
    const token = this.#mark();
    const more = random.chance(0.5)
      ? {
          session: { location: null },
          lunch: { lunch_duration: 45 },
          calendar_event: { event_color: 'blue' },
        }[entity]
      : {};
    const body = { [entity === 'calendar_event' ? 'meeting_notes' : 'notes']: token, ...more };
    await this.#queue(tab, entity, 'update', id, body, token, laneOf(tab, entity, id));
  }

  async #remove(tab: Tab, entity: WrittenEntity, id: string): Promise<void> {
    // Nobody deletes a card or a timesheet.
    if (isStepped(entity)) return;
    await this.#queue(tab, entity, 'delete', id, undefined, null, laneOf(tab, entity, id));
  }

  async #queue(
    tab: Tab,
    entity: WrittenEntity,
    effect: Intent['effect'],
    row: string,
    body: unknown,
    token: string | null,
    lane: string,
    builds: { depends_on: string[]; row: string } | null = null,
    endpoint: OfflineEndpointName | null = null,
  ): Promise<string | null> {
    const intent: Intent = {
      at: this.#marks,
      phone: tab.phone,
      user_id: tab.account.user_id,
      entity,
      row,
      effect,
      token,
      status: 'unsure',
      builds_on: builds?.row ?? null,
    };
    this.intents.push(intent);
    const before = await tab.account.unsent();
    const write = {
      endpoint: endpoint ?? (isStepped(entity) ? null : ENDPOINTS[entity][effect]),
      id: row,
      body,
      lane,
      ...(builds === null ? {} : { depends_on: builds.depends_on }),
    } as NewWrite<OfflineEndpointName>;
    let written: string | null;
    try {
      written = await tab.write(tab.workspace, write);
    } catch (problem) {
      // Said to be not saved: another tab has deleted the row, or the disk is full.
      const isRefused = problem instanceof Refusal;
      if (isRefused || tab.fuse.wasFull) this.intents.splice(this.intents.indexOf(intent), 1);
      if (isRefused) return null;
      if (tab.fuse.wasFull && token !== null) this.unsaved.push(token);
      this.#noteReplaced(intent, before, await tab.account.unsent());
      throw problem;
    }
    intent.status = 'saved';
    this.#noteReplaced(intent, before, await tab.account.unsent());
    if (written === null) intent.status = 'replaced';
    return written;
  }

  /** Earlier changes of the row that folded into the new one, or cancelled out with it. */
  #noteReplaced(by: Intent, before: readonly OpenedWrite[], after: readonly OpenedWrite[]): void {
    const { book } = this.office;
    const left = new Set(after.map(markOf));
    for (const write of before) {
      // Refused meanwhile, perhaps, in another tab.
      const couldFold = write.attempts === 0 || book.disturbed.has(write.entity_id);
      if (write.entity_id !== by.row || !couldFold || left.has(markOf(write))) continue;
      // Taken by the office meanwhile, perhaps under the new id that a merge gave it.
      if (book.hasTaken(write.entity_id, write.effect, tokenOf(write.content.body))) continue;
      for (const intent of this.intents) {
        if (intent === by || intent.phone !== by.phone || intent.row !== by.row) continue;
        const isIt = intent.token === null ? write.effect === 'delete' : markOf(write) === intent.token;
        if (isIt) intent.status = 'replaced';
      }
    }
  }

  /** The author looks at what was refused: corrects it, sends it again as it is, or gives it up. */
  async attend(tab: Tab, random: Random): Promise<void> {
    const writes = await unsentWrites(tab.db);
    const refused = writes.filter((write) => write.state === 'parked');
    if (refused.length === 0) return;
    const write = random.pick(refused);
    if (random.chance(0.4)) return resendWrite(tab.workspace, write.write_id);
    if (random.chance(0.5) && write.effect !== 'delete') {
      return this.#update(tab, write.entity as WrittenEntity, write.entity_id, random);
    }
    const building = await writesBuildingOn(tab.db, write.write_id);
    const given = writes.filter((one) => building.some((row) => row.write_id === one.write_id));
    await discardWrite(tab.workspace, write.write_id).finally(() => {
      const isCut = tab.fuse.isBlown || tab.fuse.wasFull;
      // Where the tab died on the way, some may be left; the check looks where each one is.
      for (const one of given) {
        for (const intent of this.intents) {
          if (intent.phone !== tab.phone || intent.row !== one.entity_id) continue;
          const isIt = intent.token === null ? one.effect === 'delete' : markOf(one) === intent.token;
          if (isIt) intent.status = isCut ? 'unsure' : 'discarded';
        }
      }
    });
  }
}

export function markOf(write: OpenedWrite): string {
  return tokenOf(write.content.body) ?? `${write.effect} ${write.entity_id}`;
}

function dayLane(tab: Tab): string {
  return `day:${tab.account.user_id}:2026-03-10`;
}

function laneOf(tab: Tab, entity: WrittenEntity, id: string): string {
  return entity === 'session' ? `session:${id}` : dayLane(tab);
}

/** The rows that a person would change: own ones, or for the administrator anybody's. */
async function visibleRows(tab: Tab, isAdmin: boolean): Promise<{ entity: WrittenEntity; id: string }[]> {
  const found: { entity: WrittenEntity; id: string }[] = [];
  for (const entity of Object.keys(WRITTEN) as WrittenEntity[]) {
    const rows = await tab.db.table(TABLE_OF[entity as EntityName]).toArray();
    for (const row of await openRows(tab.db, entity, rows)) {
      const owner = 'provider_id' in row ? row.provider_id : row.provider;
      if (isAdmin || owner === tab.account.user_id) found.push({ entity, id: row.id });
    }
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}
