import { HardDrive, Info, X } from 'lucide-react';
import type { StorageTrouble } from '#db/storage-trouble.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useStorageTrouble } from '#screens/device/sync-words.ts';
import { Button } from '#ui/button.tsx';

const TROUBLE_WORDS: Record<StorageTrouble, string> = {
  full: 'This device is out of space. Free up some space so new changes can be saved.',
  broken: "This device can't save anything right now. What you saved before is safe.",
  superseded:
    "A newer version of Caseload is open in another tab. Reload this tab to keep working: it can't save anymore.",
  blocked: 'Close your other Caseload tabs to finish the update.',
};

/** Announced immediately: what a person enters now may not be saved. */
export function StorageNotice() {
  const trouble = useStorageTrouble();
  return (
    <div role="alert">
      {trouble !== null && (
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 bg-destructive-soft px-4 py-1.5 text-destructive text-sm sm:px-6 xl:px-8">
          <HardDrive aria-hidden="true" className="size-4" />
          <span className="min-w-0 flex-1 basis-40 font-medium">{TROUBLE_WORDS[trouble]}</span>
          {(trouble === 'superseded' || trouble === 'broken') && (
            <Button size="sm" variant="outline" onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Stays until the person dismisses it. */
export function ErasureNotice() {
  const { db } = useSignedIn().workspace;
  const wasErased = useLocal(async (local) => (await local.meta.get('erased')) !== undefined, []);
  return (
    <div role="status">
      {wasErased === true && (
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 bg-warning-soft px-4 py-1.5 text-sm text-warning sm:px-6 xl:px-8">
          <Info aria-hidden="true" className="size-4" />
          <span className="min-w-0 flex-1 basis-40">
            Your browser erased the data on this device. We're downloading everything that had synced. Changes
            that hadn't synced are lost.
          </span>
          <Button
            size="icon"
            variant="ghost"
            aria-label="Dismiss"
            className="size-8"
            onClick={() => void db.meta.delete('erased')}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
}
