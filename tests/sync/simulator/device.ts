import { randomUUID } from 'node:crypto';
import Dexie from 'dexie';
import { APP_VERSION } from '#contract/app-version.ts';
import { addressOf } from '#contract/endpoint.ts';
import { endpointNamed } from '#contract/index.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { type OpenedWrite, openWrite, unsentWrites } from '#db/outbox.ts';
import { exportDataKey } from '#db/vault.ts';
import { hasWaitingCalls } from '#db/waiting-calls.ts';
import type { Random } from '#server/db/seed/random.ts';
import { type ApiClient, createApiClient } from '#sync/api-client.ts';
import type { Clock } from '#sync/clock.ts';
import { amendTimesheets, rowsWithUnsent } from '#sync/outbox/amend-timesheets.ts';
import { type DrainReport, drainBatch, type PushTransport, resumeSending } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { sendWaitingCalls } from '#sync/outbox/send-calls.ts';
import { sendEncryptedCalls } from '#sync/outbox/send-encrypted-calls.ts';
import { encryptedTransport, openTransport, type Sender } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import type { Workspace } from '#sync/workspace.ts';
import { freshKey, lockQueue } from '#tests/support/device.ts';
import type { FaultNetwork } from '#tests/support/fault-network.ts';
import { Connection, Fuse } from './fuse.ts';
import { withoutStudents } from './lacking-students.ts';
import { withManyFiles } from './many-files.ts';
import type { Theme } from './schedule.ts';
import type { Server } from './server.ts';

/** A planted bug, wrapped around the real code. */
export interface Planted {
  /** The seed of a schedule that finds the bug. */
  seed?: number;
  /** The theme that triggers it. */
  theme?: Theme;
  /** How many writes make a full batch; otherwise the schedule decides. */
  batch?: number;
  /** The bug shows only on a bad network: the minimum rate of faulty requests. */
  faultRate?: number;
  transport?(real: PushTransport, tab: Tab): PushTransport;
  fetch?(real: typeof fetch): typeof fetch;
  /** Applied to each connection before use. */
  database?(db: LocalDatabase): void;
  write?(real: typeof queueWrite): typeof queueWrite;
  pull?(tab: Tab, real: () => Promise<void>): Promise<void>;
  /** The account whose token the tab sends with. */
  senderOf?(tab: Tab): string;
  /** Changes the server's queries to PostgreSQL. */
  server?(query: string): string;
  onLeave?(device: Device, from: Account): Promise<void>;
  /** While a device pulls, the students of its unsent work are not on it: nobody has said that they left. */
  lacksStudents?: true;
  /** Devices have opened more files than they may follow. */
  opensMany?: true;
}

/** States that progress automatically. */
const MOVING = ['waiting', 'sending', 'held'];

/** What a device stores for one person, for all runs: emptied before each. */
export class Account {
  readonly user_id: string;
  readonly key: CryptoKey;
  readonly upload_token: string;
  readonly name = `device-${randomUUID()}`;
  /** Observes from outside: the tabs may be dead. */
  readonly observer: LocalDatabase;
  readonly #idle = { page: [] as Connection[], worker: [] as Connection[] };

  private constructor(user_id: string, key: CryptoKey, upload_token: string) {
    this.user_id = user_id;
    this.key = key;
    this.upload_token = upload_token;
    this.observer = new LocalDatabase(this.name, key);
  }

  static async register(server: Server, device_id: string, user_id: string): Promise<Account> {
    const key = await freshKey();
    const endpoint = endpointNamed('device.register');
    const answer = await server.fetch(addressOf(endpoint, { id: device_id }), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${await server.tokenFor(user_id)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ app_version: APP_VERSION, data_key: await exportDataKey(key) }),
    });
    const { upload_token } = (await answer.json()) as { upload_token: string };
    server.book.knowUpload(upload_token, user_id, key);
    return new Account(user_id, key, upload_token);
  }

  /** An empty database, as before the first pull. */
  async empty(): Promise<void> {
    const db = this.observer;
    await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  }

  connect(isWorker: boolean): Connection {
    const idle = this.#idle[isWorker ? 'worker' : 'page'].pop();
    if (idle === undefined) return new Connection(this.name, isWorker ? null : this.key);
    idle.fuse = new Fuse();
    return idle;
  }

  /** Reuses a connection that was not killed; opening one costs as much as a few writes. */
  disconnect(connection: Connection, isChanged: boolean): void {
    if (isChanged || connection.fuse.isBlown) connection.db.close();
    else this.#idle[connection.db.dataKey === null ? 'worker' : 'page'].push(connection);
  }

  /** Every connection is new from here on. */
  forgetConnections(): void {
    for (const { db } of [...this.#idle.page.splice(0), ...this.#idle.worker.splice(0)]) db.close();
  }

  async destroy(): Promise<void> {
    this.forgetConnections();
    this.observer.close();
    await Dexie.delete(this.name);
  }

  unsent() {
    return unsentWrites(this.observer);
  }

  /** Whether something is left to send. @param callsSupport people write to support */
  async isBusy(callsSupport: boolean): Promise<boolean> {
    const { outbox } = this.observer;
    if ((await outbox.where('state').anyOf(MOVING).count()) > 0) return true;
    return callsSupport && hasWaitingCalls(this.observer);
  }

  /** Writes with a final answer, which the server may lose. */
  async kept(): Promise<OpenedWrite[]> {
    const rows = await this.observer.acknowledged.toArray();
    return Promise.all(rows.map(({ write }) => openWrite(this.observer, write)));
  }
}

/** One tab or, without a key, the worker. */
export class Tab {
  readonly device: Device;
  readonly account: Account;
  readonly db: LocalDatabase;
  readonly workspace: Workspace;
  readonly api: ApiClient;
  readonly #connection: Connection;
  readonly #sender: Sender;
  readonly #transport: PushTransport;
  readonly #isWorker: boolean;

  constructor(device: Device, account: Account, isWorker = false) {
    this.device = device;
    this.#isWorker = isWorker;
    this.account = account;
    this.#connection = account.connect(isWorker);
    this.db = this.#connection.db;
    device.planted.database?.(this.db);
    const { clock, device_id } = device;
    this.workspace = { db: this.db, user_id: account.user_id, device_id, clock, wake: () => undefined };
    const send: typeof fetch = async (input, init) => {
      this.fuse.step();
      const answer = await device.network.fetch(input, init);
      this.fuse.step();
      return answer;
    };
    this.api = createApiClient({
      fetch: device.planted.fetch?.(send) ?? send,
      ...(isWorker
        ? {
            scheme: 'Upload' as const,
            tokens: { current: async () => account.upload_token, renew: async () => null },
          }
        : { tokens: device.tokensOf(device.planted.senderOf?.(this) ?? account.user_id) }),
    });
    this.#sender = { db: this.db, api: this.api, device_id, app_version: APP_VERSION, clock };
    const real = isWorker ? encryptedTransport(this.#sender) : openTransport(this.#sender);
    this.#transport = device.planted.transport?.(real, this) ?? real;
  }

  get fuse(): Fuse {
    return this.#connection.fuse;
  }

  get write(): typeof queueWrite {
    return this.device.planted.write?.(queueWrite) ?? queueWrite;
  }

  async drain(): Promise<DrainReport> {
    const { clock, lock, batch, callsSupport } = this.device;
    const report = await drainWhileAnswered(() => drainBatch(this.db, this.#transport, clock, lock, batch));
    if (!callsSupport || report.outcome === 'no-answer' || report.outcome === 'busy') return report;
    await (this.#isWorker ? sendEncryptedCalls : sendWaitingCalls)(this.#sender, lock);
    return report;
  }

  pull(): Promise<void> {
    const real = async () => {
      const unsent = await rowsWithUnsent(this.db);
      await pullAll(this.db, this.api, this.device.device_id, this.device.lock);
      await amendTimesheets(this.workspace, unsent);
    };
    const { planted } = this.device;
    const pull = () => planted.pull?.(this, real) ?? real();
    const { observer } = this.account;
    if (planted.opensMany === true) {
      return withManyFiles(observer, pull).then((faults) => {
        this.device.server.book.faults.push(...faults);
      });
    }
    return planted.lacksStudents === true ? withoutStudents(observer, pull) : pull();
  }

  close(): void {
    this.account.disconnect(this.#connection, this.device.planted.database !== undefined);
  }
}

/** A device with two tabs and a worker, and an account for each person who has logged in on it. */
export class Device {
  readonly server: Server;
  readonly network: FaultNetwork;
  readonly planted: Planted;
  readonly device_id: string;
  readonly accounts: readonly Account[];
  /** How many writes make a full batch. */
  readonly batch: number;
  /** Whether people write to support, which no other schedule has to look for. */
  readonly callsSupport: boolean;
  readonly lock = lockQueue();
  readonly #tokens = new Map<string, string | null>();
  readonly #workers = new Map<Account, Tab>();
  #skew = 0;
  #chance: Random;
  user = 0;
  /** Empty while the person is logged out. */
  tabs: Tab[] = [];

  constructor(
    registration: { device_id: string; accounts: readonly Account[] },
    world: {
      server: Server;
      network: FaultNetwork;
      planted: Planted;
      chance: Random;
      batch: number;
      callsSupport: boolean;
    },
  ) {
    this.device_id = registration.device_id;
    this.accounts = registration.accounts;
    this.server = world.server;
    this.network = world.network;
    this.planted = world.planted;
    this.batch = world.batch;
    this.callsSupport = world.callsSupport;
    this.#chance = world.chance;
  }

  async start(): Promise<void> {
    for (const account of this.accounts) {
      await account.empty();
      await this.#renewToken(account.user_id);
    }
    this.openTabs();
  }

  readonly clock: Clock = {
    now: () => this.server.now + this.#skew,
    random: () => this.#chance.next(),
  };

  setClockOff(ms: number): void {
    this.#skew = ms;
  }

  get account(): Account {
    return this.accounts[this.user] as Account;
  }

  async #renewToken(user_id: string): Promise<string | null> {
    const token = await this.server.tokenFor(user_id);
    this.#tokens.set(user_id, token);
    return token;
  }

  tokensOf(user_id: string) {
    return {
      current: async () => this.#tokens.get(user_id) ?? null,
      renew: () => this.#renewToken(user_id),
    };
  }

  openTabs(): void {
    this.tabs = [new Tab(this, this.account), new Tab(this, this.account)];
  }

  /** Opens one more tab for an account on this device. */
  open(account: Account): Tab {
    return new Tab(this, account);
  }

  /** Restarts a killed tab, empty. */
  reopen(at: number): void {
    this.tabs[at]?.close();
    this.tabs[at] = new Tab(this, this.account);
  }

  /** The person logs in again: held writes are sent. */
  async signInAgain(): Promise<void> {
    const { user_id } = this.account;
    if (!this.server.isSignedIn(user_id)) await this.server.signIn([user_id]);
    await this.#renewToken(user_id);
    if (this.tabs.length === 0) this.openTabs();
    await resumeSending(this.account.observer);
  }

  async signInEverybody(): Promise<void> {
    const gone = this.accounts.map(({ user_id }) => user_id).filter((id) => !this.server.isSignedIn(id));
    if (gone.length > 0) await this.server.signIn(gone);
    for (const { user_id, observer } of this.accounts) {
      await this.#renewToken(user_id);
      await resumeSending(observer);
    }
  }

  /** The person leaves the device: tabs and token are gone, their changes stay. */
  async logOut(): Promise<void> {
    const from = this.account;
    this.#closeTabs();
    this.#tokens.set(from.user_id, null);
    await this.planted.onLeave?.(this, from);
  }

  /** Another person takes the device. */
  async switchTo(user: number): Promise<void> {
    const from = this.account;
    this.#closeTabs();
    if (this.user !== user) await this.planted.onLeave?.(this, from);
    this.user = user;
    this.openTabs();
    await this.signInAgain();
  }

  /**
   * All tabs and the worker end at once and restart as a newer app, which sends what an older one was refused
   * for.
   */
  async upgrade(): Promise<void> {
    const wasOpen = this.tabs.length > 0;
    this.#closeTabs();
    for (const worker of this.#workers.values()) worker.close();
    this.#workers.clear();
    for (const account of this.accounts) {
      account.forgetConnections();
      const pause = await account.observer.meta.get('pause');
      if (pause?.key === 'pause' && pause.reason === 'outdated') await resumeSending(account.observer);
    }
    if (wasOpen) this.openTabs();
  }

  /** The Background Sync event while the tabs may be closed: for everyone's changes on this device. */
  async wakeWorker(): Promise<void> {
    for (const account of this.accounts) {
      const worker = this.#workers.get(account) ?? new Tab(this, account, true);
      this.#workers.set(account, worker);
      await worker.drain();
    }
  }

  #closeTabs(): void {
    for (const tab of this.tabs) tab.close();
    this.tabs = [];
  }

  close(): void {
    this.#closeTabs();
    for (const worker of this.#workers.values()) worker.close();
  }
}

/** Delivers what everyone knows to the same person's other device. */
export async function tellOthers(tab: Tab, devices: readonly Device[]): Promise<void> {
  await tab.drain();
  const [other] = devices[1]?.tabs ?? [];
  if (other?.account.user_id === tab.account.user_id) await other.pull();
}
