import { randomUUID } from 'node:crypto';
import type { DatabaseKind } from '#tests/support/database.ts';
import { Account } from './device.ts';
import { encryptWithoutThreads } from './quick-encryption.ts';
import type { Cast } from './schedule.ts';
import { type PersonName, Server } from './server.ts';

/** The server and devices, created once for all runs: each run finds them empty. */
export class Harness {
  readonly server: Server;
  readonly #devices: string[] = [];
  readonly #accounts = new Map<string, Account>();

  private constructor(server: Server) {
    this.server = server;
  }

  static async open(kind: DatabaseKind = 'pglite'): Promise<Harness> {
    encryptWithoutThreads();
    return new Harness(await Server.open(kind));
  }

  /** Requires everyone to be signed in. */
  async registrations(cast: Cast): Promise<{ device_id: string; accounts: readonly Account[] }[]> {
    const registrations = [];
    for (const [at, names] of cast.entries()) {
      const device_id = this.#devices[at] ?? randomUUID();
      this.#devices[at] = device_id;
      const accounts = [];
      for (const name of names) accounts.push(await this.#account(device_id, name));
      registrations.push({ device_id, accounts });
    }
    return registrations;
  }

  async #account(device_id: string, name: PersonName): Promise<Account> {
    const place = `${device_id} ${name}`;
    const known = this.#accounts.get(place);
    if (known !== undefined) return known;
    const account = await Account.register(this.server, device_id, this.server.people[name].id);
    this.#accounts.set(place, account);
    return account;
  }

  async close(): Promise<void> {
    for (const account of this.#accounts.values()) await account.destroy();
    await this.server.close();
  }
}
