import type { SharedKey, WorkerKeyMessage } from './key-bridge.ts';

/**
 * How a data key reaches a new tab or survives a reload without being written to disk: other tabs share it
 * over a BroadcastChannel, and a page that unloads hands it to the worker, which keeps it in memory briefly.
 */
const CHANNEL = 'caseload-key';
/** How long a tab waits for others to answer; if there are none, no one does. */
const TABS_WAIT_MS = 400;
/** The worker always answers, but a slow phone may have to start it first, along with the page. */
const WORKER_WAIT_MS = 10_000;
/**
 * The key of this tab's mark while the worker holds its data key; a new tab or a restarted browser has
 * another mark.
 */
const TAB_MARK = 'caseload-tab';

let registration: ServiceWorkerRegistration | undefined;

/** Remembers the worker for this tab. A first visit has no active worker yet, only an installing one. */
async function findWorker(): Promise<void> {
  try {
    registration = await navigator.serviceWorker?.getRegistration();
  } catch {
    // Some private windows have no worker.
  }
}

function reachableWorker(): ServiceWorker | null {
  const { active, waiting, installing } = registration ?? {};
  return navigator.serviceWorker?.controller ?? active ?? waiting ?? installing ?? null;
}

type ChannelMessage =
  | { kind: 'wanted'; asker: string }
  | { kind: 'offered'; asker: string; shared: SharedKey }
  | { kind: 'locked'; user_id: string; reason: string }
  | { kind: 'opened'; user_id: string }
  | { kind: 'active'; at: number };

function isChannelMessage(data: unknown): data is ChannelMessage {
  return typeof data === 'object' && data !== null && 'kind' in data;
}

/** Shares the key with other tabs that ask, and with this tab's next page. Returns a stop function. */
export function shareKey(shared: SharedKey): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isChannelMessage(data) && data.kind === 'wanted') {
      channel.postMessage({ kind: 'offered', asker: data.asker, shared } satisfies ChannelMessage);
    }
  };
  const keep = () => {
    const worker = reachableWorker();
    // What the previous page left there is still valid.
    if (worker === null) return;
    const mark = crypto.randomUUID();
    sessionStorage.setItem(TAB_MARK, mark);
    worker.postMessage({ type: 'KEY_KEEP', mark, shared } satisfies WorkerKeyMessage);
  };
  window.addEventListener('pagehide', keep);
  // Only now: a page reloaded before this point must find the key where it was.
  void findWorker().then(confirmKey);
  return () => {
    window.removeEventListener('pagehide', keep);
    channel.close();
  };
}

/** Tells the worker that this page shares the key itself. */
function confirmKey(): void {
  const worker = reachableWorker();
  const mark = sessionStorage.getItem(TAB_MARK);
  if (worker === null || mark === null) return;
  sessionStorage.removeItem(TAB_MARK);
  worker.postMessage({ type: 'KEY_RECEIVED', mark } satisfies WorkerKeyMessage);
}

/** Asks the worker (after a reload of this tab) and other tabs for the key; null if none has it. */
export async function askForKey(): Promise<SharedKey | null> {
  const kept = await askWorker();
  return kept ?? askOtherTabs();
}

async function askWorker(): Promise<SharedKey | null> {
  const mark = sessionStorage.getItem(TAB_MARK);
  if (mark === null) return null;
  await findWorker();
  const worker = reachableWorker();
  if (worker === null) return null;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), WORKER_WAIT_MS);
    port1.onmessage = ({ data }: MessageEvent<SharedKey | null>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage({ type: 'KEY_WANTED', mark } satisfies WorkerKeyMessage, [port2]);
  });
}

async function askOtherTabs(): Promise<SharedKey | null> {
  const channel = new BroadcastChannel(CHANNEL);
  const asker = crypto.randomUUID();
  try {
    return await new Promise<SharedKey | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), TABS_WAIT_MS);
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (!isChannelMessage(data) || data.kind !== 'offered' || data.asker !== asker) return;
        clearTimeout(timer);
        resolve(data.shared);
      };
      channel.postMessage({ kind: 'wanted', asker } satisfies ChannelMessage);
    });
  } finally {
    channel.close();
  }
}

/** Makes the worker drop a key that it holds for a reload: after every lock and logout. */
export function forgetKeyInWorker(): void {
  sessionStorage.removeItem(TAB_MARK);
  reachableWorker()?.postMessage({ type: 'KEY_FORGET' } satisfies WorkerKeyMessage);
}

export interface OtherTabs {
  tellLocked(userId: string, reason: string): void;
  tellOpened(userId: string): void;
  /** The clock reading of accepted activity in this tab. Milliseconds. */
  tellActive(at: number): void;
  close(): void;
}

/** Messages between the tabs of this device: logins, logouts, and activity. */
export function otherTabs(handlers: {
  locked(userId: string, reason: string): void;
  opened(userId: string): void;
  active(at: number): void;
}): OtherTabs {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isChannelMessage(data)) return;
    if (data.kind === 'locked') handlers.locked(data.user_id, data.reason);
    if (data.kind === 'opened') handlers.opened(data.user_id);
    if (data.kind === 'active') handlers.active(data.at);
  };
  const tell = (message: ChannelMessage) => channel.postMessage(message);
  return {
    tellLocked: (user_id, reason) => tell({ kind: 'locked', user_id, reason }),
    tellOpened: (user_id) => tell({ kind: 'opened', user_id }),
    tellActive: (at) => tell({ kind: 'active', at }),
    close: () => channel.close(),
  };
}
