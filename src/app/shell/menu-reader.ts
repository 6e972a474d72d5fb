import { isInvited } from '#db/calendar-events.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import type { MenuReader } from './menu-entries.ts';

/** The logged-in person, as the menus need them. */
export function useMenuReader(): MenuReader {
  const { auth, grants, user_id, provider_id } = useSignedIn().profile;
  const isGuest = useLocal((db) => isInvited(db, user_id), [user_id]) === true;
  return { role: auth, grants, isProvider: provider_id !== null, isInvited: isGuest };
}
