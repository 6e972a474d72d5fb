import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface DraftNoticeProps {
  /** The form contains an earlier draft. */
  wasRestored: boolean;
  /** The day of that draft if it is a different one, such as "Thu 11/19/2026". */
  restoredDay: string | null;
  /** A draft of another day that can be continued; its day if known. */
  earlier: { day: string | null } | null;
  onStartOver: () => void;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Says above a form that it contains a draft, or that one of another day exists. */
export function DraftNotice(props: DraftNoticeProps) {
  const { wasRestored, restoredDay, earlier, onStartOver, onContinue, onDiscard } = props;
  if (wasRestored) {
    return (
      <Notice
        words={restoredDay === null ? 'Draft restored.' : `You're continuing a draft from ${restoredDay}.`}
      >
        <Button size="sm" variant="ghost" onClick={onStartOver}>
          Discard draft
        </Button>
      </Notice>
    );
  }
  if (earlier === null) return null;
  const day = earlier.day === null ? '' : ` from ${earlier.day}`;
  return (
    <Notice words={`You have an unsaved draft${day}.`}>
      <Button size="sm" variant="outline" onClick={onContinue}>
        Continue
      </Button>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </Notice>
  );
}

function Notice({ words, children }: { words: string; children: ReactNode }) {
  return (
    <section
      aria-label="Draft"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-border bg-muted px-3 py-1.5 text-sm"
    >
      <span className="flex-1 basis-44">{words}</span>
      {children}
    </section>
  );
}
