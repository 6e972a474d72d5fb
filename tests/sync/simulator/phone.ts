import { randomUUID } from 'node:crypto';
import Dexie, { type DBCore, type DBCoreTransaction } from 'dexie';
import { APP_VERSION } from '#contract/app-version.ts';
import { addressOf } from '#contract/endpoint.ts';
import { endpointNamed } from '#contract/index.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { exportDataKey } from '#db/vault.ts';
import type { Random } from '#server/db/seed/random.ts';
import { type ApiClient, createApiClient } from '#sync/api-client.ts';
import type { Clock } from '#sync/clock.ts';
import { type DrainReport, drainBatch, type PushTransport, resumeSending } from '#sync/drain.ts';
import { pullAll } from '#sync/pull.ts';
import { queueWrite } from '#sync/queue-write.ts';
import { openTransport, type Sender, sealedTransport } from '#sync/transport.ts';
import { drainWhileAnswered } from '#sync/worker-drain.ts';
import type { Workspace } from '#sync/workspace.ts';
import { freshKey, lockQueue } from '#tests/support/device.ts';
import type { FaultNetwork } from '#tests/support/fault-network.ts';
import type { Office } from './office.ts';

/** The tab was killed: nothing of it touches the database or the network any more. */
class TabKilled extends Error {
  constructor() {
    super('The tab was killed.');
    this.name = 'TabKilled';
  }
}

/** Kills a tab at one of its next steps: a transaction that is open is lost as a whole. */
class Fuse {
  #left = Number.POSITIVE_INFINITY;
  isBlown = false;

  /** So many more steps, then none. */
  light(steps: number): void {
    this.#left = steps;
  }

  step(): void {
    this.#left -= 1;
    if (this.#left < 0) this.isBlown = true;
    if (this.isBlown) throw new TabKilled();
  }

  guard(db: Dexie): void {
    const step = <Result>(transaction: DBCoreTransaction, work: () => Promise<Result>) => {
      try {
        this.step();
      } catch (problem) {
        try {
          (transaction as unknown as IDBTransaction).abort();
        } catch {
          // Over already.
        }
        return Dexie.Promise.reject(problem) as Promise<Result>;
      }
      return work();
    };
    db.use({
      stack: 'dbcore',
      name: 'fuse',
      create: (core: DBCore): DBCore => ({
        ...core,
        table(name) {
          const table = core.table(name);
          return {
            ...table,
            mutate: (request) => step(request.trans, () => table.mutate(request)),
            get: (request) => step(request.trans, () => table.get(request)),
            getMany: (request) => step(request.trans, () => table.getMany(request)),
            query: (request) => step(request.trans, () => table.query(request)),
            openCursor: (request) => step(request.trans, () => table.openCursor(request)),
            count: (request) => step(request.trans, () => table.count(request)),
          };
        },
      }),
    });
  }
}

/** A bug put in on purpose, around the real code. */
export interface Planted {
  /** The bug shows with a bad network alone: at least so many of the requests meet a fault. */
  faultRate?: number;
  transport?(real: PushTransport, tab: Tab): PushTransport;
  fetch?(real: typeof fetch): typeof fetch;
  /** Applied to each connection before it is used. */
  database?(db: LocalDatabase): void;
  write?(real: typeof queueWrite): typeof queueWrite;
  pull?(tab: Tab): Promise<void>;
  /** The account whose token the tab sends with. */
  senderOf?(tab: Tab): string;
  onSwitch?(phone: Phone, from: Account): Promise<void>;
}

/** What a device keeps for one person. */
export interface Account {
  user_id: string;
  name: string;
  key: CryptoKey;
  upload_token: string;
}

/** One tab, or with no key the worker. */
export class Tab {
  readonly phone: Phone;
  readonly account: Account;
  readonly fuse = new Fuse();
  readonly db: LocalDatabase;
  readonly workspace: Workspace;
  readonly api: ApiClient;
  readonly #transport: PushTransport;

  constructor(phone: Phone, account: Account, isWorker = false) {
    this.phone = phone;
    this.account = account;
    this.db = new LocalDatabase(account.name, isWorker ? null : account.key);
    this.fuse.guard(this.db);
    phone.planted.database?.(this.db);
    const { clock, device_id } = phone;
    this.workspace = { db: this.db, user_id: account.user_id, device_id, clock, wake: () => undefined };
    const send: typeof fetch = async (input, init) => {
      this.fuse.step();
      const answer = await phone.network.fetch(input, init);
      this.fuse.step();
      return answer;
    };
    this.api = createApiClient({
      fetch: phone.planted.fetch?.(send) ?? send,
      ...(isWorker
        ? {
            scheme: 'Upload' as const,
            tokens: { current: async () => account.upload_token, renew: async () => null },
          }
        : { tokens: phone.tokensOf(phone.planted.senderOf?.(this) ?? account.user_id) }),
    });
    const sender: Sender = { db: this.db, api: this.api, device_id, app_version: APP_VERSION, clock };
    const real = isWorker ? sealedTransport(sender) : openTransport(sender);
    this.#transport = phone.planted.transport?.(real, this) ?? real;
  }

  get write(): typeof queueWrite {
    return this.phone.planted.write?.(queueWrite) ?? queueWrite;
  }

  drain(): Promise<DrainReport> {
    const { clock, lock } = this.phone;
    return drainWhileAnswered(() => drainBatch(this.db, this.#transport, clock, lock));
  }

  pull(): Promise<void> {
    return this.phone.planted.pull?.(this) ?? pullAll(this.db, this.api, this.phone.device_id);
  }
}

/** A device with two tabs and a worker, and an account for each person who has signed in on it. */
export class Phone {
  readonly office: Office;
  readonly network: FaultNetwork;
  readonly planted: Planted;
  readonly device_id = randomUUID();
  readonly lock = lockQueue();
  readonly accounts: Account[] = [];
  readonly #tokens = new Map<string, string | null>();
  #skew = 0;
  #chance: Random;
  user = 0;
  tabs: Tab[] = [];

  constructor(office: Office, network: FaultNetwork, planted: Planted, chance: Random) {
    this.office = office;
    this.network = network;
    this.planted = planted;
    this.#chance = chance;
  }

  readonly clock: Clock = {
    now: () => this.office.now + this.#skew,
    random: () => this.#chance.next(),
  };

  setClockOff(ms: number): void {
    this.#skew = ms;
  }

  get account(): Account {
    return this.accounts[this.user] as Account;
  }

  async addAccount(user_id: string): Promise<void> {
    const key = await freshKey();
    await this.office.signIn(user_id);
    const endpoint = endpointNamed('device.register');
    const answer = await this.office.fetch(addressOf(endpoint, { id: this.device_id }), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${await this.office.tokenFor(user_id)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ app_version: APP_VERSION, data_key: await exportDataKey(key) }),
    });
    const { upload_token } = (await answer.json()) as { upload_token: string };
    this.office.knowUpload(upload_token, user_id, key);
    this.accounts.push({ user_id, name: `phone-${randomUUID()}`, key, upload_token });
    this.#tokens.set(user_id, await this.office.tokenFor(user_id));
  }

  tokensOf(user_id: string) {
    return {
      current: async () => this.#tokens.get(user_id) ?? null,
      renew: async () => {
        const token = await this.office.tokenFor(user_id);
        this.#tokens.set(user_id, token);
        return token;
      },
    };
  }

  openTabs(): void {
    this.tabs = [new Tab(this, this.account), new Tab(this, this.account)];
  }

  /** A killed tab comes up again, empty. */
  reopen(at: number): void {
    this.tabs[at]?.db.close();
    this.tabs[at] = new Tab(this, this.account);
  }

  /** The person signs in anew: what was held goes out. */
  async signInAgain(): Promise<void> {
    const { user_id } = this.account;
    if ((await this.office.tokenFor(user_id)) === null) await this.office.signIn(user_id);
    this.#tokens.set(user_id, await this.office.tokenFor(user_id));
    const [tab] = this.tabs;
    if (tab !== undefined) await resumeSending(tab.db);
  }

  async signInEverybody(): Promise<void> {
    for (const { user_id } of this.accounts) {
      if ((await this.office.tokenFor(user_id)) === null) await this.office.signIn(user_id);
      this.#tokens.set(user_id, await this.office.tokenFor(user_id));
    }
  }

  /** Another person takes the device: the first one's tabs are gone, their work stays. */
  async switchTo(user: number): Promise<void> {
    const from = this.account;
    for (const tab of this.tabs) tab.db.close();
    this.tabs = [];
    if (this.user !== user) await this.planted.onSwitch?.(this, from);
    this.user = user;
    this.openTabs();
    await this.signInAgain();
  }

  /** The browser's wake-up call while the tabs may be closed: for everybody's work on this device. */
  async wakeWorker(): Promise<void> {
    for (const account of this.accounts) {
      const worker = new Tab(this, account, true);
      await worker.drain();
      worker.db.close();
    }
  }

  async close(): Promise<void> {
    for (const tab of this.tabs) tab.db.close();
    for (const account of this.accounts) await Dexie.delete(account.name);
  }
}
