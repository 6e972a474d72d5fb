/** How long the worker keeps a key for a reloading page. */
const RELOAD_BRIDGE_MS = 20_000;

export interface SharedKey {
  vaultName: string;
  dataKey: CryptoKey;
}

export type WorkerKeyMessage =
  | { type: 'KEY_KEEP'; mark: string; shared: SharedKey }
  | { type: 'KEY_WANTED'; mark: string }
  /** The page that asked now shares the key itself. */
  | { type: 'KEY_RECEIVED'; mark: string }
  | { type: 'KEY_FORGET' };

/**
 * The worker's side of keeping the key across a reload. It keeps the key of each reloading tab in memory
 * until the tab's next page confirms it, because that page may itself be reloaded before it got the answer.
 * Without a confirmation the key is dropped some seconds after the last request.
 */
export interface KeyBridge {
  /** @returns whether the message was for the bridge */
  receive(message: unknown, answerTo: MessagePort | undefined): boolean;
}

export function createKeyBridge(now: () => number = Date.now): KeyBridge {
  /** By the tab's mark. */
  const kept = new Map<string, { shared: SharedKey; until: number }>();

  function keep(mark: string, shared: SharedKey): void {
    kept.set(mark, { shared, until: now() + RELOAD_BRIDGE_MS });
    setTimeout(forgetExpired, RELOAD_BRIDGE_MS + 1_000);
  }

  function forgetExpired(): void {
    for (const [mark, { until }] of kept) if (now() > until) kept.delete(mark);
  }

  function lend(mark: string): SharedKey | null {
    forgetExpired();
    const known = kept.get(mark);
    if (known === undefined) return null;
    keep(mark, known.shared);
    return known.shared;
  }

  return {
    receive(message, answerTo) {
      const received = message as WorkerKeyMessage | null;
      switch (received?.type) {
        case 'KEY_KEEP':
          keep(received.mark, received.shared);
          return true;
        case 'KEY_WANTED':
          answerTo?.postMessage(lend(received.mark));
          return true;
        case 'KEY_RECEIVED':
          kept.delete(received.mark);
          return true;
        case 'KEY_FORGET':
          kept.clear();
          return true;
        default:
          return false;
      }
    },
  };
}
