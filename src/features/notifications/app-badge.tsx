import { useEffect } from 'react';
import { openNotices, unviewedAnnouncements } from '#db/notifications.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';

const MINUTE_MS = 60_000;

/** Shows on the app's icon how many notifications the person hasn't viewed, where the browser can. */
export function AppBadge() {
  const minute = useNow(MINUTE_MS);
  const open = useLocal(
    async (db) =>
      (await openNotices(db)).length +
      (await unviewedAnnouncements(db, new Date(minute).toISOString())).length,
    [minute],
  );
  useEffect(() => {
    if (open === undefined || !('setAppBadge' in navigator)) return;
    // Refused where the app isn't installed.
    navigator.setAppBadge(open).catch(() => undefined);
  }, [open]);
  return null;
}
