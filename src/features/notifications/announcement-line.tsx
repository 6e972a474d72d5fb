import { Megaphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { unviewedAnnouncements } from '#db/notifications.ts';
import { counted } from '#domain/text/counted.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { isoNow } from '#sync/clock.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

// With the signature pad.
const AnnouncementQueue = lazyPart(async () => ({
  default: (await import('./announcements.tsx')).AnnouncementQueue,
}));

const MINUTE_MS = 60_000;

/**
 * On a phone, which has no home screen: how many announcements wait. They open when the person has time for them, one
 * after the other, and cover nothing before that.
 */
export function AnnouncementLine() {
  const { clock } = useSignedIn().workspace;
  const minute = useNow(MINUTE_MS);
  // Read again each minute, and whenever the device receives news.
  const waiting = useLocal((db) => unviewedAnnouncements(db, isoNow(clock)), [clock, minute]);
  const [isOpen, setOpen] = useState(false);
  const count = waiting?.length ?? 0;
  // The next one, whenever it comes, doesn't open by itself.
  useEffect(() => {
    if (count === 0) setOpen(false);
  }, [count]);
  if (count === 0) return null;
  return (
    <>
      <Button
        variant="outline"
        className="h-auto min-h-11 w-full justify-start whitespace-normal py-2 text-left"
        onClick={() => setOpen(true)}
      >
        <Megaphone aria-hidden="true" />
        {counted(count, 'announcement to read', 'announcements to read')}
      </Button>
      {isOpen && <AnnouncementQueue absence={{ onClose: () => setOpen(false) }} />}
    </>
  );
}
