import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { useAskedToAdd } from './asked-to-add.ts';
import { type FormLeads, useRecordEdit } from './record-edit.tsx';

interface NewRecordProps<Saved> {
  /** On the button, such as "Add client". */
  label: string;
  form: (leads: FormLeads & { onSaved: (saved: Saved) => void }) => ReactNode;
  onOpen: (saved: Saved) => void;
}

/** The button that adds a record, and its form. Opens the last saved record once the form closes. */
export function NewRecord<Saved>({ label, form, onOpen }: NewRecordProps<Saved>) {
  const edit = useRecordEdit<never>();
  useAskedToAdd(edit.openNew);
  const last = useRef<{ saved: Saved } | null>(null);
  return (
    <>
      <Button onClick={edit.openNew}>
        <Plus aria-hidden="true" />
        {label}
      </Button>
      {edit.form((_, { onClose, onAddAnother }) =>
        form({
          onSaved: (saved) => {
            last.current = { saved };
          },
          onAddAnother,
          onClose: () => {
            onClose();
            if (last.current !== null) onOpen(last.current.saved);
            last.current = null;
          },
        }),
      )}
    </>
  );
}
