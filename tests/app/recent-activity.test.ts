import { afterEach, expect, test, vi } from 'vitest';
import { followActivity, forgetActivity, noteScreen, recentActivity } from '#sync/files/recent-activity.ts';

/** A word that only typed or displayed text can contain. */
const MARK = 'Zyxomma';

afterEach(() => {
  forgetActivity();
  vi.unstubAllGlobals();
});

/** A browser that reports requests. @returns reports one */
function withTimings() {
  let report = (_: object) => undefined;
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(tell: (list: { getEntries(): object[] }) => void) {
        report = (entry) => void tell({ getEntries: () => [entry] });
      }
      observe() {}
      disconnect() {
        report = () => undefined;
      }
    },
  );
  return (address: string, responseStatus: number) =>
    report({ name: new URL(address, location.href).href, startTime: 5, duration: 12.4, responseStatus });
}

test('says which screens were opened, what was called with which outcome, and what failed, and nothing typed', () => {
  const call = withTimings();
  const end = followActivity();
  noteScreen('/students/info/$id');
  noteScreen('/students/info/$id');
  call(`/api/tickets/0198a1c2-0000-7000-8000-000000000001/comments/?q=${MARK}`, 200);
  call(`/api/students/duplicates/${MARK}/${MARK}/`, 503);
  call('/assets/students-1.js', 200);
  call(`https://elsewhere.example/api/tickets/${MARK}/`, 200);
  const broken = new TypeError(`${MARK} is not a function`);
  broken.stack = `TypeError: ${MARK}\n    at ${MARK} (http://localhost/assets/students-Ab1.js:3:70)`;
  window.dispatchEvent(new CustomEvent('caseload-fault', { detail: broken }));
  const rejected = Object.assign(new Event('unhandledrejection'), { reason: MARK });
  window.dispatchEvent(rejected);
  end();
  noteScreen('/home');
  call('/api/tickets/', 200);
  expect(recentActivity(performance.timeOrigin).map(({ at: _, ...activity }) => activity)).toEqual([
    // Reported later than they began.
    { kind: 'call', address: '/api/tickets/{id}/comments/', status: 200, ms: 12 },
    { kind: 'call', address: 'other', status: 503, ms: 12 },
    { kind: 'screen', screen: '/students/info/$id' },
    { kind: 'fault', name: 'TypeError', place: '/assets/students-Ab1.js:3:70' },
    { kind: 'fault', name: 'other', place: '' },
    { kind: 'screen', screen: '/home' },
  ]);
  expect(JSON.stringify(recentActivity())).not.toContain(MARK);
});

test('keeps the last 100 entries, for ten minutes', () => {
  const now = Date.now();
  for (let at = 0; at < 130; at += 1) noteScreen(`/screen-${at}`);
  expect(recentActivity(now)).toHaveLength(100);
  expect(recentActivity(now)[0]).toMatchObject({ screen: '/screen-30' });
  expect(recentActivity(now + 601_000)).toEqual([]);
});
