import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';
import { plainText, searchFor } from '#domain/text/search-words.ts';
import { adminPages } from './help-admin.ts';
import { billingPages } from './help-billing.ts';
import { type HelpPage, sectionText } from './help-page.ts';
import { payrollPages } from './help-payroll.ts';
import { recordPages } from './help-records.ts';
import { reportPages } from './help-reports.ts';
import { rolePages } from './help-roles.ts';
import { workingDayPages } from './help-working-day.ts';
import { ownPages } from './help-yourself.ts';

/** All pages of the help document, in the order of its list. */
export const HELP_PAGES: readonly HelpPage[] = [
  ...rolePages,
  ...workingDayPages,
  ...recordPages,
  ...payrollPages,
  ...billingPages,
  ...reportPages,
  ...adminPages,
  ...ownPages,
];

/** The page about a screen: the one with the longest address that it is at or below; null if there is none. */
export function pageOfScreen(pathname: string): HelpPage | null {
  const place = pathname.replace(/\/+$/, '');
  const matches = HELP_PAGES.flatMap((page) =>
    page.screens
      .filter((screen) => place === screen || place.startsWith(`${screen}/`))
      .map((screen) => ({ page, length: screen.length })),
  );
  return matches.sort((a, b) => b.length - a.length)[0]?.page ?? null;
}

/** The pages that contain all words, those with a match in their title first. */
export function searchHelp(query: string): HelpPage[] {
  const words = plainText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...HELP_PAGES];
  const inTitle = ({ title }: HelpPage) => words.some((word) => plainText(title).includes(word));
  const matches = searchFor(query);
  return HELP_PAGES.filter((page) => matches(textOf(page))).sort(
    (a, b) => Number(inTitle(b)) - Number(inTitle(a)),
  );
}

function textOf({ title, about, sections }: HelpPage): string {
  const within = sections.flatMap((section) => [
    section.heading,
    sectionText(section, MEAL_POLICY),
    ...(section.steps ?? []),
  ]);
  return [title, about, ...within].join(' ');
}
