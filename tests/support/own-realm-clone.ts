import { vi } from 'vitest';

/**
 * Makes the local database return bytes of this realm.
 *
 * In jsdom the platform's `structuredClone` returns another realm's `Uint8Array`, which Dexie takes for a
 * plain object. Browsers have one realm.
 */
export function cloneInOwnRealm(): void {
  const clone = structuredClone;
  vi.stubGlobal('structuredClone', (value: unknown) => ownBytes(clone(value)));
}

function ownBytes(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Object.prototype.toString.call(value) === '[object Uint8Array]')
    return new Uint8Array(value as Uint8Array);
  for (const [name, part] of Object.entries(value)) Reflect.set(value, name, ownBytes(part));
  return value;
}
