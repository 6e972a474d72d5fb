import { type AnyRouteMatch, useMatches } from '@tanstack/react-router';

/** The title of the current screen, from its route. */
export function titleOf(matches: readonly Pick<AnyRouteMatch, 'staticData'>[]): string | undefined {
  return matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title;
}

export function usePageTitle(): string | undefined {
  return useMatches({ select: titleOf });
}
