import { encrypt, wipePlace } from '#contract/encryption.ts';
import { ApiError } from '#contract/errors.ts';
import type { DeviceDatabase, DiscardRow, VaultRow } from '#db/device-database.ts';
import { exportDataKey } from '#db/vault.ts';
import { type ApiClient, uploadClient } from '../api-client.ts';
import type { Sender } from '../outbox/transport.ts';
import { reportState } from './lost-device.ts';

interface Registration {
  device_id: string;
  dataKey: CryptoKey;
  app_version: string;
  discards: readonly DiscardRow[];
}

/**
 * Puts the data key into escrow and fetches the upload token.
 * @returns what the vault stores of it
 * @throws ApiError, NoAnswer
 */
export async function registerDevice(
  api: ApiClient,
  { device_id, dataKey, app_version, discards }: Registration,
): Promise<Required<Pick<VaultRow, 'upload_token' | 'wipe_proof'>>> {
  const { upload_token } = await api.call('device.register', {
    params: { id: device_id },
    body: {
      app_version,
      data_key: await exportDataKey(dataKey),
      discards: discards.map(({ discarded_at, writes }) => ({ discarded_at, writes })),
    },
  });
  return { upload_token, wipe_proof: await encrypt(dataKey, wipePlace(device_id), upload_token) };
}

/**
 * Reports this device to the server while its user is signed in. If the upload token has expired, as after a
 * password change, the device gets a new one, so that it can sync while locked.
 * @param sender with the user's own sign-in
 * @throws ApiError, NoAnswer
 */
export async function reportDevice(
  sender: Sender,
  devices: DeviceDatabase,
  { vaultName, dataKey }: { vaultName: string; dataKey: CryptoKey },
): Promise<void> {
  const token = (await devices.vaults.get(vaultName))?.upload_token ?? null;
  if (token === null) return;
  try {
    await reportState({ ...sender, api: uploadClient(token) });
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.code === 'device.unknown')) throw problem;
    const { api, device_id, app_version } = sender;
    const renewed = await registerDevice(api, { device_id, dataKey, app_version, discards: [] });
    await devices.vaults.update(vaultName, renewed);
  }
}
