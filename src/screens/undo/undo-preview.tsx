import type { ReactNode } from 'react';
import { counted } from '#domain/text/counted.ts';
import type { ServerResult } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { ServerData } from '#ui/server-data.tsx';

interface UndoPreviewProps<Found extends { undoable: number }> {
  title: string;
  /** What undoing does, as a sentence. */
  about: string;
  /** What can be undone, and what can't. */
  preview: ServerResult<Found>;
  /** Usually `KeptRecords`. */
  kept: (found: Found) => ReactNode;
  /** The button's label for a number of records. */
  label: (undoable: number) => string;
  progress?: ReactNode;
  isBusy: boolean;
  problem: string | null;
  onUndo: () => void;
  onClose: () => void;
}

/** A dialog that lists what can't be undone before it undoes the rest. */
export function UndoPreview<Found extends { undoable: number }>(props: UndoPreviewProps<Found>) {
  const { title, about, preview, kept, label, progress, isBusy, problem, onUndo, onClose } = props;
  const undoable = preview.result?.undoable;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent className="max-w-xl" closable={!isBusy}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{about}</DialogDescription>
        </DialogHeader>
        <ServerData name="what can be undone" state={preview}>
          {kept}
        </ServerData>
        {progress}
        {problem !== null && (
          <p role="alert" className="text-destructive text-sm">
            {problem}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="destructive"
            disabled={undoable === undefined || undoable === 0}
            progress={isBusy ? 'loading' : 'idle'}
            onClick={onUndo}
          >
            {undoable === undefined ? 'Undo' : undoable === 0 ? 'Nothing to undo' : label(undoable)}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Records that can't be undone, as list items; nothing if there are none. */
export function KeptRecords({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section aria-label="What stays" className="grid gap-1.5 text-sm">
      <h3 className="font-medium">{`${counted(count, 'record')} can't be undone.`}</h3>
      <ScrollRegion as="ul" aria-label="Records that stay" className="grid max-h-60 gap-1 overflow-y-auto">
        {children}
      </ScrollRegion>
    </section>
  );
}
