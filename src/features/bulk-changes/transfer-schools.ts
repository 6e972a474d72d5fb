import type { Location } from '#contract/catalog.ts';

/** Schools where the students of a client can be, by the catalog's order. */
export function schoolsFor(locations: readonly Location[], client: string): Location[] {
  return locations.filter(
    (one) => one.is_billable && !one.archived && (one.client === null || one.client === client),
  );
}
