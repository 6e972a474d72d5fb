import { useState } from 'react';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Button } from '#ui/button.tsx';

interface ArchiveActionProps {
  name: string;
  archived: boolean;
  /** Resolves once the server has it; rejects with a message that the dialog shows. */
  onArchive: (archived: boolean) => Promise<void>;
}

/** Archives or restores an entry; existing references stay. */
export function ArchiveAction({ name, archived, onArchive }: ArchiveActionProps) {
  const [isAsking, setAsking] = useState(false);
  const label = archived ? 'Restore' : 'Archive';
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        {label}
        <span className="sr-only"> {name}</span>
      </Button>
      <ActivateConfirmation
        buttonLabel={label}
        name={name}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => onArchive(!archived)}
      />
    </>
  );
}
