import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseImage } from './database-image.ts';
import type { GoldenDevice } from './golden-device.ts';
import type { GoldenWrite } from './golden-writes.ts';

const folder = path.resolve(import.meta.dirname, '../golden');

function filesOf(place: string, prefix = ''): string[] {
  return readdirSync(path.join(folder, place))
    .filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function read<Content>(...place: string[]): Content {
  return JSON.parse(readFileSync(path.join(folder, ...place), 'utf8')) as Content;
}

/** The device of every released version of the local schema, oldest first. */
export function goldenDevices(): (GoldenDevice & { name: string })[] {
  return filesOf('', 'local-').map((name) => {
    const local = read<Omit<GoldenDevice, 'device'> & { device_image: number }>(name);
    return { ...local, device: read<DatabaseImage>(`device-${local.device_image}.json`), name };
  });
}

/** The device database of every released version of its schema, oldest first. */
export function goldenDeviceDatabases(): DatabaseImage[] {
  return filesOf('', 'device-').map((name) => read<DatabaseImage>(name));
}

/** Every shape of a write that a released app may still send. */
export function goldenWrites(): (GoldenWrite & { name: string })[] {
  return filesOf('outbox').map((name) => ({ ...read<GoldenWrite>('outbox', name), name }));
}
