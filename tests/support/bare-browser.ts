import { randomUUID } from 'node:crypto';
import Dexie from 'dexie';
import { vi } from 'vitest';
import { DeviceDatabase } from '#db/device-database.ts';
import { fetchFrom } from './device-api.ts';

/** An empty browser environment, as before anyone has logged in. */
export interface BareBrowser {
  devices: DeviceDatabase;
  /** The contents of `localStorage`. */
  stored: Map<string, string>;
  /** Clears everything stored, as for the next person. */
  clear(): Promise<void>;
}

/** Installs the environment for one test; its `fetch` reaches the app. */
export function openBareBrowser(app: Parameters<typeof fetchFrom>[0]): BareBrowser {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal('fetch', fetchFrom(app));
  const devices = new DeviceDatabase(`devices-${randomUUID()}`);
  const clear = async () => {
    devices.close();
    // Reopened: the test may have erased and closed it.
    const left = new DeviceDatabase(devices.name);
    for (const vault of await left.vaults.toArray()) await Dexie.delete(vault.name);
    await left.delete();
    vi.unstubAllGlobals();
  };
  return { devices, stored, clear };
}
