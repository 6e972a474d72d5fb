import { useState } from 'react';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Button } from '#ui/button.tsx';

interface ArchiveActionProps {
  name: string;
  archived: boolean;
  /** What archiving it means for what uses it, in sentences. */
  note?: string | undefined;
  /** Resolves once the server has it; rejects with a message that the dialog shows. */
  onArchive: (archived: boolean) => Promise<void>;
}

/** Archives or restores an entry; existing references stay. */
export function ArchiveAction({ name, archived, note, onArchive }: ArchiveActionProps) {
  const [isAsking, setAsking] = useState(false);
  const label = archived ? 'Restore' : 'Archive';
  return (
    <>
      {/* Without a badge before it, its words begin where the column does. */}
      <Button size="sm" variant="ghost" className="first:-ml-2.5" onClick={() => setAsking(true)}>
        {label}
        <span className="sr-only"> {name}</span>
      </Button>
      <ActivateConfirmation
        buttonLabel={label}
        name={name}
        note={archived ? undefined : note}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => onArchive(!archived)}
      />
    </>
  );
}
