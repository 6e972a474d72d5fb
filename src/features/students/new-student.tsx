import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { mayUse } from '#domain/access/permissions.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { Button } from '#ui/button.tsx';
import { StudentForm } from './student-form.tsx';

/** The button that adds a student, and its form. Opens the student once the form closes. */
export function NewStudent({ onOpen }: { onOpen: (id: string) => void }) {
  const { profile } = useSignedIn();
  const edit = useRecordEdit<never>();
  const saved = useRef<string | null>(null);
  if (!mayUse({ role: profile.auth, grants: profile.grants }, 'student.record')) return null;
  return (
    <>
      <Button variant="outline" onClick={edit.openNew}>
        <Plus aria-hidden="true" />
        Add student
      </Button>
      {edit.form((_, { onClose, onAddAnother }) => (
        <StudentForm
          student={null}
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
