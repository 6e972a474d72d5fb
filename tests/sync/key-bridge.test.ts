import { beforeEach, expect, test, vi } from 'vitest';
import {
  createKeyBridge,
  type KeyBridge,
  type SharedKey,
  type WorkerKeyMessage,
} from '#sync/sign-in/key-bridge.ts';

const MINE: SharedKey = { vaultName: 'vault-1', dataKey: {} as CryptoKey };
const THEIRS: SharedKey = { vaultName: 'vault-2', dataKey: {} as CryptoKey };

let now: number;
let bridge: KeyBridge;
beforeEach(() => {
  now = 1_000_000;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  bridge = createKeyBridge(() => now);
  return () => vi.useRealTimers();
});

const tell = (message: WorkerKeyMessage) => expect(bridge.receive(message, undefined)).toBe(true);

function asked(mark: string): unknown {
  const answers: unknown[] = [];
  const port = { postMessage: (answer: unknown) => answers.push(answer) } as unknown as MessagePort;
  expect(bridge.receive({ type: 'KEY_WANTED', mark }, port)).toBe(true);
  expect(answers).toHaveLength(1);
  return answers[0];
}

test('a page that is reloaded before it confirmed the key leaves it for the next one', () => {
  tell({ type: 'KEY_KEEP', mark: 'a', shared: MINE });
  expect(asked('a')).toBe(MINE);
  expect(asked('a')).toBe(MINE);
  tell({ type: 'KEY_RECEIVED', mark: 'a' });
  expect(asked('a')).toBeNull();
});

test('a late confirmation keeps a key stored since', () => {
  tell({ type: 'KEY_KEEP', mark: 'a', shared: MINE });
  tell({ type: 'KEY_KEEP', mark: 'b', shared: MINE });
  tell({ type: 'KEY_RECEIVED', mark: 'a' });
  expect(asked('b')).toBe(MINE);
});

test('two tabs that reload together each get their own key, and no one else gets one', () => {
  tell({ type: 'KEY_KEEP', mark: 'a', shared: MINE });
  tell({ type: 'KEY_KEEP', mark: 'b', shared: THEIRS });
  expect([asked('a'), asked('b'), asked('c')]).toEqual([MINE, THEIRS, null]);
});

test('an unconfirmed key is dropped 20 seconds after the last request', () => {
  tell({ type: 'KEY_KEEP', mark: 'a', shared: MINE });
  now += 20_000;
  expect(asked('a')).toBe(MINE);
  now += 20_000;
  expect(asked('a')).toBe(MINE);
  now += 20_001;
  expect(asked('a')).toBeNull();
});

test('a lock makes the worker forget every key', () => {
  tell({ type: 'KEY_KEEP', mark: 'a', shared: MINE });
  tell({ type: 'KEY_KEEP', mark: 'b', shared: THEIRS });
  tell({ type: 'KEY_FORGET' });
  expect([asked('a'), asked('b')]).toEqual([null, null]);
});
