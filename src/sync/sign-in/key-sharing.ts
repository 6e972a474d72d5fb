import type { SharedKey, WorkerKeyMessage } from './key-bridge.ts';

/**
 * How a data key reaches a new tab or survives a reload without ever being
 * written: other tabs hand it over by BroadcastChannel, and a page that is about
 * to go hands it to the worker, which keeps it in memory for a short while.
 */
const CHANNEL = 'caseload-key';
/** How long a tab waits for others to answer: where there are none, nobody does. */
const TABS_WAIT_MS = 400;
/** The worker always answers, but a slow phone may have to start it first, beside the page itself. */
const WORKER_WAIT_MS = 10_000;
/** The mark of this tab while the worker holds its key; a new tab or a restarted browser has another one. */
const TAB_MARK = 'caseload-tab';

let registration: ServiceWorkerRegistration | undefined;

/** Known to this tab from now on. A first visit has no worker of its own yet, but one that is getting ready. */
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

/** Answers other tabs that ask for the key, and hands it to this tab's next page, until the returned stop is called. */
export function shareKey(shared: SharedKey): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isChannelMessage(data) && data.kind === 'wanted') {
      channel.postMessage({ kind: 'offered', asker: data.asker, shared } satisfies ChannelMessage);
    }
  };
  const keep = () => {
    const worker = reachableWorker();
    // What the page before this one has left there is still good.
    if (worker === null) return;
    const mark = crypto.randomUUID();
    sessionStorage.setItem(TAB_MARK, mark);
    worker.postMessage({ type: 'KEY_KEEP', mark, shared } satisfies WorkerKeyMessage);
  };
  window.addEventListener('pagehide', keep);
  // Only now: a page that is reloaded before it gets here must find the key where it was.
  void findWorker().then(confirmKey);
  return () => {
    window.removeEventListener('pagehide', keep);
    channel.close();
  };
}

/** This page shares the key itself: the worker need not keep it any longer. */
function confirmKey(): void {
  const worker = reachableWorker();
  const mark = sessionStorage.getItem(TAB_MARK);
  if (worker === null || mark === null) return;
  sessionStorage.removeItem(TAB_MARK);
  worker.postMessage({ type: 'KEY_RECEIVED', mark } satisfies WorkerKeyMessage);
}

/** Asks the worker (after a reload of this very tab) and other tabs for the key; nothing where nobody holds it. */
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

/** The worker forgets a key that it holds for a reload: after every lock and log-out. */
export function forgetKeyInWorker(): void {
  sessionStorage.removeItem(TAB_MARK);
  reachableWorker()?.postMessage({ type: 'KEY_FORGET' } satisfies WorkerKeyMessage);
}

export interface OtherTabs {
  tellLocked(userId: string, reason: string): void;
  tellOpened(userId: string): void;
  /** The clock reading of an activity that this tab accepted. Milliseconds. */
  tellActive(at: number): void;
  close(): void;
}

/** Word between the tabs of this device: sign-ins that begin and end, and activity. */
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
