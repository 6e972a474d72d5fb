import { useEffect } from 'react';
import { openNotices, unviewedAnnouncements } from '#db/notifications.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { isoNow } from '#sync/clock.ts';

const MINUTE_MS = 60_000;

/** Shows on the app's icon how many notifications the person hasn't viewed, where the browser can. */
export function AppBadge() {
  const { clock } = useSignedIn().workspace;
  const minute = useNow(MINUTE_MS);
  // Counted again each minute, and whenever the device receives news.
  const open = useLocal(
    async (db) => (await openNotices(db)).length + (await unviewedAnnouncements(db, isoNow(clock))).length,
    [clock, minute],
  );
  useEffect(() => {
    if (open === undefined || !('setAppBadge' in navigator)) return;
    // Refused where the app isn't installed.
    navigator.setAppBadge(open).catch(() => undefined);
  }, [open]);
  return null;
}
