import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { Button } from '#ui/button.tsx';
import { ClientForm, type SavedClient } from './client-form.tsx';

/** The button that adds a client, and its form. Opens the client once the form closes. */
export function NewClient({ onOpen }: { onOpen: (saved: SavedClient) => void }) {
  const edit = useRecordEdit<never>();
  const saved = useRef<SavedClient | null>(null);
  return (
    <>
      <Button variant="outline" onClick={edit.openNew}>
        <Plus aria-hidden="true" />
        Add client
      </Button>
      {edit.form((_, { onClose, onAddAnother }) => (
        <ClientForm
          client={null}
          onSaved={(client) => {
            saved.current = client;
          }}
          onAddAnother={onAddAnother}
          onClose={() => {
            onClose();
            if (saved.current !== null) onOpen(saved.current);
            saved.current = null;
          }}
        />
      ))}
    </>
  );
}
