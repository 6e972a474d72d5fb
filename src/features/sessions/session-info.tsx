import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { toast } from 'sonner';
import type { Problem } from '#contract/errors.ts';
import { payPeriods } from '#db/catalog.ts';
import { refusedWriteOf } from '#db/outbox.ts';
import type { LocalSession } from '#db/sessions.ts';
import { asksForChange, isLockedDay } from '#domain/sessions/closed-session.ts';
import { SESSION_STATE_LABELS } from '#domain/sessions/session.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useSession } from '#screens/device/held-sessions.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { AskedOfServer } from '#ui/server-data.tsx';
import { WholeTimes } from '#ui/time-display.tsx';
import { useViewport } from '#ui/viewport.ts';
import type { LinkToSession } from './form-warnings.tsx';
import { askForDeletion, type BorrowedSession, deleteSession } from './record-session.ts';
import { SessionDetails } from './session-details.tsx';
import { SessionForm } from './session-form.tsx';
import {
  mayEditSession,
  type SessionChoices,
  type SessionLookups,
  useSessionChoices,
  useSessionLookups,
} from './session-lookups.ts';
import { type SessionValues, valuesOfSession, withoutRefusedEvent } from './session-values.ts';
import { studentNames, timeRange } from './session-words.ts';

interface SessionInfoProps {
  id: string;
  isEditing: boolean;
  onEditingChange: (isEditing: boolean) => void;
  onDeleted: () => void;
  /** Opens a student's details. */
  onOpenStudent: (id: string) => void;
  linkTo: LinkToSession;
  /** Shown for a session that doesn't exist or that this person may not see. */
  notFound: ReactNode;
  /** Notes and files, shown above the details. */
  children?: ReactNode;
}

/** One session with all its details, and its editing and deletion. */
export function SessionInfo({
  id,
  isEditing,
  onEditingChange,
  onDeleted,
  onOpenStudent,
  linkTo,
  notFound,
  children,
}: SessionInfoProps) {
  const found = useSession(id);
  const { result: session, isBorrowed } = found;
  const lookups = useSessionLookups();
  const [isDeleting, setDeleting] = useState(false);
  if (isBorrowed && session === undefined && !isDeleting) {
    return <AskedOfServer name="session" state={found} />;
  }
  if (session === undefined || lookups === undefined) return null;
  if (session === null) {
    // During a deletion the URL changes shortly after the row is gone.
    return isDeleting ? null : notFound;
  }
  return (
    <LoadedInfo
      session={session}
      borrowed={isBorrowed ? borrowedFrom(session) : null}
      lookups={lookups}
      isEditing={isEditing}
      onEditingChange={onEditingChange}
      onDeleting={() => setDeleting(true)}
      onDeleted={onDeleted}
      onOpenStudent={onOpenStudent}
      linkTo={linkTo}
    >
      {children}
    </LoadedInfo>
  );
}

/** As the server has it: without this device's own word about it. */
function borrowedFrom({ record_state: _, ...session }: LocalSession): BorrowedSession {
  return session;
}

/** How long what follows the notes waits for them. */
const HELD_BACK_MS = 1_000;

/** Whether parts wait for those above them, which would move them down; on a slow network they don't wait for long. */
function useHeldBack(): boolean {
  const [isHeldBack, setHeldBack] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setHeldBack(false), HELD_BACK_MS);
    return () => clearTimeout(timer);
  }, []);
  return isHeldBack;
}

type LoadedInfoProps = Omit<SessionInfoProps, 'id' | 'notFound'> & {
  session: LocalSession;
  borrowed: BorrowedSession;
  lookups: SessionLookups;
  onDeleting: () => void;
};

function LoadedInfo({
  session,
  borrowed,
  lookups,
  isEditing,
  onEditingChange,
  onDeleting,
  onDeleted,
  onOpenStudent,
  linkTo,
  children,
}: LoadedInfoProps) {
  const { profile, workspace } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  const periods = useLocal(payPeriods, []);
  const isWide = useViewport() === 'full';
  const mayEdit = mayEditSession(profile, session);
  const isHeldBack = useHeldBack();
  if (periods === undefined) return null;
  const isClosed = asksForChange(session, periods);
  const names = studentNames(session, lookups.studentNames);
  const { name, short_name } = lookups.services.find(({ id }) => id === session.service) ?? {};
  const service = isWide ? name : short_name;
  return (
    <div
      className={cn(
        'grid gap-5',
        // Elements are named: with "~*" a dialog that opens would style everything below the body again.
        isHeldBack && '[&>:is([data-awaited],:has([data-awaited]))~:is(div,p,section)]:hidden',
      )}
    >
      <PageHeader
        title={names}
        {...(service === undefined ? {} : { detail: service })}
        badge={<Badge variant="neutral">{SESSION_STATE_LABELS[session.state]}</Badge>}
        description={<WholeTimes>{`${displayDay(session.session_date)}, ${timeRange(session)}`}</WholeTimes>}
        actions={
          mayEdit ? (
            <>
              <Button variant="outline" onClick={() => onEditingChange(true)}>
                <Pencil aria-hidden="true" />
                {isClosed ? 'Request a change' : 'Edit'}
              </Button>
              <Button variant="outline" onClick={() => setAsking(true)}>
                <Trash2 aria-hidden="true" />
                {isClosed ? 'Request deletion' : 'Delete'}
              </Button>
            </>
          ) : undefined
        }
      />
      {session.received_at === null && isLockedDay(periods, [session.session_date]) && (
        <p className="text-muted-foreground text-sm">
          Late entry: this pay period is locked, so your office must approve it.
        </p>
      )}
      {children}
      <SessionDetails session={session} linkTo={linkTo} onOpenStudent={onOpenStudent} />
      {mayEdit && isEditing && (
        <EditSession {...{ session, borrowed, linkTo }} onClose={() => onEditingChange(false)} />
      )}
      {isClosed && isAsking && (
        <NoteConfirmation
          action="Request deletion"
          label="Reason for deleting"
          needsNote
          destructive
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            await askForDeletion(workspace, session.id, reason.slice(0, 500), borrowed);
            toast.success('Request saved on this device', { duration: 2_500 });
          }}
        >
          Your office will review it. Nothing changes until then.
        </NoteConfirmation>
      )}
      <DeleteConfirmation
        name={`the session with ${names} on ${displayDay(session.session_date)}`}
        open={isAsking && !isClosed}
        onOpenChange={setAsking}
        onConfirm={async () => {
          onDeleting();
          await deleteSession(workspace, session.id, borrowed);
          toast.success('Session deleted on this device', { duration: 2_500 });
          onDeleted();
        }}
      />
    </div>
  );
}

interface EditSessionProps {
  session: LocalSession;
  borrowed: BorrowedSession;
  linkTo: LinkToSession;
  onClose: () => void;
}

/** The form keeps the session that it opened: later changes must not move fields. */
function EditSession({ session, borrowed, linkTo, onClose }: EditSessionProps) {
  const [opened] = useState(session);
  const lookups = useSessionChoices();
  const refused = useLocal((db) => refusedWriteOf(db, opened.id), [opened.id]);
  if (refused === undefined || lookups === undefined) return null;
  return (
    <OpenedSession
      {...{ session: opened, borrowed }}
      refusal={refused?.problem ?? null}
      lookups={lookups}
      linkTo={linkTo}
      onClose={onClose}
    />
  );
}

function OpenedSession({
  session,
  borrowed,
  refusal,
  lookups,
  linkTo,
  onClose,
}: EditSessionProps & { lookups: SessionChoices; refusal: Problem | null }) {
  const [initial] = useState(() => withoutRefusedEvent(valuesOfSession(session), refusal));
  const [next, setNext] = useState<SessionValues | null>(null);
  if (next !== null) {
    return (
      <SessionForm
        key="next"
        initial={next}
        session={null}
        lookups={lookups}
        linkTo={linkTo}
        onClose={onClose}
      />
    );
  }
  return (
    <SessionForm
      initial={initial}
      {...{ session, borrowed, lookups, linkTo, onClose }}
      onAddAnother={setNext}
    />
  );
}
