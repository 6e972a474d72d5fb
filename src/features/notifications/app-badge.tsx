import { useEffect } from 'react';
import { openNotices, unviewedAnnouncements } from '#db/notifications.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { isoNow } from '#sync/clock.ts';
import { hasIconCount, useIconCount } from './icon-count-choice.ts';

const MINUTE_MS = 60_000;

/** Refused where the app isn't installed. */
const show = (count: number) => navigator.setAppBadge(count).catch(() => undefined);

/**
 * Shows on the app's icon how many notifications the person hasn't viewed, if that was turned on on this device and the
 * browser can. A logout clears it.
 */
export function AppBadge() {
  const { clock } = useSignedIn().workspace;
  const minute = useNow(MINUTE_MS);
  const { isOn } = useIconCount();
  // Counted again each minute, and whenever the device receives news.
  const open = useLocal(
    async (db) => {
      const now = isoNow(clock);
      return (await openNotices(db, now)).length + (await unviewedAnnouncements(db, now)).length;
    },
    [clock, minute],
  );
  useEffect(() => {
    if (open === undefined || isOn === undefined || !hasIconCount()) return;
    void show(isOn ? open : 0);
  }, [open, isOn]);
  useEffect(
    () => () => {
      if (hasIconCount()) void show(0);
    },
    [],
  );
  return null;
}
