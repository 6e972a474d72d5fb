import Dexie, { type EntityTable } from 'dexie';
import { guardStorage } from './storage-guard.ts';

/**
 * Parameters of the key derivation from the password. Stored with each wrapped key, so that they can change.
 */
export interface KeyDerivation {
  name: 'PBKDF2';
  hash: 'SHA-256';
  iterations: number;
  salt: Uint8Array<ArrayBuffer>;
}

/** What this device keeps of a user while locked. It contains no name. */
export interface VaultRow {
  /** The name of the user's local database: a hash. */
  name: string;
  user_id: string;
  /** Salted hashes of the login names: email address and user name. */
  login_hashes: string[];
  derivation: KeyDerivation;
  /** The data key, wrapped with the key derived from the password. */
  wrapped_key: Uint8Array<ArrayBuffer>;
  /** Whether the server has the data key in escrow. Offline use requires it. */
  is_escrowed: 0 | 1;
  /** Append-only: lets the worker upload encrypted writes, and nothing else. */
  upload_token: string | null;
  /**
   * The upload token, encrypted with the data key while the device was unlocked: lets a device that was
   * reported lost prove, without its key, that it is the one wiping itself. Missing in vaults of earlier
   * versions.
   */
  wipe_proof?: Uint8Array<ArrayBuffer> | null;
  /** The stored sign-in, encrypted with the data key; it survives a lock. */
  sealed_sign_in: Uint8Array<ArrayBuffer> | null;
}

interface DeviceRow {
  key: 'device';
  device_id: string;
  salt: Uint8Array<ArrayBuffer>;
}

/**
 * Unsynced changes that a person confirmed to discard on this device; reported to the server at the next
 * login.
 */
export interface DiscardRow {
  id: number;
  user_id: string;
  discarded_at: string;
  writes: number;
}

/** One per browser profile, shared by all of its users: the vaults, and the device's own id. */
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

/** This device's id and salt, created by the first call and kept permanently. */
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
