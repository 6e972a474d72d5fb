import { useMemo } from 'react';
import { clientsByName } from '#db/people.ts';
import { type MakeUpWindows, makeUpWindows } from '#domain/sessions/make-ups.ts';
import { useLocal } from '#screens/device/signed-in.ts';

/** How long missed sessions of each client can be made up; undefined until this device has answered. */
export function useMakeUpWindows(): MakeUpWindows | undefined {
  const clients = useLocal(clientsByName, []);
  return useMemo(() => (clients === undefined ? undefined : makeUpWindows(clients)), [clients]);
}
