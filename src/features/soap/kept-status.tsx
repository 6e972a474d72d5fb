import { CheckCheck, TriangleAlert } from 'lucide-react';
import type { DraftState } from '#screens/device/draft-store.ts';
import { cn } from '#ui/class-names.ts';

const WORDS: Record<DraftState, string> = {
  keeping: 'Saving…',
  kept: 'Draft saved on this device',
  'not-kept': 'Not saved on this device',
};

interface KeptStatusProps {
  /** Says whose status it is. */
  label: string;
  draftState: DraftState;
  /** The typed text is part of its record. */
  isSaved?: boolean;
  /** Nothing was typed yet, so nothing is saved anywhere. */
  isBlank?: boolean;
}

/** Where the typed text is saved. */
export function KeptStatus({ label, draftState, isSaved = false, isBlank = false }: KeptStatusProps) {
  const isLost = draftState === 'not-kept' && !isSaved;
  const Icon = isLost ? TriangleAlert : CheckCheck;
  return (
    <p
      role="status"
      aria-label={label}
      className={cn(
        'flex items-center gap-1.5 text-sm',
        isLost ? 'text-destructive' : 'text-muted-foreground',
      )}
    >
      {!isBlank && <Icon aria-hidden="true" className="size-4" />}
      {isBlank
        ? 'Nothing written yet'
        : isSaved && draftState !== 'keeping'
          ? 'Saved on this device'
          : WORDS[draftState]}
    </p>
  );
}
