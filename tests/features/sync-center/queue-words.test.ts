import { describe, expect, test } from 'vitest';
import type { DigestCheck } from '#db/local-database.ts';
import { checkWords } from '#features/sync-center/check-words.ts';
import { queueWords } from '#features/sync-center/queue-words.ts';

const NOW = Date.parse('2026-03-10T18:00:00.000Z');
const FRESH = { state: 'waiting', attempts: 0, next_attempt_at: 0, problem: null } as const;
const BUSY = { code: 'server.busy', message: 'The server is busy.' } as const;

type Standing = Parameters<typeof queueWords>[0];

function said(
  writes: Standing['writes'],
  waits_for: string | null = null,
  pause: 'signed-out' | 'outdated' | null = null,
) {
  return queueWords({ writes, waits_for }, pause, NOW).text;
}

describe('a waiting record', () => {
  test('that nothing has happened to is saved on this device', () => {
    expect(said([FRESH])).toBe('Saved on this device, waiting to sync');
  });

  test('of which anything is on its way is being sent', () => {
    expect(said([{ ...FRESH, state: 'sending' }, FRESH])).toBe('Sending…');
  });

  test('that a busy server has put off says when it is tried again', () => {
    const write = { ...FRESH, attempts: 1, next_attempt_at: NOW + 120_000, problem: BUSY };
    expect(said([write])).toBe('Saved on this device, trying again at 11:02 AM, because the server was busy');
  });

  test('says that the office is at fault where it is', () => {
    const problem = { code: 'server.failed', message: 'Something went wrong!' } as const;
    expect(said([{ ...FRESH, attempts: 1, next_attempt_at: NOW + 60_000, problem }])).toContain(
      'because something went wrong on the server',
    );
  });

  test('is called delayed from the fifth failed attempt on, not before', () => {
    const write = { ...FRESH, next_attempt_at: NOW + 60_000, problem: BUSY };
    expect(said([{ ...write, attempts: 4 }])).not.toContain('Delayed');
    expect(said([{ ...write, attempts: 5 }])).toBe(
      'Delayed after 5 failed attempts. Trying again at 11:01 AM, because the server was busy',
    );
  });

  test('names no time that has passed, nor one that only a clock set back brings', () => {
    for (const next_attempt_at of [NOW - 1, NOW + 3_600_000]) {
      expect(said([{ ...FRESH, attempts: 9, next_attempt_at, problem: BUSY }])).toBe(
        'Saved on this device, waiting to sync',
      );
    }
  });

  test('that the worker could not merge waits for no time', () => {
    const problem = { code: 'record.stale', message: 'Someone else changed this.' } as const;
    const write = { ...FRESH, attempts: 1, next_attempt_at: Number.MAX_SAFE_INTEGER, problem };
    expect(said([write])).toBe('Saved on this device, waiting to sync');
  });

  test('that is held says until when', () => {
    expect(said([{ ...FRESH, state: 'held' }])).toBe('Held until you log in online');
    expect(said([{ ...FRESH, state: 'held' }], null, 'outdated')).toBe('Held until the app is updated');
    expect(said([FRESH], null, 'signed-out')).toBe('Held until you log in online');
  });

  test('that builds on something else names it, stuck or not', () => {
    expect(said([FRESH], 'New session, 03/10/2026')).toBe(
      'Saved on this device, will be sent after: New session, 03/10/2026',
    );
    expect(said([{ ...FRESH, state: 'blocked' }], 'New session, 03/10/2026')).toBe(
      'Waiting for a change that needs attention: New session, 03/10/2026',
    );
  });
});

describe('a check against the office', () => {
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

  test('counts what it has repaired, and not what earlier ones have', () => {
    expect(checkWords(checked, 3)).toContain('1 difference was repaired.');
    expect(checkWords(checked, 2)).toContain('2 differences were repaired.');
  });

  test('claims nothing where differences are left, and says what to do', () => {
    const words = checkWords({ ...checked, unrepaired: ['org', 'global'] }, 3);
    expect(words).toContain("2 differences couldn't be repaired, checked 03/10/2026 11:00 AM.");
    expect(words).toContain('diagnostic copy');
    expect(words).not.toContain('Everything');
  });

  test('that has not run yet claims nothing', () => {
    expect(checkWords({ ...checked, is_wanted: true }, null)).toContain('is due');
    expect(checkWords({ ...checked, checked_at: null }, null)).toContain('Not checked yet');
  });
});
