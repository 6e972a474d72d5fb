import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { uuid } from '#entities/fields.ts';
import { Attachments } from '#features/attachments/attachments.tsx';
import { NoteList } from '#features/soap/note-list.tsx';
import { StudentInfo } from '#features/students/student-info.tsx';
import type { StudentTab } from '#features/students/student-search.ts';
import { Button } from '#ui/button.tsx';
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
  const back = (
    <Button asChild variant="ghost" className="-ml-3 print:hidden">
      <Link to={list.to}>
        <ArrowLeft aria-hidden="true" />
        {list.title}
      </Link>
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div>{back}</div>
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
        attachments={<Attachments student={id} />}
      />
    </div>
  );
}
