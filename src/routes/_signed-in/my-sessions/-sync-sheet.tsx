import type { OpenedWrite } from '#db/outbox.ts';
import { SyncCenter } from '#features/sync-center/sync-center.tsx';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { HandedToYou } from '../-handed-to-you.tsx';

interface SyncSheetProps {
  onEdit: (write: OpenedWrite) => void;
  onClose: () => void;
}

/** The Sync center on a phone, above the screen it was opened from. */
export function SyncSheet({ onEdit, onClose }: SyncSheetProps) {
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader>
          <SheetTitle>Sync center</SheetTitle>
        </SheetHeader>
        <SheetBody>
          <SyncCenter onEdit={onEdit} handedToYou={<HandedToYou />} />
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
