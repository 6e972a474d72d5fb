import { useNavigate } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { Attachments } from '#features/attachments/attachments.tsx';
import { NoteList } from '#features/soap/note-list.tsx';
import { StudentInfo } from '#features/students/student-info.tsx';
import type { StudentTab } from '#features/students/student-search.ts';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from './-not-found.tsx';

interface StudentFileProps {
  id: string;
  tab: StudentTab | undefined;
  onTab: (tab: string) => void;
  /** The list that the file was opened from. */
  list: { to: '/my-students' | '/students' | '/archived/students'; title: string };
}

/** A student's complete file, the same from every list. */
export function StudentFile({ id, tab = 'overview', onTab, list }: StudentFileProps) {
  const navigate = useNavigate();
  if (!uuid.safeParse(id).success) return <NotFound />;
  const openSession = (session: string) =>
    void navigate({ to: '/my-sessions/info/$id', params: { id: session } });
  return (
    <div className="grid gap-3">
      <BackLink to={{ to: list.to }} title={list.title} />
      <StudentInfo
        key={id}
        id={id}
        tab={tab}
        onTab={onTab}
        onOpenSession={openSession}
        notFound={<NotFound />}
        soapNotes={
          <>
            <h2 className="sr-only">SOAP notes</h2>
            <NoteList student={id} onOpenSession={openSession} />
          </>
        }
        attachments={<Attachments students={[id]} />}
      />
    </div>
  );
}
