import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import type { OfflineEndpointName } from '#contract/index.ts';
import { openRow, openRows } from '#db/encrypted-rows.ts';
import { unsentWrites } from '#db/outbox.ts';
import { seriesDays } from '#domain/calendar/series-days.ts';
import { createRandom, type Random } from '#server/db/seed/random.ts';
import { discardWrite, resendWrite, writesBuildingOn } from '#sync/merge/needs-attention.ts';
import type { NewWrite } from '#sync/outbox/new-write.ts';
import { eventEntry } from '#tests/support/device-entries.ts';
import { Calls } from './call-work.ts';
import {
  type DayStep,
  dayOfEvent,
  isStepped,
  nextStep,
  type SteppedEntity,
  startOfDay,
} from './day-steps.ts';
import { type Device, type Tab, tellOthers } from './device.ts';
import { fileWork } from './file-work.ts';
import { carries, freshIntents, type Intent, markOf, noteReplaced } from './intents.ts';
import { type Answers, messageWork } from './message-work.ts';
import { newLunch, newSeries, newSession, type SessionTraits } from './new-entries.ts';
import { type ChangeableRow, dayLane, ENDPOINTS, laneOf, visibleRows } from './own-rows.ts';
import { type Act, isRefused, lunchForm, lunchPunch, occurrenceChange, submissionNow } from './own-time.ts';
import type { Theme } from './schedule.ts';
import type { Server } from './server.ts';
import { firstWork, Seen, soapWork } from './soap-work.ts';
import { isFiled, type OwnDayEntity, type WrittenEntity } from './tables.ts';

/** What a write may have besides its row and body. */
/** A row that is changed, with what the server answered if the device doesn't hold it. */
type ChangedRow = Omit<ChangeableRow, 'entity'> & { entity: WrittenEntity };

interface Particulars {
  borrowed?: ChangeableRow['borrowed'];
  endpoint?: OfflineEndpointName;
  instead_of?: Record<string, unknown> | null;
  depends_on?: string[];
  builds_on?: string;
}

/** The people at their screens: what they write and decide, and what the screen told them. */
export class Authors {
  readonly server: Server;
  readonly intents: Intent[] = [];
  /** Marks of writes that a screen said were not saved. */
  readonly unsaved: string[] = [];
  readonly faults: string[] = [];
  /** Events that may differ from their lunch break, because someone wrote them directly. */
  readonly loose = new Set<string>();
  readonly seen = new Seen();
  /** How announcements were answered. */
  readonly answers: Answers = new Map();
  readonly calls: Calls;
  #marks = 0;
  /** How many acts of features were saved: one that leaves no mark, such as archiving a goal, has no intent. */
  #done = 0;

  readonly #theme: Theme;

  constructor(server: Server, theme: Theme) {
    this.server = server;
    this.calls = new Calls(server);
    this.#theme = theme;
  }

  /** What everyone knows before anything happens. */
  async begin(devices: readonly Device[]): Promise<void> {
    const [tab] = devices[0]?.tabs ?? [];
    if (tab === undefined || this.#theme === 'anything') return;
    const random = createRandom(0);
    if (this.#theme === 'day') {
      await this.#take(tab, 'timecard', 'create', startOfDay(0, false));
    } else if (this.#theme === 'series') {
      await this.#createSeries(tab, random);
      await tellOthers(tab, devices);
    } else if (this.#theme === 'file') {
      await this.#beginFile(tab, devices);
    } else if (this.#theme === 'message') {
      await this.server.messages.send(random);
      for (const device of devices.slice(0, 2)) await device.tabs[0]?.pull();
    } else {
      await this.#createSession(tab, random, { isDeclared: true, isRefused: true });
      await this.#createSession(tab, random, { isDeclared: true, isRefused: false });
      await this.#take(tab, 'timesheet', 'create', await submissionNow(tab, this.#mark()));
    }
  }

  /** Sessions without a note, with a signed one, and with an unsigned one; and a student's file. */
  async #beginFile(tab: Tab, devices: readonly Device[]): Promise<void> {
    const random = createRandom(0);
    for (const part of [0, 1, 2]) {
      await this.#createSession(tab, random, { isDeclared: false, isRefused: false });
      for (const act of await firstWork(tab, part, this.seen)) await this.#through(tab, act);
    }
    await tellOthers(tab, devices);
  }

  async write(tab: Tab, random: Random): Promise<void> {
    const isAdmin = tab.account.user_id === this.server.people.admin.id;
    if (!isAdmin && this.#theme === 'series' && random.chance(0.7)) return this.#editSeries(tab, random);
    if (!isAdmin && this.#theme === 'timesheet' && random.chance(0.5)) return this.attend(tab, random);
    if (this.#theme === 'message' && random.chance(0.7)) return this.#writeOrAnswer(tab, random);
    const filing = { file: 0.8, anything: 0.1 }[this.#theme as string] ?? 0;
    if (filing > 0 && random.chance(filing) && (await this.#file(tab, random))) {
      // A person with an open file continues in it.
      while (random.chance(0.5)) await this.#file(tab, random);
      return;
    }
    const known = await visibleRows(tab, isAdmin, () => this.server.sessions());
    const card = known.find(({ entity }) => entity === 'timecard');
    if (!isAdmin && this.#theme === 'day' && card !== undefined && random.chance(0.6)) {
      return this.#step(tab, 'timecard', card.id, random);
    }
    const options: (() => Promise<unknown>)[] = isAdmin
      ? []
      : [
          () =>
            this.#createSession(tab, random, {
              isDeclared: random.chance(0.35),
              isRefused: random.chance(0.1),
            }),
          () => this.#createLunch(tab, random),
          () => this.#createLunch(tab, random),
          () => this.#createEvent(tab, random, null),
          () => this.#createSeries(tab, random),
          () => this.#editSeries(tab, random),
          () => this.#take(tab, 'timecard', 'create', startOfDay(this.#marks, random.chance(0.2))),
          async () => this.#take(tab, 'timesheet', 'create', await submissionNow(tab, this.#mark())),
        ];
    if (known.length > 0) {
      const row = random.pick(known);
      options.push(
        () => this.#update(tab, row, random),
        () => this.#update(tab, row, random),
        () => this.#update(tab, row, random),
        () => this.#remove(tab, row),
      );
    }
    if (options.length > 0) await random.pick(options)();
  }

  /** Answers an announcement or writes to support, while the office changes its messages. */
  async #writeOrAnswer(tab: Tab, random: Random): Promise<void> {
    if (random.chance(0.25)) await this.server.messages.change(random);
    const act = random.chance(0.6) ? await messageWork(tab, random, this.answers) : null;
    return act === null ? this.calls.write(tab, random, this.#mark()) : this.#through(tab, act);
  }

  /** Edits a student's file; returns whether there was anything to do. */
  async #file(tab: Tab, random: Random): Promise<boolean> {
    const isOffice = tab.account.user_id === this.server.people.admin.id;
    const isAboutNotes = !isOffice && random.chance(0.6);
    const act =
      (isAboutNotes ? await soapWork(tab, random, this.seen) : null) ??
      (await fileWork(tab, random, isOffice));
    if (act !== null) await this.#through(tab, act);
    return act !== null;
  }

  /** A write for which there may be no space: then nothing of it may be left. */
  async writeOnFullDisk(tab: Tab, random: Random): Promise<void> {
    const before = (await tab.account.unsent()).map(markOf);
    const [marks, done] = [this.#marks, this.#done];
    try {
      await this.write(tab, random);
    } catch (problem) {
      if (!tab.fuse.wasFull) throw problem;
    }
    // Something was saved before the disk was full.
    const isBegun = this.#done > done || this.intents.some((intent) => intent.at >= marks);
    if (!tab.fuse.wasFull || isBegun) return;
    const after = (await tab.account.unsent()).map(markOf);
    if (before.join() !== after.join()) {
      this.faults.push(`a write that was said to be not saved changed the outbox: ${before} → ${after}`);
    }
  }

  #mark(): string {
    this.#marks += 1;
    return `mark-${this.#marks}-${uuidv7().slice(-6)}`;
  }

  async #createSession(tab: Tab, random: Random, traits: SessionTraits): Promise<void> {
    const slot = this.#marks;
    const token = this.#mark();
    const body = newSession({ server: this.server, tab, random, token }, slot, traits);
    await this.#queue(tab, 'session', 'create', body.id, body, token, `session:${body.id}`);
  }

  /**
   * A lunch break without an event, which the server creates, or with its own, as older versions of the app
   * did.
   */
  async #createLunch(tab: Tab, random: Random): Promise<void> {
    const token = this.#mark();
    const body = newLunch({ random, token }, this.#marks);
    await this.#queue(tab, 'lunch', 'create', body.id, body, token, dayLane(tab));
    if (random.chance(0.7)) await this.#createEvent(tab, random, body.id);
  }

  async #createEvent(tab: Tab, random: Random, lunch: string | null): Promise<void> {
    const token = this.#mark();
    const student = random.chance(lunch === null ? 0.5 : 0.9) ? (this.server.students[0] as string) : null;
    const days = lunch === null ? dayOfEvent(this.#marks) : {};
    const body = eventEntry({ student, meeting_notes: token, ...days });
    const made = await this.#queue(tab, 'calendar_event', 'create', body.id, body, token, dayLane(tab));
    if (lunch === null || made === null) return;
    const link = this.#mark();
    const change = { calendar_event_id: body.id, notes: link };
    const more = { depends_on: [made], builds_on: body.id };
    await this.#queue(tab, 'lunch', 'update', lunch, change, link, dayLane(tab), more);
  }

  async #createSeries(tab: Tab, random: Random): Promise<void> {
    const token = this.#mark();
    const body = newSeries({ server: this.server, tab, random, token });
    await this.#queue(tab, 'calendar_event', 'create', body.id, body, token, dayLane(tab));
  }

  /** Changes an occurrence of an own series individually, under its derived id, or deletes it. */
  async #editSeries(tab: Tab, random: Random): Promise<void> {
    const rows = await openRows(tab.db, 'calendar_event', await tab.db.calendarEvents.toArray());
    const own = rows.filter(({ recurring, provider }) => recurring && provider === tab.account.user_id);
    if (own.length === 0) return;
    const series = random.pick(own.sort((a, b) => (a.id < b.id ? -1 : 1)));
    const token = this.#mark();
    if (random.chance(0.3)) {
      const day = random.pick(seriesDays(series));
      const change = { excluded_dates: [...new Set([...series.excluded_dates, day])], meeting_notes: token };
      await this.#queue(tab, 'calendar_event', 'update', series.id, change, token, dayLane(tab));
      return;
    }
    const { id, body, instead_of } = await occurrenceChange(tab, series, token, random);
    const effect = instead_of === null ? 'update' : 'create';
    await this.#queue(tab, 'calendar_event', effect, id, body, token, dayLane(tab), { instead_of });
  }

  /** Queues a command; punches use the instant as their mark. */
  async #take(
    tab: Tab,
    entity: SteppedEntity,
    effect: 'create' | 'update',
    { id, endpoint, body, token }: DayStep & { id: string },
  ): Promise<void> {
    this.#marks += 1;
    await this.#queue(tab, entity, effect, id, body, token, dayLane(tab), { endpoint });
  }

  async #step(tab: Tab, entity: SteppedEntity, id: string, random: Random): Promise<void> {
    const row = await openRow(tab.db, entity, await tab.db.rowsOf(entity).get(id));
    if (row === null || tab.account.user_id === this.server.people.admin.id) return;
    if (entity === 'timecard' && random.chance(0.6)) {
      const act = await lunchPunch(tab, id);
      if (act !== null) return this.#through(tab, act);
    }
    // Counted first: a feature's punch has the previous second.
    const mark = this.#mark();
    await this.#take(tab, entity, 'update', { id, ...nextStep(entity, row, this.#marks, mark, random) });
  }

  async #update(tab: Tab, row: ChangedRow, random: Random): Promise<void> {
    const { entity, id, borrowed } = row;
    if (isStepped(entity)) return this.#step(tab, entity, id, random);
    if (entity === 'notification') return this.#writeOrAnswer(tab, random);
    if (isFiled(entity)) {
      await this.#file(tab, random);
      return;
    }
    if (entity === 'lunch' && random.chance(0.5)) {
      const act = await lunchForm(tab, id, random);
      if (act !== null) return this.#through(tab, act);
    }
    const token = this.#mark();
    const more = random.chance(0.5)
      ? {
          session: { location: null },
          lunch: { lunch_duration: 45 },
          calendar_event: { event_color: 'blue' },
        }[entity]
      : {};
    const body = { [entity === 'calendar_event' ? 'meeting_notes' : 'notes']: token, ...more };
    await this.#queue(tab, entity, 'update', id, body, token, laneOf(tab, entity, id), { borrowed });
  }

  async #remove(tab: Tab, { entity, id, borrowed }: ChangeableRow): Promise<void> {
    // No one deletes a card or a timesheet.
    if (isStepped(entity)) return;
    await this.#queue(tab, entity, 'delete', id, undefined, null, laneOf(tab, entity, id), { borrowed });
  }

  async #queue(
    tab: Tab,
    entity: OwnDayEntity,
    effect: Intent['effect'],
    row: string,
    body: unknown,
    token: string | null,
    lane: string,
    { endpoint, instead_of, depends_on, builds_on, borrowed }: Particulars = {},
  ): Promise<string | null> {
    const { device, account } = tab;
    const intent: Intent = {
      ...{ at: this.#marks, device, user_id: account.user_id, entity, row, effect, token, lane },
      ...{ status: 'unsure', builds_on: builds_on ?? null },
    };
    this.intents.push(intent);
    if (entity === 'calendar_event') this.loose.add(row);
    const before = await account.unsent();
    const write = {
      endpoint: endpoint ?? (isStepped(entity) ? null : ENDPOINTS[entity][effect]),
      ...{ id: row, body, lane },
      ...(depends_on === undefined ? {} : { depends_on }),
      ...(instead_of == null ? {} : { instead_of }),
      ...(borrowed === undefined ? {} : { borrowed }),
    } as NewWrite<OfflineEndpointName>;
    const noteFolded = async () =>
      noteReplaced(
        this.intents,
        this.server.book,
        { device, row, fresh: new Set([intent]) },
        before,
        await account.unsent(),
      );
    let written: string | null;
    try {
      written = await tab.write(tab.workspace, write);
    } catch (problem) {
      // Reported as not saved: another tab has deleted the row, or the disk is full.
      const isApiError = problem instanceof ApiError;
      if (isApiError || tab.fuse.wasFull) this.intents.splice(this.intents.indexOf(intent), 1);
      if (isApiError) return null;
      if (tab.fuse.wasFull && token !== null) this.unsaved.push(token);
      await noteFolded();
      throw problem;
    }
    intent.status = 'saved';
    await noteFolded();
    if (written === null) intent.status = 'replaced';
    return written;
  }

  /** Writes by a feature's own code are recognized as new in the outbox. */
  async #through(tab: Tab, act: Act): Promise<void> {
    const { device, account } = tab;
    const mark = this.#mark();
    const at = this.#marks;
    const before = await account.unsent();
    let status: Intent['status'] = 'unsure';
    try {
      await act(at, mark);
      status = 'saved';
      this.#done += 1;
    } catch (problem) {
      if (!isRefused(problem)) throw problem;
    } finally {
      const after = await account.unsent();
      const fresh = freshIntents(this.intents, before, after, {
        at,
        device,
        user_id: account.user_id,
        status,
      });
      this.intents.push(...fresh);
      const rows = new Set([...before, ...after].map(({ entity_id }) => entity_id));
      for (const row of rows) {
        noteReplaced(this.intents, this.server.book, { device, row, fresh: new Set(fresh) }, before, after);
      }
    }
  }

  /** The author handles refused writes: corrects, resends, or discards them. */
  async attend(tab: Tab, random: Random): Promise<void> {
    if (this.#theme === 'message' && (await this.calls.attend(tab, random))) return;
    const writes = await unsentWrites(tab.db);
    const refused = writes.filter((write) => write.state === 'parked');
    if (refused.length === 0) return;
    const write = random.pick(refused);
    if (random.chance(0.4)) return resendWrite(tab.workspace, write.write_id);
    if (random.chance(0.5) && write.effect !== 'delete') {
      return this.#update(tab, { entity: write.entity as WrittenEntity, id: write.entity_id }, random);
    }
    const building = await writesBuildingOn(tab.db, write.write_id);
    const given = writes.filter((one) => building.some((row) => row.write_id === one.write_id));
    await discardWrite(tab.workspace, write.write_id).finally(() => {
      const isCut = tab.fuse.isBlown || tab.fuse.wasFull;
      // If the tab died on the way, some may be left; the check finds each one.
      for (const one of given) {
        for (const intent of this.intents) {
          if (intent.device !== tab.device) continue;
          if (carries(one, intent)) intent.status = isCut ? 'unsure' : 'discarded';
        }
      }
    });
  }
}
