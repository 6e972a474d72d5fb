import type { MealLimits } from '#domain/lunch/meal-policy.ts';

/** A page of the help document. Paths and roles are those of the app; a test holds them against it. */
export interface HelpPage {
  id: string;
  title: string;
  /** What it is about, in the list of pages. */
  about: string;
  /** The role that it introduces; absent for a task. */
  role?: '0' | '1' | '2' | '3' | '4';
  /** Addresses of the screens that it explains, and of those below them. */
  screens: readonly string[];
  sections: readonly HelpSection[];
}

interface HelpSection {
  heading: string;
  /** Some depends on the meal policy. */
  text?: string | ((limits: MealLimits) => string);
  /** In order. */
  steps?: readonly string[];
}

export function sectionText({ text = '' }: HelpSection, limits: MealLimits): string {
  return typeof text === 'string' ? text : text(limits);
}
