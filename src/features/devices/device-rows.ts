import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { DeviceFilter } from './device-filters.ts';

export type Device = ReplyOf<Endpoints['device.list']>[number];

/** A device with the values that the list shows, sorts, and searches. */
export interface DeviceRow {
  device: Device;
  /** The person's name; the user name of people who aren't providers. */
  person: string;
  /** Enough of the id to distinguish a person's devices. */
  shortId: string;
  /** The device that shows this list. */
  isOwn: boolean;
  /** It runs an older app than this device. */
  isOutdated: boolean;
}

export function deviceRows(
  devices: readonly Device[],
  own: { device_id: string; app_version: string },
): DeviceRow[] {
  return devices.map((device) => ({
    device,
    person: device.name,
    shortId: device.id.slice(-6),
    isOwn: device.id === own.device_id,
    isOutdated: isOlderVersion(device.app_version, own.app_version),
  }));
}

/** Whether a version like "0.9.1" is older than another. An invalid one counts as older. */
export function isOlderVersion(version: string, than: string): boolean {
  if (!/^\d+(?:\.\d+)*$/.test(version)) return true;
  const [parts, others] = [version, than].map((text) => text.split('.').map(Number));
  for (const [at, other] of (others ?? []).entries()) {
    const part = parts?.[at] ?? 0;
    if (part !== other) return part < other;
  }
  return false;
}

/** The state of a device for the office. */
export function stateWords({ lost_at, wiped_at }: Pick<Device, 'lost_at' | 'wiped_at'>): string {
  if (lost_at === null) return 'In use';
  if (wiped_at === null) return 'Lost – waiting for it to connect';
  return `Lost – data erased ${pacificDisplay(wiped_at)}`;
}

export function isShownAs({ device, isOutdated }: DeviceRow, show: DeviceFilter): boolean {
  return {
    unsent: device.unsent_count > 0,
    lost: device.lost_at !== null,
    outdated: isOutdated,
  }[show];
}

export interface DeviceTotals {
  devices: number;
  /** Devices with unsynced changes. */
  unsent: number;
  /** When the oldest unsynced change was captured. */
  unsent_since: string | null;
  lost: number;
}

export function deviceTotals(rows: readonly DeviceRow[]): DeviceTotals {
  const holding = rows.filter(({ device }) => device.unsent_count > 0);
  const since = holding.flatMap(({ device }) => device.unsent_since ?? []);
  return {
    devices: rows.length,
    unsent: holding.length,
    unsent_since: since.length === 0 ? null : since.reduce((oldest, one) => (one < oldest ? one : oldest)),
    lost: rows.filter(({ device }) => device.lost_at !== null).length,
  };
}
