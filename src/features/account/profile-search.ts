// In its own file: the URL is parsed before the screen is loaded.

/** The tabs of your own profile, by the numbers of the specification; the first is not named. */
export type ProfileTab = 1 | 2 | 3;

interface ProfileSearch {
  tab?: ProfileTab | undefined;
  /** The id of the notification that is open. Only of tab 3. */
  notification?: string | undefined;
}

export function profileSearch({ tab, notification }: Record<string, unknown>): ProfileSearch {
  if (Number(tab) === 2) return { tab: 2 };
  if (Number(tab) !== 3) return {};
  return typeof notification === 'string' && notification !== '' ? { tab: 3, notification } : { tab: 3 };
}
