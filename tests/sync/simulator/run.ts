import { createRandom, type Random } from '#server/db/seed/random.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import { FaultNetwork } from '#tests/support/fault-network.ts';
import { Authors } from './author.ts';
import { marksAtOffice } from './call-work.ts';
import { isStepped } from './day-steps.ts';
import { type Account, Device, type Planted, type Tab } from './device.ts';
import type { Harness } from './harness.ts';
import type { Intent } from './intents.ts';
import { brokenOnTheWay } from './promises.ts';
import type { Schedule, Step, StepKind } from './schedule.ts';
import type { Server } from './server.ts';
import type { Tally } from './tally.ts';

/** Enough for every backoff, merge, and refusal to finish. */
const WEEKS_LATER_MS = 40 * 86_400_000;
/** From then past July 1. */
const NEXT_YEAR_MS = 80 * 86_400_000;
const MOST_ROUNDS = 12;

/** Steps that touch no device: their effect shows at the next one that does. */
const AT_THE_OFFICE: ReadonlySet<StepKind> = new Set([
  ...(['time', 'late-commit', 'office-change', 'closure', 'lock', 'assign', 'sign-out'] as const),
  ...(['clock', 'copy'] as const),
]);

/** One run of a schedule against the real server, with the real code on every device. */
export class Run {
  readonly server: Server;
  readonly schedule: Schedule;
  readonly network: FaultNetwork;
  readonly authors: Authors;
  devices: Device[] = [];
  broken: string[] = [];
  readonly #harness: Harness;
  readonly #planted: Planted;
  readonly #random: Random;
  readonly #tally: Tally;

  constructor(harness: Harness, schedule: Schedule, planted: Planted, tally: Tally) {
    this.#harness = harness;
    this.#planted = planted;
    this.#tally = tally;
    this.server = harness.server;
    this.schedule = schedule;
    this.#random = createRandom(schedule.seed ^ 0x5eed);
    this.network = new FaultNetwork(this.server.fetch, this.#random);
    this.authors = new Authors(this.server, schedule.theme);
  }

  get intents(): Intent[] {
    return this.authors.intents;
  }

  async start(): Promise<void> {
    await this.server.reset(this.schedule.theme === 'message');
    this.server.planted = this.#planted.server ?? null;
    const { server, network } = this;
    const planted = this.#planted;
    const batch = planted.batch ?? this.schedule.batch;
    const registrations = await this.#harness.registrations(this.schedule.cast);
    const callsSupport = this.schedule.theme === 'message';
    const world = { server, network, planted, chance: this.#random, batch, callsSupport };
    this.devices = registrations.map((registration) => new Device(registration, world));
    for (const device of this.devices) await device.start();
  }

  close(): void {
    for (const fault of this.network.faults) this.#tally.count(`fault: ${fault}`);
    this.#tally.sums.writes += this.intents.length;
    const { effects, madeTwice } = this.server.book;
    for (const { endpoint } of effects.values()) this.#tally.count(`done: ${endpoint}`);
    this.#tally.count('rows made twice', madeTwice);
    this.#tally.count('calls to support', this.authors.calls.count);
    for (const device of this.devices) device.close();
  }

  async play(): Promise<void> {
    await this.authors.begin(this.devices);
    this.network.rate = Math.max(this.schedule.faultRate, this.#planted.faultRate ?? 0);
    for (const step of this.schedule.steps) {
      const random = createRandom(step.seed);
      this.network.chanceFrom(random);
      const device = this.devices[step.device] as Device;
      await this.#take(step, device, random);
      this.#tally.step(step.kind);
      this.broken = [...this.server.book.faults];
      if (!AT_THE_OFFICE.has(step.kind)) this.broken.push(...(await brokenOnTheWay(this, device)));
      if (this.broken.length > 0) break;
    }
    this.network.rate = 0;
  }

  async #take(step: Step, device: Device, random: Random): Promise<void> {
    const { server } = this;
    const tab = device.tabs[step.tab];
    switch (step.kind) {
      case 'write':
        return tab && this.authors.write(tab, random);
      case 'drain':
        return tab && unlessOffline(tab.drain());
      case 'pull':
        return tab && unlessOffline(tab.pull());
      case 'worker':
        return unlessOffline(device.wakeWorker());
      case 'together':
        return this.#together(device, random);
      case 'crash':
        return tab && this.#crash(tab, step.tab, random);
      case 'quota':
        return tab && this.#fillDisk(tab, random);
      case 'time':
        server.pass(random.pick([1_000, 30_000, 400_000, 1_200_000]));
        return server.former.move(step.seed);
      case 'late':
        return server.book.withoutJudging(() => this.network.deliverLate());
      case 'late-commit':
        return random.chance(0.6)
          ? server.late.begin(random.pick(server.students), String(random.int(1, 12)))
          : server.late.commit();
      case 'office-change':
        return this.#officeChange(random);
      case 'closure':
        return this.#announce(random);
      case 'lock':
        return server.lock(random.chance(0.6));
      case 'assign':
        return this.#assign(random);
      case 'sign-out':
        return server.endSignIn(device.account.user_id);
      case 'log-out':
        return device.logOut();
      case 'sign-in':
        return device.signInAgain();
      case 'switch':
        return device.switchTo(random.int(0, device.accounts.length - 1));
      case 'upgrade':
        return device.upgrade();
      case 'attention':
        return tab && this.authors.attend(tab, random);
      case 'clock':
        return device.setClockOff(random.pick([0, 86_400_000, -86_400_000, 3_000]));
      case 'copy':
        return server.copy();
      case 'restore':
        return this.#restore();
    }
  }

  /** Something that the office tells everyone. */
  async #announce(random: Random): Promise<void> {
    const { banks, closures, messages } = this.server;
    if (this.schedule.theme === 'file') return banks.change(random);
    return this.schedule.theme === 'message' ? messages.change(random) : closures.change(random);
  }

  async #restore(): Promise<void> {
    const { db } = this.server.world;
    const before = this.authors.calls.count === 0 ? [] : await marksAtOffice(db);
    if (!(await this.server.restore())) return;
    // Requests in flight when the server went down are lost.
    this.network.dropLate();
    if (before.length > 0) this.authors.calls.noteUndone(before, await marksAtOffice(db));
  }

  async #together(device: Device, random: Random): Promise<void> {
    const [one, two] = device.tabs;
    if (one === undefined || two === undefined) return unlessOffline(device.wakeWorker());
    const acts = random.shuffled([
      () => unlessOffline(one.drain()),
      () => unlessOffline(two.drain()),
      () => unlessOffline(device.wakeWorker()),
      () => this.authors.write(random.pick([one, two]), random),
      () => unlessOffline(one.pull()),
      () => unlessOffline(two.pull()),
    ]);
    await Promise.all(acts.slice(0, random.int(2, 4)).map((act) => act()));
  }

  async #crash(tab: Tab, at: number, random: Random): Promise<void> {
    const acts: { steps: number; act: () => Promise<unknown> }[] = [
      { steps: 20, act: () => this.authors.write(tab, random) },
      { steps: 20, act: () => this.authors.write(tab, random) },
      { steps: 45, act: () => unlessOffline(tab.drain()) },
      { steps: 45, act: () => unlessOffline(tab.drain()) },
      { steps: 45, act: () => unlessOffline(tab.pull()) },
      { steps: 20, act: () => this.authors.attend(tab, random) },
    ];
    const { steps, act } = random.pick(acts);
    tab.fuse.light(random.int(0, steps));
    try {
      await act();
    } catch (problem) {
      if (!tab.fuse.isBlown) throw problem;
    }
    if (tab.fuse.isBlown) this.#tally.count('crashes');
    // Whatever did not finish by now is killed.
    tab.fuse.isBlown = true;
    tab.device.reopen(at);
  }

  async #fillDisk(tab: Tab, random: Random): Promise<void> {
    const act = random.pick([
      () => this.authors.writeOnFullDisk(tab, random),
      () => this.authors.writeOnFullDisk(tab, random),
      () => unlessOffline(tab.drain()),
      () => unlessOffline(tab.pull()),
    ]);
    tab.fuse.fillDisk(random.int(0, 5));
    try {
      await act();
    } catch (problem) {
      if (!tab.fuse.wasFull) throw problem;
    }
    if (tab.fuse.wasFull) this.#tally.count('full disks');
    tab.fuse.freeDisk();
  }

  async #assign(random: Random): Promise<void> {
    const { people, students } = this.server;
    const student = random.chance(0.7) ? random.pick(students.slice(0, 2)) : random.pick(students);
    const { paula, otto } = people;
    const served = random.pick([[], [otto], [paula], [paula], [paula, otto]]);
    await this.server.assign(student, served, random);
  }

  async #officeChange(random: Random): Promise<void> {
    if (this.schedule.theme === 'message' && random.chance(0.7)) {
      return random.chance(0.3) ? this.authors.calls.deleteOne(random) : this.#announce(random);
    }
    if (this.intents.length === 0) return;
    const { entity, row } = random.pick(this.intents);
    const words =
      { calendar_event: 'meeting_notes', parent: 'last_name', student_note: 'note', goal: 'goal_text' }[
        entity as string
      ] ?? 'notes';
    const harmless = {
      session: { modality: 'remote' },
      lunch: { lunch_duration: 20 },
      calendar_event: { event_color: 'red' },
      timecard: { breaks: [], reason: 'by the office' },
      timesheet: {
        new_status: random.pick(['rejected', 'approved', 'approved', 'reopened']),
        notes: 'by the office',
      },
      parent: { relationship: 'other' },
      student_note: { note_date: '2026-03-01' },
      goal: { archived: true },
      ...{ attachment: {}, soap_note: {}, goal_entry: {}, notification: {} },
    };
    const change = random.chance(0.3) && !isStepped(entity) ? { [words]: 'by the office' } : harmless[entity];
    await this.server.touch(entity, row, random.chance(0.2) ? null : change);
  }

  /** Everything heals: network, sign-ins, periods. Then each device syncs until it is at rest. */
  async settle(): Promise<void> {
    const { server } = this;
    const callsSupport = this.schedule.theme === 'message';
    await server.book.withoutJudging(() => this.network.deliverLate());
    await server.calm();
    await server.lock(false);
    // In some runs weeks pass, and a month leaves the office's devices. After a restore devices come back sooner: they keep what they
    // may have to send again for two weeks.
    if (this.schedule.seed % 3 === 1 && !server.wasRestored) {
      server.pass(WEEKS_LATER_MS);
      await server.signIn(Object.values(server.people).map(({ id }) => id));
    }
    for (const device of this.devices) {
      device.setClockOff(0);
      await device.signInEverybody();
    }
    const accounts = this.devices.flatMap((device) =>
      device.accounts.map((account) => ({ device, account })),
    );
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      let isMoving = false;
      for (const { device, account } of accounts) {
        if (!(await account.isBusy(callsSupport))) continue;
        const tab = device.open(account);
        await tab.drain();
        if (await account.isBusy(callsSupport)) {
          isMoving = true;
          await tab.pull();
        }
        tab.close();
      }
      server.pass(600_000);
      if (!isMoving) break;
    }
    // Sends what a pull queued again, and delivers the resulting changes to everyone.
    let drains = 0;
    const pulledAfter = new Map<Account, number>();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      for (const { device, account } of accounts) {
        if (pulledAfter.get(account) === drains) continue;
        const tab = device.open(account);
        const isFirst = (await syncPosition(account.observer)).epoch === null;
        // Other tests' transactions would hide what was just sent.
        await server.calm();
        await tab.pull();
        // What was sent before the first pull is checked with its cursor.
        if (isFirst) await tab.pull();
        pulledAfter.set(account, drains);
        if (await account.isBusy(callsSupport)) {
          await tab.drain();
          drains += 1;
        }
        tab.close();
      }
    }
    if (this.schedule.seed % 9 === 4 && !server.wasRestored) await this.#nextYear();
  }

  /** A fiscal year leaves everyone's devices. Nothing waits any more: what is sent months later is held for review. */
  async #nextYear(): Promise<void> {
    const { server } = this;
    server.pass(NEXT_YEAR_MS);
    await server.signIn(Object.values(server.people).map(({ id }) => id));
    for (const device of this.devices) {
      await device.signInEverybody();
      for (const account of device.accounts) {
        const tab = device.open(account);
        await tab.pull();
        tab.close();
      }
    }
  }
}

/** A missing answer or a refused call ends an attempt; the next one is another step. */
async function unlessOffline(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (problem) {
    const name = problem instanceof Error ? problem.name : '';
    if (!['NoAnswer', 'ApiError', 'UnknownApiError'].includes(name)) throw problem;
  }
}
