/** How long the worker holds a key for a page that reloads. */
const RELOAD_BRIDGE_MS = 20_000;

export interface SharedKey {
  vaultName: string;
  dataKey: CryptoKey;
}

export type WorkerKeyMessage =
  | { type: 'KEY_KEEP'; mark: string; shared: SharedKey }
  | { type: 'KEY_WANTED'; mark: string }
  /** The page that asked shares the key itself from now on. */
  | { type: 'KEY_RECEIVED'; mark: string }
  | { type: 'KEY_FORGET' };

/**
 * The worker's half of the reload bridge. It keeps the key of each tab that reloads in
 * memory until the tab's next page confirms it: a page that asked may itself be reloaded
 * before it got the answer. Without a confirmation the key is forgotten some seconds after
 * the last question.
 */
export interface KeyBridge {
  /** @returns whether the message was meant for the bridge */
  receive(message: unknown, answerTo: MessagePort | undefined): boolean;
}

export function createKeyBridge(now: () => number = Date.now): KeyBridge {
  /** By the mark of the tab. */
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
      const told = message as WorkerKeyMessage | null;
      switch (told?.type) {
        case 'KEY_KEEP':
          keep(told.mark, told.shared);
          return true;
        case 'KEY_WANTED':
          answerTo?.postMessage(lend(told.mark));
          return true;
        case 'KEY_RECEIVED':
          kept.delete(told.mark);
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
