import { describe, expect, test } from 'vitest';
import type { DigestCheck } from '#db/meta-rows.ts';
import { checkWords } from '#features/sync-center/check-words.ts';
import { queueWords } from '#features/sync-center/queue-words.ts';

const NOW = Date.parse('2026-03-10T18:00:00.000Z');
const FRESH = { state: 'waiting', attempts: 0, next_attempt_at: 0, problem: null } as const;
const BUSY = { code: 'server.busy', message: 'The server is busy.' } as const;

type QueueState = Parameters<typeof queueWords>[0];

function said(
  writes: QueueState['writes'],
  waits_for: string | null = null,
  pause: 'signed-out' | 'outdated' | null = null,
) {
  return queueWords({ writes, waits_for }, pause, NOW).text;
}

describe('a waiting record', () => {
  test('that was never attempted is saved on this device', () => {
    expect(said([FRESH])).toBe('Saved on this device, waiting to sync');
  });

  test('with any write in flight is being sent', () => {
    expect(said([{ ...FRESH, state: 'sending' }, FRESH])).toBe('Sending…');
  });

  test('that a busy server postponed says when it is retried', () => {
    const write = { ...FRESH, attempts: 1, next_attempt_at: NOW + 120_000, problem: BUSY };
    expect(said([write])).toBe('Saved on this device, trying again at 11:02 AM, because the server was busy');
  });

  test('says when the error is on the server', () => {
    const problem = { code: 'server.failed', message: 'Something went wrong!' } as const;
    expect(said([{ ...FRESH, attempts: 1, next_attempt_at: NOW + 60_000, problem }])).toContain(
      'because something went wrong on the server',
    );
  });

  test('is called delayed after five failed attempts, not before', () => {
    const write = { ...FRESH, next_attempt_at: NOW + 60_000, problem: BUSY };
    expect(said([{ ...write, attempts: 4 }])).not.toContain('Delayed');
    expect(said([{ ...write, attempts: 5 }])).toBe(
      'Delayed after 5 failed attempts. Trying again at 11:01 AM, because the server was busy',
    );
  });

  test('shows no time that has passed, and none that results from a clock set back', () => {
    for (const next_attempt_at of [NOW - 1, NOW + 3_600_000]) {
      expect(said([{ ...FRESH, attempts: 9, next_attempt_at, problem: BUSY }])).toBe(
        'Saved on this device, waiting to sync',
      );
    }
  });

  test("that the worker couldn't merge waits for a page, not for a time", () => {
    const problem = { code: 'record.stale', message: 'Someone else changed this.' } as const;
    const write = { ...FRESH, attempts: 1, next_attempt_at: Number.MAX_SAFE_INTEGER, problem };
    expect(said([write])).toBe('Saved on this device, waiting to sync');
  });

  test('that is held says what for', () => {
    expect(said([{ ...FRESH, state: 'held' }])).toBe('Held until you log in online');
    expect(said([{ ...FRESH, state: 'held' }], null, 'outdated')).toBe('Held until the app is updated');
    expect(said([FRESH], null, 'signed-out')).toBe('Held until you log in online');
  });

  test('that depends on another record names it, stuck or not', () => {
    expect(said([FRESH], 'New session, 03/10/2026')).toBe(
      'Saved on this device, will be sent after: New session, 03/10/2026',
    );
    expect(said([{ ...FRESH, state: 'blocked' }], 'New session, 03/10/2026')).toBe(
      'Waiting for a change that needs attention: New session, 03/10/2026',
    );
  });
});

describe('a check against the server', () => {
  const checked: DigestCheck = {
    key: 'digest',
    checked_at: '2026-03-10T18:00:00.000Z',
    is_wanted: false,
    unrepaired: [],
    repairs: 4,
  };

  test('that found nothing says when it was', () => {
    expect(checkWords(checked, 4)).toBe('In sync with the server, checked 03/10/2026 11:00 AM.');
    expect(checkWords(checked, null)).not.toContain('repaired');
  });

  test('counts its own repairs, not those of earlier checks', () => {
    expect(checkWords(checked, 3)).toContain('1 difference was repaired.');
    expect(checkWords(checked, 2)).toContain('2 differences were repaired.');
  });

  test('claims nothing if differences are left, and says what to do', () => {
    const words = checkWords({ ...checked, unrepaired: ['org', 'global'] }, 3);
    expect(words).toContain("2 differences couldn't be repaired, checked 03/10/2026 11:00 AM.");
    expect(words).toContain('diagnostic copy');
    expect(words).not.toContain('Everything');
  });

  test("that hasn't run yet claims nothing", () => {
    expect(checkWords({ ...checked, is_wanted: true }, null)).toContain('is due');
    expect(checkWords({ ...checked, checked_at: null }, null)).toContain('Not checked yet');
  });
});
