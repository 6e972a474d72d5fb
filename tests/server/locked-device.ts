import { randomUUID } from 'node:crypto';
import { encrypt, toBase64, wipePlace, writePlace } from '#contract/encryption.ts';
import type { DeviceReport, PushedWrite, SealedWrite } from '#contract/sync.ts';
import type { ApiWorld } from './api-world.ts';

/** A write as a device queues it. */
export function queuedWrite(endpoint: string, changes: Partial<PushedWrite> = {}): PushedWrite {
  return {
    write_id: randomUUID(),
    endpoint,
    endpoint_version: 1,
    params: {},
    body: null,
    base_version: null,
    depends_on: [],
    captured_at: '2026-03-10T16:40:00.000Z',
    ...changes,
  };
}

/** A registered device of one person: what it can do while locked or closed. */
export class LockedDevice {
  readonly world: ApiWorld;
  readonly id: string;
  readonly dataKey: string;
  #uploadToken: string;
  readonly #key: CryptoKey;

  private constructor(world: ApiWorld, id: string, dataKey: string, uploadToken: string, key: CryptoKey) {
    this.world = world;
    this.id = id;
    this.dataKey = dataKey;
    this.#uploadToken = uploadToken;
    this.#key = key;
  }

  /** Registers a device for the owner of the access token. */
  static async register(world: ApiWorld, token: string, id: string = randomUUID()): Promise<LockedDevice> {
    const raw = crypto.getRandomValues(new Uint8Array(32));
    const dataKey = toBase64(raw);
    const { status, body } = await world.call('device.register', {
      token,
      params: { id },
      body: { app_version: '1.0.0', data_key: dataKey },
    });
    if (status !== 200) throw new Error(`The device was not registered: ${status} ${body.code}`);
    const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
    return new LockedDevice(world, id, dataKey, body.upload_token, key);
  }

  report(changes: Partial<DeviceReport> = {}): DeviceReport {
    return {
      device_id: this.id,
      device_now: this.world.clock.now.toISOString(),
      app_version: '1.0.0',
      unsent_count: 0,
      unsent_since: null,
      ...changes,
    };
  }

  async encrypt(write: PushedWrite, place = write.write_id): Promise<SealedWrite> {
    const { write_id, base_version, depends_on, captured_at, ...inside } = write;
    const sealed = toBase64(await encrypt(this.#key, writePlace(place), inside));
    return { write_id, base_version, depends_on, captured_at, sealed };
  }

  async pushEncrypted(writes: readonly PushedWrite[], report = this.report()) {
    const sealed = await Promise.all(writes.map((write) => this.encrypt(write)));
    return this.#asked('sync.push-sealed', { device: report, writes: sealed });
  }

  surrender(writes: readonly SealedWrite[], report = this.report()) {
    return this.#asked('sync.surrender', { device: report, writes });
  }

  checkIn(report = this.report()) {
    return this.#asked('sync.check-in', { device: report });
  }

  /** The upload token encrypted with a key, by default its own. */
  async wipeProof({ key = this.#key, place = this.id, token = this.#uploadToken } = {}): Promise<string> {
    return toBase64(await encrypt(key, wipePlace(place), token));
  }

  /** Reports that it is about to destroy its key. */
  async forgetKey(report = this.report(), wipe_proof: string | null | undefined = undefined) {
    const proof = wipe_proof === undefined ? await this.wipeProof() : wipe_proof;
    return this.#asked('sync.check-in', { device: report, forgets_key: true, wipe_proof: proof });
  }

  /** Registers again, as its user does by logging in, and uses the new token from then on. */
  async registerAgain(token: string): Promise<{ isSameToken: boolean }> {
    const { status, body } = await this.world.call('device.register', {
      token,
      params: { id: this.id },
      body: { app_version: '1.0.0', data_key: this.dataKey },
    });
    if (status !== 200) throw new Error(`The device was not registered: ${status} ${body.code}`);
    const isSameToken = body.upload_token === this.#uploadToken;
    this.#uploadToken = body.upload_token;
    return { isSameToken };
  }

  /** The same device with its current upload token, whatever it registers later. */
  copy(): LockedDevice {
    return new LockedDevice(this.world, this.id, this.dataKey, this.#uploadToken, this.#key);
  }

  /** Unsynced changes as a rescue file. */
  async rescueFile(userId: string, writes: readonly PushedWrite[]) {
    return {
      format: 'caseload-rescue',
      format_version: 1,
      device_id: this.id,
      user_id: userId,
      app_version: '1.0.0',
      exported_at: this.world.clock.now.toISOString(),
      writes: await Promise.all(writes.map((write) => this.encrypt(write))),
    };
  }

  #asked<Name extends 'sync.push-sealed' | 'sync.surrender' | 'sync.check-in'>(name: Name, body: unknown) {
    return this.world.call(name, { headers: { authorization: `Upload ${this.#uploadToken}` }, body });
  }
}
