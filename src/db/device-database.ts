import Dexie, { type EntityTable } from 'dexie';
import { guardStorage } from './storage-guard.ts';

/** How a password becomes the key that wraps the data key. Stored with each wrap, so that it can change. */
export interface KeyDerivation {
  name: 'PBKDF2';
  hash: 'SHA-256';
  iterations: number;
  salt: Uint8Array<ArrayBuffer>;
}

/** What this device keeps of one user while locked. It names nobody. */
export interface VaultRow {
  /** The name of the user's local database: a hash. */
  name: string;
  user_id: string;
  /** Salted hashes of what the person types to sign in: e-mail address and user name. */
  login_hashes: string[];
  derivation: KeyDerivation;
  /** The data key, sealed under the key derived from the password. */
  wrapped_key: Uint8Array<ArrayBuffer>;
  /** The server holds the data key too. Offline use is on only then. */
  is_escrowed: 0 | 1;
  /** Append-only: lets the worker send sealed writes, and nothing else. */
  upload_token: string | null;
  /**
   * The upload token, sealed with the data key while the device was open: lets a device
   * that was reported lost prove, without its key, that it is the one that wipes itself.
   * Missing in vaults of earlier versions.
   */
  wipe_proof?: Uint8Array<ArrayBuffer> | null;
  /** The stored sign-in, sealed under the data key; it outlives a lock. */
  sealed_sign_in: Uint8Array<ArrayBuffer> | null;
}

interface DeviceRow {
  key: 'device';
  device_id: string;
  salt: Uint8Array<ArrayBuffer>;
}

/** Unsent work of a person that was thrown away on this device as they confirmed; told to the office at the next sign-in. */
export interface DiscardRow {
  id: number;
  user_id: string;
  discarded_at: string;
  writes: number;
}

/** One per browser profile, shared by all who sign in here: the vaults, and the device's own id. */
export class DeviceDatabase extends Dexie {
  declare vaults: EntityTable<VaultRow, 'name'>;
  declare device: EntityTable<DeviceRow, 'key'>;
  declare discards: EntityTable<DiscardRow, 'id'>;

  constructor(name = 'caseload-device') {
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      vaults: 'name, user_id, *login_hashes',
      device: 'key',
      discards: '++id, user_id',
    });
    guardStorage(this);
  }
}

/** This device's id and salt, made at the first call and kept for ever. */
export async function thisDevice(devices: DeviceDatabase): Promise<DeviceRow> {
  return devices.transaction('rw', devices.device, async () => {
    const known = await devices.device.get('device');
    if (known !== undefined) return known;
    const made: DeviceRow = {
      key: 'device',
      device_id: crypto.randomUUID(),
      salt: crypto.getRandomValues(new Uint8Array(16)),
    };
    await devices.device.add(made);
    return made;
  });
}
