import { v7 as uuidv7 } from 'uuid';
import type { EntityName } from '#contract/entity-name.ts';
import { Refusal } from '#contract/errors.ts';
import type { OfflineEndpointName } from '#contract/index.ts';
import { LocalDatabase, TABLE_OF } from '#db/local-database.ts';
import { type OpenedWrite, unsentWrites } from '#db/outbox.ts';
import { openRows } from '#db/sealed-rows.ts';
import { createRandom, type Random } from '#server/db/seed/random.ts';
import { resumeSending } from '#sync/drain.ts';
import { discardWrite, resendWrite, writesBuildingOn } from '#sync/needs-attention.ts';
import type { NewWrite } from '#sync/queue-write.ts';
import { eventEntry, lunchEntry, sessionEntry } from '#tests/support/device-entries.ts';
import { FaultNetwork } from '#tests/support/fault-network.ts';
import { type Office, tokenOf, WRITTEN, type WrittenEntity } from './office.ts';
import { Phone, type Planted, Tab } from './phone.ts';
import { PHONES, type Schedule, type Step } from './schedule.ts';

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

/** Enough for every back-off, merge and refusal to come to its end. */
const MOST_ROUNDS = 12;

/** One run of one schedule against the real server, with the real code on every device. */
export class Run {
  readonly office: Office;
  readonly schedule: Schedule;
  readonly network: FaultNetwork;
  readonly phones: Phone[] = [];
  readonly desk: Phone;
  readonly intents: Intent[] = [];
  readonly #planted: Planted;
  readonly #random: Random;

  constructor(office: Office, schedule: Schedule, planted: Planted) {
    this.#planted = planted;
    this.office = office;
    this.schedule = schedule;
    this.#random = createRandom(schedule.seed ^ 0x5eed);
    this.network = new FaultNetwork(office.fetch, this.#random);
    for (let at = 0; at < PHONES; at += 1) {
      this.phones.push(new Phone(office, this.network, planted, this.#random));
    }
    this.desk = new Phone(office, this.network, {}, this.#random);
  }

  async start(): Promise<void> {
    const { paula, otto, admin } = this.office.people;
    await this.office.reset();
    const [first, second] = this.phones;
    await first?.addAccount(paula.id);
    await first?.addAccount(otto.id);
    await second?.addAccount(paula.id);
    await this.desk.addAccount(admin.id);
    for (const phone of [...this.phones, this.desk]) phone.openTabs();
  }

  async close(): Promise<void> {
    for (const phone of [...this.phones, this.desk]) await phone.close();
  }

  async play(): Promise<void> {
    this.network.rate = Math.max(this.schedule.faultRate, this.#planted.faultRate ?? 0);
    for (const step of this.schedule.steps) {
      const random = createRandom(step.seed);
      this.network.chanceFrom(random);
      await this.#take(step, random);
    }
    this.network.rate = 0;
  }

  async #take(step: Step, random: Random): Promise<void> {
    const phone = this.phones[step.phone] as Phone;
    const tab = phone.tabs[step.tab] as Tab;
    switch (step.kind) {
      case 'write':
        return this.#write(tab, random);
      case 'drain':
        await unlessOffline(tab.drain());
        return;
      case 'pull':
        return unlessOffline(tab.pull());
      case 'worker':
        return unlessOffline(phone.wakeWorker());
      case 'together':
        return this.#together(phone, random);
      case 'crash':
        return this.#crash(phone, step.tab, random);
      case 'time':
        this.office.pass(random.pick([1_000, 30_000, 400_000, 1_200_000]));
        return;
      case 'late':
        return this.office.withoutJudging(() => this.network.deliverLate());
      case 'office-change':
        return this.#officeChange(random);
      case 'lock':
        return this.office.lock(random.chance(0.6));
      case 'assign':
        return this.office.assign(
          this.office.students[random.chance(0.7) ? 0 : 1] as string,
          this.office.people.paula,
          random.chance(0.4),
        );
      case 'sign-out':
        return this.office.endSignIn(phone.account.user_id);
      case 'sign-in':
        return phone.signInAgain();
      case 'switch':
        return phone.switchTo(random.int(0, phone.accounts.length - 1));
      case 'attention':
        return this.#attend(tab, random);
      case 'clock':
        phone.setClockOff(random.pick([0, 86_400_000, -86_400_000, 3_000]));
        return;
    }
  }

  async #together(phone: Phone, random: Random): Promise<void> {
    const [one, two] = phone.tabs as [Tab, Tab];
    const acts = random.shuffled([
      () => unlessOffline(one.drain()),
      () => unlessOffline(two.drain()),
      () => unlessOffline(phone.wakeWorker()),
      () => this.#write(random.pick([one, two]), random),
      () => unlessOffline(one.pull()),
      () => unlessOffline(two.pull()),
    ]);
    await Promise.all(acts.slice(0, random.int(2, 4)).map((act) => act()));
  }

  async #crash(phone: Phone, at: number, random: Random): Promise<void> {
    const tab = phone.tabs[at] as Tab;
    const acts: { steps: number; act: () => Promise<unknown> }[] = [
      { steps: 20, act: () => this.#write(tab, random) },
      { steps: 20, act: () => this.#write(tab, random) },
      { steps: 45, act: () => unlessOffline(tab.drain()) },
      { steps: 45, act: () => unlessOffline(tab.drain()) },
      { steps: 45, act: () => unlessOffline(tab.pull()) },
      { steps: 20, act: () => this.#attend(tab, random) },
    ];
    const { steps, act } = random.pick(acts);
    tab.fuse.light(random.int(0, steps));
    try {
      await act();
    } catch (problem) {
      if (!tab.fuse.isBlown) throw problem;
    }
    phone.reopen(at);
  }

  async #officeChange(random: Random): Promise<void> {
    if (this.intents.length === 0) return;
    const { entity, row } = random.pick(this.intents);
    const notes = entity === 'calendar_event' ? 'meeting_notes' : 'notes';
    const harmless = {
      session: { modality: 'remote' },
      lunch: { lunch_duration: 20 },
      calendar_event: { event_color: 'red' },
    };
    if ((await this.office.tokenFor(this.office.people.admin.id)) === null) return;
    await this.office.touch(
      entity,
      row,
      random.chance(0.2) ? null : random.chance(0.3) ? { [notes]: 'by the office' } : harmless[entity],
    );
  }

  async #write(tab: Tab, random: Random): Promise<void> {
    const known = await visibleRows(tab);
    const options: (() => Promise<unknown>)[] = [
      () => this.#createSession(tab, random),
      () => this.#createLunch(tab, random),
      () => this.#createLunch(tab, random),
      () => this.#createEvent(tab, random, null),
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
    await random.pick(options)();
  }

  #mark(): string {
    return `mark-${this.intents.length}-${uuidv7().slice(-6)}`;
  }

  async #createSession(tab: Tab, random: Random): Promise<void> {
    const slot = this.intents.length;
    const minutes = 420 + (slot % 20) * 35;
    const time = (of: number) =>
      `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
    const isPaula = tab.account.user_id === this.office.people.paula.id;
    const token = this.#mark();
    const body = sessionEntry({
      student_ids: [random.pick(isPaula ? this.office.students.slice(0, 2) : this.office.students.slice(2))],
      service: this.office.service,
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
    await this.#queue(tab, 'lunch', 'create', body.id, body, token, this.#dayLane(tab));
    if (random.chance(0.7)) await this.#createEvent(tab, random, body.id);
  }

  async #createEvent(tab: Tab, random: Random, lunch: string | null): Promise<void> {
    const token = this.#mark();
    const student = random.chance(lunch === null ? 0.5 : 0.9) ? (this.office.students[0] as string) : null;
    const body = eventEntry({ student, meeting_notes: token });
    const made = await this.#queue(tab, 'calendar_event', 'create', body.id, body, token, this.#dayLane(tab));
    if (lunch === null || made === null) return;
    const link = this.#mark();
    await this.#queue(
      tab,
      'lunch',
      'update',
      lunch,
      { calendar_event_id: body.id, notes: link },
      link,
      this.#dayLane(tab),
      { depends_on: [made], row: body.id },
    );
  }

  async #update(tab: Tab, entity: WrittenEntity, id: string, random: Random): Promise<void> {
    const token = this.#mark();
    const more = random.chance(0.5)
      ? {
          session: { location: null },
          lunch: { lunch_duration: 45 },
          calendar_event: { event_color: 'blue' },
        }[entity]
      : {};
    const body = { [entity === 'calendar_event' ? 'meeting_notes' : 'notes']: token, ...more };
    await this.#queue(tab, entity, 'update', id, body, token, this.#laneOf(tab, entity, id));
  }

  async #remove(tab: Tab, entity: WrittenEntity, id: string): Promise<void> {
    await this.#queue(tab, entity, 'delete', id, undefined, null, this.#laneOf(tab, entity, id));
  }

  #dayLane(tab: Tab): string {
    return `day:${tab.account.user_id}:2026-03-10`;
  }

  #laneOf(tab: Tab, entity: WrittenEntity, id: string): string {
    return entity === 'session' ? `session:${id}` : this.#dayLane(tab);
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
  ): Promise<string | null> {
    const intent: Intent = {
      at: this.intents.length,
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
    const before = await this.#unsentOf(tab);
    const write = {
      endpoint: ENDPOINTS[entity][effect],
      id: row,
      body,
      lane,
      ...(builds === null ? {} : { depends_on: builds.depends_on }),
    } as NewWrite<OfflineEndpointName>;
    let written: string | null;
    try {
      written = await tab.write(tab.workspace, write);
    } catch (problem) {
      if (!(problem instanceof Refusal)) {
        this.#noteReplaced(intent, before, await this.#unsentOf(tab));
        throw problem;
      }
      // Said to be not saved, because another tab has deleted the row.
      this.intents.splice(this.intents.indexOf(intent), 1);
      return null;
    }
    intent.status = 'saved';
    this.#noteReplaced(intent, before, await this.#unsentOf(tab));
    if (written === null) intent.status = 'replaced';
    return written;
  }

  /** Looks from outside: the tab itself may be dead. */
  async #unsentOf(tab: Tab): Promise<OpenedWrite[]> {
    const db = new LocalDatabase(tab.account.name, tab.account.key);
    const writes = await unsentWrites(db);
    db.close();
    return writes;
  }

  /** Earlier changes of the row that folded into the new one, or cancelled out with it. */
  #noteReplaced(by: Intent, before: readonly OpenedWrite[], after: readonly OpenedWrite[]): void {
    const left = new Set(after.map(markOf));
    for (const write of before) {
      // Refused meanwhile, perhaps, in another tab.
      const couldFold = write.attempts === 0 || this.office.disturbed.has(write.entity_id);
      if (write.entity_id !== by.row || !couldFold || left.has(markOf(write))) continue;
      // Taken by the office meanwhile, perhaps under the new id that a merge gave it.
      if (this.office.hasTaken(write.entity_id, write.effect, tokenOf(write.content.body))) continue;
      for (const intent of this.intents) {
        if (intent === by || intent.phone !== by.phone || intent.row !== by.row) continue;
        const isIt = intent.token === null ? write.effect === 'delete' : markOf(write) === intent.token;
        if (isIt) intent.status = 'replaced';
      }
    }
  }

  /** The author looks at what was refused: corrects it, sends it again as it is, or gives it up. */
  async #attend(tab: Tab, random: Random): Promise<void> {
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
      // Where the tab died on the way, some may be left; the check looks where each one is.
      for (const one of given) {
        for (const intent of this.intents) {
          if (intent.phone !== tab.phone || intent.row !== one.entity_id) continue;
          const isIt = intent.token === null ? one.effect === 'delete' : markOf(one) === intent.token;
          if (isIt) intent.status = tab.fuse.isBlown ? 'unsure' : 'discarded';
        }
      }
    });
  }

  /** Everything heals: the network, the sign-ins, the periods. Then each device is left alone until nothing moves. */
  async settle(): Promise<void> {
    await this.office.withoutJudging(() => this.network.deliverLate());
    await this.office.lock(false);
    await this.desk.signInAgain();
    for (const phone of this.phones) {
      phone.setClockOff(0);
      await phone.signInEverybody();
    }
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      let isMoving = false;
      await this.eachAccount(async (tab) => {
        if (tab.phone === this.desk) return;
        await resumeSending(tab.db);
        await tab.pull();
        await tab.drain();
        isMoving ||= (await tab.db.outbox.where('state').anyOf('waiting', 'sending', 'held').count()) > 0;
      });
      this.office.pass(600_000);
      if (!isMoving) break;
    }
    await this.eachAccount((tab) => tab.pull());
  }

  /** Every account of every device, open to read. */
  async eachAccount(look: (tab: Tab) => Promise<void>): Promise<void> {
    for (const phone of [...this.phones, this.desk]) {
      for (const account of phone.accounts) {
        const tab = new Tab(phone, account);
        await look(tab);
        tab.db.close();
      }
    }
  }
}

export function markOf(write: OpenedWrite): string {
  return tokenOf(write.content.body) ?? `${write.effect} ${write.entity_id}`;
}

async function visibleRows(tab: Tab): Promise<{ entity: WrittenEntity; id: string }[]> {
  const found: { entity: WrittenEntity; id: string }[] = [];
  for (const entity of Object.keys(WRITTEN) as WrittenEntity[]) {
    const rows = await tab.db.table(TABLE_OF[entity as EntityName]).toArray();
    for (const row of await openRows(tab.db, entity, rows)) {
      if (row.provider === tab.account.user_id) found.push({ entity, id: row.id });
    }
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** No answer and refusals of a whole call end an attempt; the next one is another step. */
async function unlessOffline(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (problem) {
    const name = problem instanceof Error ? problem.name : '';
    if (!['NoAnswer', 'Refusal', 'UnknownRefusal'].includes(name)) throw problem;
  }
}
