import { Link, useNavigate } from '@tanstack/react-router';
import { NotebookPen } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { uuid } from '#entities/fields.ts';
import { Attachments } from '#features/attachments/attachments.tsx';
import { SessionInfo } from '#features/sessions/session-info.tsx';
import { NoteList } from '#features/soap/note-list.tsx';
import { NotePreview } from '#features/soap/note-preview.tsx';
import { NoteSubject } from '#features/soap/note-subject.tsx';
import { SessionNotes } from '#features/soap/session-notes.tsx';
import { StudentSheet } from '#features/students/student-sheet.tsx';
import { ConflictNotice } from '#features/sync-center/conflict-notice.tsx';
import { useSession } from '#screens/device/held-sessions.ts';
import { BackLink } from '#screens/list/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { Sheet, SheetBody, SheetContent, SheetDescription, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { useViewport } from '#ui/viewport.ts';
import { NotFound } from './-not-found.tsx';
import { PhoneBar } from './my-sessions/-phone-bar.tsx';
import { SyncSheet } from './my-sessions/-sync-sheet.tsx';

/** Search params of a session: its form is open, or on a phone its notes or the Sync center; whose note is shown first. */
export interface SessionSearch {
  edit?: true | undefined;
  note?: true | undefined;
  sync?: true | undefined;
  student?: string | undefined;
}

interface SessionPageProps {
  id: string;
  search: SessionSearch;
  /** @param replaces whether "back" skips the previous state */
  onSearch: (search: SessionSearch, replaces: boolean) => void;
  /** The list that the session was opened from; the link and a deletion return there. */
  list: { to: '/my-sessions' | '/reports/dashboard/my-sessions/v2'; title: string };
  /** The URL prefix of sessions. */
  info: '/my-sessions/info/$id' | '/reports/dashboard/my-sessions/v2/info/$id';
  UserMenu: ComponentType;
}

/** One session, the same from every list: its notes, files, facts, and timeline. */
export function SessionPage(props: SessionPageProps) {
  return uuid.safeParse(props.id).success ? <KnownSession {...props} /> : <NotFound />;
}

/** A conflict about a note opens above the note. */
const noticeOf = (id: string) => <ConflictNotice id={id} />;

function KnownSession({ id, search, onSearch, list, info, UserMenu }: SessionPageProps) {
  const navigate = useNavigate();
  const isNarrow = useViewport() === 'narrow';
  const [student, setStudent] = useState<string | null>(null);
  const setNote = (isOpen: boolean) => onSearch(isOpen ? { note: true } : {}, !isOpen);
  const { result: session } = useSession(id);
  const back = <BackLink to={{ to: list.to }} title={list.title} />;
  const content = (notes: ReactNode) => (
    <>
      <ConflictNotice id={id} />
      <SessionInfo
        key={id}
        id={id}
        isEditing={search.edit === true}
        onEditingChange={(isEditing) => onSearch(isEditing ? { edit: true } : {}, !isEditing)}
        onDeleted={() => void navigate({ to: list.to, replace: true })}
        onOpenStudent={setStudent}
        linkTo={(other, words, className) => (
          <Link to={info} params={{ id: other }} className={className}>
            {words}
          </Link>
        )}
        notFound={<NotFound />}
      >
        {notes}
        {session != null && session.student_ids.length > 0 && (
          <Attachments key={id} students={session.student_ids} hidesEmpty />
        )}
      </SessionInfo>
      <StudentSheet
        student={student}
        onClose={() => setStudent(null)}
        lastSoapNote={
          student !== null && (
            <NoteList
              student={student}
              most={1}
              onOpenSession={(other) => {
                setStudent(null);
                void navigate({ to: info, params: { id: other } });
              }}
            />
          )
        }
        whole={
          !isNarrow &&
          student !== null && (
            <Button asChild variant="outline">
              <Link to="/my-students/info/$id" params={{ id: student }}>
                Open student file
              </Link>
            </Button>
          )
        }
      />
    </>
  );
  return (
    <>
      {isNarrow ? (
        <PhoneBar title={back} userMenu={<UserMenu />} onOpenSync={() => onSearch({ sync: true }, false)} />
      ) : (
        <div className="mb-3 grid">{back}</div>
      )}
      {/* One place in both layouts: an open form stays when a device is turned. */}
      <div className={cn('grid gap-4', isNarrow && 'flex-1 content-start p-4')}>
        {content(
          isNarrow ? (
            <NotePreview id={id} onOpen={() => setNote(true)} />
          ) : (
            <SessionNotes id={id} noticeOf={noticeOf} first={search.student} />
          ),
        )}
      </div>
      {isNarrow && session != null && session.student_ids.length > 0 && (
        <div className="sticky bottom-0 z-20 border-border border-t bg-card px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <Button size="lg" className="h-12 w-full" onClick={() => setNote(true)}>
            <NotebookPen aria-hidden="true" />
            SOAP note
          </Button>
        </div>
      )}
      {isNarrow && search.sync === true && (
        <SyncSheet
          onClose={() => onSearch({}, true)}
          onEdit={({ entity, entity_id }) =>
            entity === 'session'
              ? void navigate({ to: info, params: { id: entity_id }, search: { edit: true }, replace: true })
              : void navigate({ to: '/my-sessions', search: { lunch: entity_id } })
          }
        />
      )}
      {isNarrow && search.note === true && (
        <Sheet open onOpenChange={(isOpen) => !isOpen && setNote(false)}>
          <SheetContent onOpenAutoFocus={(event) => event.preventDefault()} className="max-sm:h-[92dvh]">
            <SheetHeader>
              <SheetTitle>SOAP note</SheetTitle>
              <SheetDescription>{session != null && <NoteSubject session={session} />}</SheetDescription>
            </SheetHeader>
            <SheetBody className="pb-0 sm:pb-0">
              <SessionNotes id={id} noticeOf={noticeOf} first={search.student} isBare />
            </SheetBody>
          </SheetContent>
        </Sheet>
      )}
    </>
  );
}
