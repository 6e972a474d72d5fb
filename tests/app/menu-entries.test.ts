import { describe, expect, test } from 'vitest';
import { isBelow, isGroup, menuFor } from '#app/shell/menu-entries.ts';

function labels(holder: Parameters<typeof menuFor>[0]): string[] {
  return menuFor(holder).flatMap((entry) =>
    isGroup(entry) ? entry.links.map((link) => `${entry.label} › ${link.label}`) : [entry.label],
  );
}

const SESSIONS = ['My Sessions', 'My Hours'];
const FIELD = ['Home', 'My Schedule', 'My Students', ...SESSIONS];
const MASTER = [
  'Home',
  'Schedules › My Calendar',
  'Schedules › Master Calendar',
  'Students › Students',
  'Students › My Students',
  ...SESSIONS,
];
const LUNCH = 'Reports › Lunch Cards';
const DURATIONS = 'Payroll › Changed Durations';
const BADGE = ['Reports › My Sessions V2', LUNCH, 'Reports › Timesheets', 'Admin'];
const DESK = [...MASTER.slice(0, 5), 'Students › Archived', ...SESSIONS];
const OFFICE = [...DESK, ...BADGE];

describe('the side menu', () => {
  test.each([
    ['0', [], [...DESK, DURATIONS, ...BADGE]],
    ['1', [], OFFICE],
    ['2', [], FIELD],
    ['3', [], [...MASTER, LUNCH, 'Reports › Timesheets', 'Admin']],
    ['4', [], [...MASTER, LUNCH, 'Reports › Timesheets']],
    ['3', ['reports.badge'], [...MASTER, ...BADGE]],
    ['1', ['payroll.view'], [...DESK, DURATIONS, ...BADGE]],
    ['2', ['payroll.view'], [...FIELD, DURATIONS]],
    ['2', ['lunch.acknowledge'], [...FIELD, LUNCH]],
    ['7', ['reports.badge'], []],
    ['', [], []],
  ])('shows role "%s" with the grants %j what it may open', (role, grants, expected) => {
    expect(labels({ role, grants })).toEqual(expected);
  });

  test('counts what lies below a screen to it, and nothing that only begins alike', () => {
    const link = { label: 'My Sessions', to: '/my-sessions', permission: 'session.read' } as const;
    expect(isBelow(link, '/my-sessions')).toBe(true);
    expect(isBelow(link, '/my-sessions/info/1/')).toBe(true);
    expect(isBelow(link, '/my-sessions-v2')).toBe(false);
  });
});
