import { describe, expect, test } from 'vitest';
import { menuScreens } from '#app/shell/menu-entries.ts';
import { APP_VERSION } from '#contract/app-version.ts';
import { ROLES } from '#domain/access/roles.ts';
import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';
import { MAILED_REPORTS } from '#domain/reports/mailed-reports.ts';
import { sectionText } from '#features/help/help-page.ts';
import { HELP_PAGES, pageOfScreen, searchHelp } from '#features/help/help-pages.ts';
import { RELEASES } from '#features/help/releases.ts';

describe('the help document', () => {
  test('has a page for each role', () => {
    expect(HELP_PAGES.flatMap(({ role }) => role ?? []).sort()).toEqual(Object.values(ROLES).sort());
  });

  test.each(menuScreens({ role: '0', grants: [], isProvider: true, isInvited: true }).map(({ to }) => to))(
    'explains the screen %s',
    (to) => {
      expect(pageOfScreen(to.replace(/\/\$.*$/, ''))).not.toBeNull();
    },
  );

  test.each([
    ['/my-sessions', 'sessions'],
    ['/my-sessions/info/1', 'soap-notes'],
    ['/reports/dashboard/lunch-cards', 'lunch-and-timecard'],
    ['/tickets/open/', 'support'],
  ])('opens at %s with the page %s', (pathname, id) => {
    expect(pageOfScreen(pathname)?.id).toBe(id);
  });

  test('has no page about a screen that it does not know, and none that only starts the same', () => {
    expect(pageOfScreen('/homework')).toBeNull();
  });

  test('finds pages by all words, in any order and case', () => {
    expect(searchHelp('WITHDRAW timesheet').map(({ id }) => id)).toContain('timesheets');
    expect(searchHelp('no such words anywhere')).toEqual([]);
    expect(searchHelp(' ')).toHaveLength(HELP_PAGES.length);
  });

  test('finds words with the apostrophe that a phone writes, and without accents', () => {
    const straight = searchHelp("today's").map(({ id }) => id);
    expect(straight.length).toBeGreaterThan(0);
    expect(searchHelp('today’s').map(({ id }) => id)).toEqual(straight);
    expect(searchHelp('résumé').map(({ id }) => id)).toEqual(searchHelp('resume').map(({ id }) => id));
  });

  test('says of no report that can be mailed that it stays on its screen', () => {
    const texts = HELP_PAGES.flatMap(({ sections }) =>
      sections.map((section) => sectionText(section, MEAL_POLICY)),
    );
    const stays = /[^.]*stay on their screens\./.exec(texts.join(' '))?.[0].toLowerCase() ?? '';
    expect(stays).not.toBe('');
    for (const { title } of Object.values(MAILED_REPORTS)) expect(stays).not.toContain(title.toLowerCase());
  });

  test('finds how claims are filed, on the screen where they are', () => {
    expect(searchHelp('837P claim batch').map(({ id }) => id)).toEqual(['billing']);
    expect(pageOfScreen('/billing/insurance')?.id).toBe('billing');
  });

  test('names each page once', () => {
    expect(new Set(HELP_PAGES.map(({ id }) => id)).size).toBe(HELP_PAGES.length);
  });
});

test('the changelog begins with this version', () => {
  expect(RELEASES[0]?.version).toBe(APP_VERSION);
});
