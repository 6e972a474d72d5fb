// A file of its own: the URL is parsed before the screen is loaded.

/** The tabs of one's own profile, by the numbers of the specification; the first is not named. */
export type ProfileTab = 1 | 2;

/** Notifications will be tab 3; until they exist, its address opens the profile. */
export function profileSearch({ tab }: Record<string, unknown>): { tab?: ProfileTab | undefined } {
  return Number(tab) === 2 ? { tab: 2 } : {};
}
