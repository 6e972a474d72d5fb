import { APP_VERSION } from '#contract/app-version.ts';

/** As often as this a page that nobody is signed in on looks for sealed work to send. */
const LOOK_EVERY_MS = 60_000;
const DEVICE_DATABASE = 'caseload-device';

/**
 * Sends the sealed work of this device while nobody is signed in: the worker does
 * the same where the browser wakes it, which Firefox and Safari never do. It also
 * lets a device that was reported lost hear of it.
 *
 * @param onSent told when something has left the device, so that what is said of it can be read anew
 * @returns the stop
 */
export function startSealedSending(onSent: () => void): () => void {
  const stopped = new AbortController();
  let isSending = false;
  let isAskedAnew = false;
  const look = async () => {
    if (stopped.signal.aborted) return;
    // A network that comes back during a failing attempt is used right after it.
    isAskedAnew = isSending;
    if (isSending) return;
    isSending = true;
    try {
      if ((await sendSealedWork()) > 0) onSent();
    } catch {
      // No network, or no storage: the next look tries again.
    } finally {
      isSending = false;
    }
    if (isAskedAnew) await look();
  };
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  window.addEventListener('online', look, { signal: stopped.signal });
  return () => {
    stopped.abort();
    clearInterval(timer);
  };
}

async function sendSealedWork(): Promise<number> {
  // Where nobody ever logged in there is nothing to send, and nothing to load for it.
  if (!(await indexedDB.databases()).some(({ name }) => name === DEVICE_DATABASE)) return 0;
  const [{ DeviceDatabase }, { drainSealed }] = await Promise.all([
    import('#db/device-database.ts'),
    import('#sync/outbox/worker-drain.ts'),
  ]);
  const devices = new DeviceDatabase();
  try {
    return await drainSealed(devices, APP_VERSION);
  } finally {
    devices.close();
  }
}
