import { createBrowserHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followTrail, stepsBackTo } from '#screens/list/trail.ts';

let history: ReturnType<typeof createBrowserHistory>;
let stop: () => void;
beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/home');
  history = createBrowserHistory();
  stop = followTrail(history);
});
afterEach(() => {
  stop();
  history.destroy();
});

const go = (...paths: string[]) => {
  for (const path of paths) {
    history.push(path);
    history.flush();
  }
};

test('leads from a record back to its list, with as many steps as lie between them', () => {
  go('/students?service=a', '/students/info/1', '/students/info/1?tab=goals');
  expect(stepsBackTo(history, '/students/')).toBe(2);
  expect(stepsBackTo(history, '/my-students')).toBeNull();
});

test('leads to the list that was shown last', () => {
  go('/students', '/students/info/1', '/students?school=b', '/students/info/2');
  expect(stepsBackTo(history, '/students')).toBe(1);
});

test('does not know a list that was left for another way', async () => {
  go('/students', '/students/info/1');
  const isBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  history.go(-2);
  await isBack;
  go('/reports', '/students/info/2');
  expect(stepsBackTo(history, '/students')).toBeNull();
});

test('a record that takes the place of another one keeps the way', () => {
  go('/reports/timesheet/all', '/reports/timesheet/1');
  history.replace('/reports/timesheet/2');
  history.flush();
  expect(stepsBackTo(history, '/reports/timesheet/all')).toBe(1);
});

test('survives a reload, and forgets all where an address was typed', () => {
  go('/students', '/students/info/1');
  stop();
  stop = followTrail(history);
  expect(stepsBackTo(history, '/students')).toBe(1);
  stop();
  history.destroy();
  window.history.replaceState(null, '', '/students/info/9');
  history = createBrowserHistory();
  stop = followTrail(history);
  go('/students/info/1');
  expect(stepsBackTo(history, '/students')).toBeNull();
});

test('keeps no filters: they may hold names', () => {
  go('/students?search=Rivera');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Rivera');
});
