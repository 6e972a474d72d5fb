import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowLeft, NotebookPen } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { sessionById } from '#db/sessions.ts';
import { Attachments } from '#features/attachments/attachments.tsx';
import { SessionInfo } from '#features/sessions/session-info.tsx';
import { NoteList } from '#features/soap/note-list.tsx';
import { NotePreview } from '#features/soap/note-preview.tsx';
import { SessionNotes } from '#features/soap/session-notes.tsx';
import { StudentSheet } from '#features/students/student-sheet.tsx';
import { ConflictNotice } from '#features/sync-center/conflict-notice.tsx';
import { addressOf } from '#screens/address.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { useViewport } from '#ui/viewport.ts';
import { PhoneBar } from '../-phone-bar.tsx';

export const Route = createFileRoute('/_signed-in/my-sessions/info/$id')({
  staticData: { title: 'Session', permission: 'session.read' },
  // `edit` opens the form over the session, `note` its SOAP notes on a phone.
  validateSearch: addressOf({ edit: 'flag', note: 'flag' }),
  component: SessionInfoScreen,
});

/** A question about a note is asked over the note. */
const noticeOf = (id: string) => <ConflictNotice id={id} />;

function SessionInfoScreen() {
  const { id } = Route.useParams();
  const { edit = false, note = false } = Route.useSearch();
  const { UserMenu } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const isNarrow = useViewport() === 'narrow';
  const [student, setStudent] = useState<string | null>(null);
  const setEditing = useCallback(
    (isEditing: boolean) => void navigate({ search: isEditing ? { edit: true } : {}, replace: !isEditing }),
    [navigate],
  );
  const setNote = useCallback(
    (isOpen: boolean) => void navigate({ search: isOpen ? { note: true } : {}, replace: !isOpen }),
    [navigate],
  );
  const back = (
    <Button asChild variant="ghost" className="-ml-3 max-w-full">
      <Link to="/my-sessions">
        <ArrowLeft aria-hidden="true" />
        <span className="truncate">My Sessions</span>
      </Link>
    </Button>
  );
  const info = (before: ReactNode) => (
    <>
      <ConflictNotice id={id} />
      <SessionInfo
        key={id}
        id={id}
        isEditing={edit}
        onEditingChange={setEditing}
        onDeleted={() => void navigate({ to: '/my-sessions', replace: true })}
        onOpenStudent={setStudent}
        linkTo={(other, content, className) => (
          <Link to="/my-sessions/info/$id" params={{ id: other }} className={className}>
            {content}
          </Link>
        )}
        back={
          <Button asChild variant="outline">
            <Link to="/my-sessions">My Sessions</Link>
          </Button>
        }
      >
        {before}
        <SessionAttachments id={id} />
      </SessionInfo>
      <StudentSheet
        student={student}
        onClose={() => setStudent(null)}
        lastSoapNote={
          student !== null && (
            <NoteList
              student={student}
              most={1}
              onOpenSession={(session) => {
                setStudent(null);
                void navigate({ params: { id: session } });
              }}
            />
          )
        }
        whole={
          !isNarrow &&
          student !== null && (
            <Button asChild variant="outline">
              <Link to="/my-students/info/$id" params={{ id: student }}>
                Open the whole file
              </Link>
            </Button>
          )
        }
      />
    </>
  );
  if (isNarrow) {
    return (
      <>
        <PhoneBar
          title={back}
          userMenu={<UserMenu />}
          onOpenSync={() => void navigate({ to: '/my-sessions', search: { open: 'sync' } })}
        />
        <div className="grid flex-1 content-start gap-4 p-4">
          {info(<NotePreview id={id} onOpen={() => setNote(true)} />)}
        </div>
        <div className="sticky bottom-0 z-20 border-border border-t bg-card px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <Button size="lg" className="h-12 w-full" onClick={() => setNote(true)}>
            <NotebookPen aria-hidden="true" />
            SOAP note
          </Button>
        </div>
        {note && (
          <Sheet open onOpenChange={(isOpen) => !isOpen && setNote(false)}>
            <SheetContent
              aria-describedby={undefined}
              onOpenAutoFocus={(event) => event.preventDefault()}
              className="max-sm:h-[92dvh]"
            >
              <SheetHeader>
                <SheetTitle>SOAP note</SheetTitle>
              </SheetHeader>
              <SheetBody className="pb-0 sm:pb-0">
                <SessionNotes id={id} noticeOf={noticeOf} />
              </SheetBody>
            </SheetContent>
          </Sheet>
        )}
      </>
    );
  }
  return (
    <div className="grid gap-4">
      <div className="-mb-1">{back}</div>
      {info(
        <Card>
          <CardHeader>
            <CardTitle>SOAP note</CardTitle>
          </CardHeader>
          <CardContent>
            <SessionNotes id={id} noticeOf={noticeOf} />
          </CardContent>
        </Card>,
      )}
    </div>
  );
}

/** The files of each student of the session. */
function SessionAttachments({ id }: { id: string }) {
  const session = useLocal((db) => sessionById(db, id), [id]);
  return session?.student_ids.map((student) => <Attachments key={student} student={student} />);
}
