import { APP_VERSION } from '#contract/app-version.ts';

/** How often a page without a login looks for encrypted changes to send. */
const LOOK_EVERY_MS = 60_000;
const DEVICE_DATABASE = 'caseload-device';

/**
 * Sends this device's encrypted changes while no one is logged in. The worker does the same when the browser
 * wakes it, which Firefox and Safari never do. It also tells a lost device that it was reported.
 * @param onSent called when something was sent, so that dependent texts are refreshed
 * @returns stops it
 */
export function startEncryptedSending(onSent: () => void): () => void {
  const stopped = new AbortController();
  let isSending = false;
  let isRequestedAgain = false;
  const look = async () => {
    if (stopped.signal.aborted) return;
    // If the network comes back during a failing attempt, retries right after it.
    isRequestedAgain = isSending;
    if (isSending) return;
    isSending = true;
    try {
      if ((await sendEncryptedWork()) > 0) onSent();
    } catch {
      // No network, or no storage: the next attempt retries.
    } finally {
      isSending = false;
    }
    if (isRequestedAgain) await look();
  };
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  window.addEventListener('online', look, { signal: stopped.signal });
  return () => {
    stopped.abort();
    clearInterval(timer);
  };
}

async function sendEncryptedWork(): Promise<number> {
  // If no one has ever logged in here, there is nothing to send, and nothing to load for it.
  if (!(await indexedDB.databases()).some(({ name }) => name === DEVICE_DATABASE)) return 0;
  const [{ DeviceDatabase }, { drainEncrypted }] = await Promise.all([
    import('#db/device-database.ts'),
    import('#sync/outbox/worker-drain.ts'),
  ]);
  const devices = new DeviceDatabase();
  try {
    return await drainEncrypted(devices, APP_VERSION);
  } finally {
    devices.close();
  }
}
