import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { LocalAttachment } from '#db/attachments.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { sizeWords } from './attachment-words.ts';
import { useAttachment } from './use-attachment.ts';

interface LightboxProps {
  images: readonly LocalAttachment[];
  /** The image that is shown first. */
  first: string;
  onClose: () => void;
}

/** One image large, with arrow keys for its neighbors; Escape closes. */
export function Lightbox({ images, first, onClose }: LightboxProps) {
  const [id, setId] = useState(first);
  const at = Math.max(
    0,
    images.findIndex((image) => image.id === id),
  );
  const shown = images[at];
  if (shown === undefined) return null;
  const go = (step: -1 | 1) => {
    const next = images[at + step];
    if (next !== undefined) setId(next.id);
  };
  const byKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-w-5xl" onKeyDown={byKey}>
        <DialogHeader>
          <DialogTitle className="wrap-anywhere">{shown.file_name}</DialogTitle>
          <DialogDescription className="tabular-nums">
            {sizeWords(shown.size)}
            {images.length > 1 && `, image ${at + 1} of ${images.length}`}
          </DialogDescription>
        </DialogHeader>
        <LargeImage key={shown.id} image={shown} />
        {images.length > 1 && (
          <div className="flex justify-between gap-2">
            <Button variant="outline" aria-disabled={at === 0} onClick={() => go(-1)}>
              <ChevronLeft aria-hidden="true" />
              Previous
            </Button>
            <Button variant="outline" aria-disabled={at === images.length - 1} onClick={() => go(1)}>
              Next
              <ChevronRight aria-hidden="true" />
            </Button>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

function LargeImage({ image }: { image: LocalAttachment }) {
  const { address, problem } = useAttachment(image, true);
  if (problem !== null) {
    return (
      <p role="alert" className="py-12 text-center text-destructive text-sm">
        {problem}
      </p>
    );
  }
  return (
    <div className="grid min-h-40 place-items-center rounded-lg bg-muted">
      {address === null ? (
        <Spinner />
      ) : (
        <img
          src={address}
          alt={image.file_name}
          className="max-h-[70dvh] max-w-full rounded-lg object-contain"
        />
      )}
    </div>
  );
}
