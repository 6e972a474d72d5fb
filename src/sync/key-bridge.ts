/** How long the worker holds a key for a page that reloads. */
const RELOAD_BRIDGE_MS = 20_000;

export interface SharedKey {
  vaultName: string;
  dataKey: CryptoKey;
}

export type WorkerKeyMessage =
  | { type: 'KEY_KEEP'; mark: string; shared: SharedKey }
  | { type: 'KEY_WANTED'; mark: string }
  | { type: 'KEY_FORGET' };

/**
 * The worker's half of the reload bridge: it keeps one key in memory for some
 * seconds, gives it once to the tab that left it, and forgets it.
 */
export interface KeyBridge {
  /** @returns whether the message was meant for the bridge */
  receive(message: unknown, answerTo: MessagePort | undefined): boolean;
}

export function createKeyBridge(now: () => number = Date.now): KeyBridge {
  let kept: { mark: string; shared: SharedKey; until: number } | null = null;

  function take(mark: string): SharedKey | null {
    const known = kept;
    if (known === null || known.mark !== mark) return null;
    kept = null;
    return now() <= known.until ? known.shared : null;
  }

  return {
    receive(message, answerTo) {
      const told = message as WorkerKeyMessage | null;
      if (told?.type === 'KEY_KEEP') {
        kept = { mark: told.mark, shared: told.shared, until: now() + RELOAD_BRIDGE_MS };
        setTimeout(() => {
          if (kept !== null && now() > kept.until) kept = null;
        }, RELOAD_BRIDGE_MS + 1_000);
        return true;
      }
      if (told?.type === 'KEY_WANTED') {
        answerTo?.postMessage(take(told.mark));
        return true;
      }
      if (told?.type === 'KEY_FORGET') {
        kept = null;
        return true;
      }
      return false;
    },
  };
}
