import type { DeviceDatabase } from '#db/device-database.ts';
import { showTimesAs, type TimeFormat } from '#domain/time/time-format.ts';
import type { Sender } from '../outbox/transport.ts';
import { readSignIn, storeSignIn } from './stored-sign-in.ts';
import { SIGN_IN_LOCK } from './stored-tokens.ts';

/**
 * Chooses how the person reads times: at the server, for all of their devices, then here, where it also counts
 * offline.
 * @throws ApiError, NoAnswer
 */
export async function chooseTimeFormat(
  { api, db: { name, dataKey } }: Pick<Sender, 'api' | 'db'>,
  devices: DeviceDatabase,
  time_format: TimeFormat,
): Promise<void> {
  await api.call('auth.set-time-format', { body: { time_format } });
  showTimesAs(time_format);
  if (dataKey === null) return;
  await navigator.locks.request(SIGN_IN_LOCK, async () => {
    const stored = await readSignIn(devices, name, dataKey);
    if (stored !== null) await storeSignIn(devices, name, dataKey, { ...stored, time_format });
  });
}
