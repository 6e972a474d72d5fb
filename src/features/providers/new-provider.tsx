import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { Button } from '#ui/button.tsx';
import { ProviderForm } from './provider-form.tsx';

/** The button that adds a provider, and its form. Opens the provider once the form closes. */
export function NewProvider({ onOpen }: { onOpen: (id: string) => void }) {
  const edit = useRecordEdit<never>();
  const saved = useRef<string | null>(null);
  return (
    <>
      <Button variant="outline" onClick={edit.openNew}>
        <Plus aria-hidden="true" />
        Add provider
      </Button>
      {edit.form((_, { onClose, onAddAnother }) => (
        <ProviderForm
          provider={null}
          onSaved={(id) => {
            saved.current = id;
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
