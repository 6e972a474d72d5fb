import { type AnyRouteMatch, useMatches } from '@tanstack/react-router';

/** The title of the screen that is open, as its route names it. */
export function titleOf(matches: readonly Pick<AnyRouteMatch, 'staticData'>[]): string | undefined {
  return matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title;
}

export function usePageTitle(): string | undefined {
  return useMatches({ select: titleOf });
}
