import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Presence, watchPresence } from '#app/presence.ts';
import { IDLE_LIMIT_MS } from '#machines/idle-timeout.ts';
import type { StatusAnswer } from '#machines/status-check.ts';

const FINE: StatusAnswer = { kind: 'answer', ok: true, loggedOut: false };
const effects = {
  askStatus: vi.fn<() => Promise<StatusAnswer>>(async () => FINE),
  tellActive: vi.fn<(at: number) => void>(),
  lookAgain: vi.fn<() => void>(),
  end: vi.fn<(reason: string) => void>(),
};
let presence: Presence;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T16:00:00Z') });
  vi.clearAllMocks();
  effects.askStatus.mockImplementation(async () => FINE);
  presence = watchPresence(effects);
});
afterEach(() => {
  presence.stop();
  vi.useRealTimers();
});

const act = (name = 'mousemove') => window.dispatchEvent(new Event(name));
const show = () => document.dispatchEvent(new Event('visibilitychange'));

describe('an hour without activity', () => {
  test('logs the person out after 3,600,000 ms, and not before', () => {
    vi.advanceTimersByTime(3_599_999);
    expect(effects.end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(effects.end).toHaveBeenCalledExactlyOnceWith('idle');
  });

  test.each(['mousemove', 'mousedown', 'click', 'scroll', 'keydown', 'touchstart'])(
    'is counted from the last %s',
    (name) => {
      vi.advanceTimersByTime(IDLE_LIMIT_MS - 120_000);
      act(name);
      vi.advanceTimersByTime(IDLE_LIMIT_MS - 60_000);
      expect(effects.end).not.toHaveBeenCalled();
      vi.advanceTimersByTime(60_000);
      expect(effects.end).toHaveBeenCalledExactlyOnceWith('idle');
    },
  );

  test("isn't canceled by the first mouse move after sleep", () => {
    vi.setSystemTime(Date.now() + IDLE_LIMIT_MS);
    act();
    expect(effects.end).toHaveBeenCalledExactlyOnceWith('idle');
    expect(effects.tellActive).not.toHaveBeenCalled();
  });

  test('is noticed when the page is shown again, before any request', () => {
    vi.setSystemTime(Date.now() + IDLE_LIMIT_MS);
    show();
    expect(effects.end).toHaveBeenCalledExactlyOnceWith('idle');
    expect(effects.askStatus).not.toHaveBeenCalled();
    expect(effects.lookAgain).not.toHaveBeenCalled();
  });

  test("doesn't run out while the person works in another tab", () => {
    vi.advanceTimersByTime(IDLE_LIMIT_MS - 60_000);
    presence.activeElsewhere(Date.now());
    vi.advanceTimersByTime(IDLE_LIMIT_MS - 60_000);
    expect(effects.end).not.toHaveBeenCalled();
  });
});

test('a clock that was set back locks the device at the next activity', () => {
  vi.setSystemTime(Date.now() - 7_200_000);
  act('touchstart');
  expect(effects.end).toHaveBeenCalledExactlyOnceWith('device-locked');
});

test('other tabs are told about activity at most once a second', () => {
  for (let moves = 0; moves < 20; moves++) act();
  vi.advanceTimersByTime(1_000);
  act();
  expect(effects.tellActive).toHaveBeenCalledTimes(2);
});

describe('the session check', () => {
  test('runs every 60,000 ms once nothing has been done for longer than that', async () => {
    for (const asked of [0, 1, 2]) {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(effects.askStatus).toHaveBeenCalledTimes(asked);
    }
  });

  test('runs when the page is shown, and refreshes everything', () => {
    show();
    expect(effects.askStatus).toHaveBeenCalledOnce();
    expect(effects.lookAgain).toHaveBeenCalledOnce();
  });

  test('runs when the window gets the focus, not when a field inside it does', () => {
    const field = document.body.appendChild(document.createElement('input'));
    field.dispatchEvent(new FocusEvent('focus'));
    expect(effects.askStatus).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('focus'));
    expect(effects.askStatus).toHaveBeenCalledOnce();
    field.remove();
  });

  test('runs on the timer only after more than a minute without activity', async () => {
    await vi.advanceTimersByTimeAsync(30_000);
    act();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(effects.askStatus).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(effects.askStatus).toHaveBeenCalledOnce();
  });

  test.each<[StatusAnswer, string[][]]>([
    [FINE, []],
    [{ kind: 'none' }, []],
    [{ kind: 'answer', ok: false, loggedOut: false }, [['expired']]],
    [{ kind: 'answer', ok: true, loggedOut: true }, [['forced']]],
  ])('with the result %j ends with %j', async (answer, ends) => {
    effects.askStatus.mockImplementation(async () => answer);
    show();
    await vi.advanceTimersByTimeAsync(0);
    expect(effects.end.mock.calls).toEqual(ends);
  });
});

test('watches nothing after it was stopped', () => {
  presence.stop();
  act();
  show();
  vi.advanceTimersByTime(2 * IDLE_LIMIT_MS);
  expect(effects.end).not.toHaveBeenCalled();
  expect(effects.askStatus).not.toHaveBeenCalled();
});
