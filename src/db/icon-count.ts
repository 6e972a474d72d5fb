import type { DeviceDatabase } from './device-database.ts';

/** Next to the device's own row. */
interface IconRow {
  key: 'icon';
  shows_count: boolean;
}

const rowsOf = (devices: DeviceDatabase) => devices.table<IconRow, IconRow['key']>('device');

/** Whether the app's icon shows how many notifications are open: only after someone turned it on on this device. */
export async function showsIconCount(devices: DeviceDatabase): Promise<boolean> {
  return (await rowsOf(devices).get('icon'))?.shows_count === true;
}

/** Turns the number on the app's icon on or off on this device. */
export async function chooseIconCount(devices: DeviceDatabase, shows_count: boolean): Promise<void> {
  await rowsOf(devices).put({ key: 'icon', shows_count });
}
