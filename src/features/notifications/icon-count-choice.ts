import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { DeviceDatabase } from '#db/device-database.ts';
import { chooseIconCount, showsIconCount } from '#db/icon-count.ts';

/** Whether this browser can show a number on the app's icon. */
export function hasIconCount(): boolean {
  return 'setAppBadge' in navigator;
}

/** Whether the app's icon shows a number on this device; undefined until that is known. */
export function useIconCount(): { isOn: boolean | undefined; choose: (isOn: boolean) => Promise<void> } {
  const [devices] = useState(() => new DeviceDatabase());
  useEffect(() => () => devices.close(), [devices]);
  const isOn = useLiveQuery(() => showsIconCount(devices), [devices]);
  return { isOn, choose: (next) => chooseIconCount(devices, next) };
}
