import { mayUse } from '#domain/access/permissions.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { NewRecord } from '#screens/list/new-record.tsx';
import { StudentForm } from './student-form.tsx';

/** Nothing for people who can't add students. */
export function NewStudent({ onOpen }: { onOpen: (id: string) => void }) {
  const { profile } = useSignedIn();
  if (!mayUse({ role: profile.auth, grants: profile.grants }, 'student.record')) return null;
  return (
    <NewRecord<string>
      label="Add student"
      form={(leads) => <StudentForm student={null} {...leads} />}
      onOpen={onOpen}
    />
  );
}
