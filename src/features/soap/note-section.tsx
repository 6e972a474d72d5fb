import { Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { mayWriteSoapNote } from '#domain/access/row-rules.ts';
import type { SoapDraft } from '#domain/notes/soap-draft.ts';
import { SOAP_PARTS } from '#domain/notes/soap-note.ts';
import { addedParagraphs } from '#domain/text/paragraphs.ts';
import { useFilesNotHere, useFollowedFiles } from '#screens/device/file-gate.tsx';
import { ownActor } from '#screens/device/own-actor.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Awaited } from '#ui/awaited.tsx';
import { Badge } from '#ui/badge.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { GoalsNotHere } from './goals-not-here.tsx';
import { NoteWriter } from './no-note-yet.tsx';
import { NoteActions } from './note-actions.tsx';
import { NoteEditor } from './note-editor.tsx';
import { noteFacts } from './note-facts.ts';
import { NoteMenu } from './note-menu.tsx';
import { NoteView, type ShownNote } from './note-view.tsx';
import { noteState } from './note-words.ts';
import { useNote } from './use-note.ts';

interface NoteSectionProps {
  session: LocalSession;
  student: string;
  /** Shown above the note, by the id of its subject: the note or a goal result. */
  noticeOf: (id: string) => ReactNode;
}

/** The note about one student in one session: write, read, amend, print. */
export function NoteSection({ session, student, noticeOf }: NoteSectionProps) {
  const { profile } = useSignedIn();
  const isOwn = mayWriteSoapNote(ownActor(profile), session);
  const { id, service, session_date } = session;
  const subject = useMemo(
    () => ({ session: { id, service, session_date }, student }),
    [id, service, session_date, student],
  );
  const editing = useNote(subject);
  const facts = useLocal((db) => noteFacts(db, student), [student]);
  // A note is read and written with the student's goals.
  useFollowedFiles([student]);
  const away = useFilesNotHere([student]);
  const note = editing.stored?.note ?? null;
  const isWriting = editing.phase === 'writing' && isOwn;
  const place = useRef<HTMLDivElement>(null);
  const wasWriting = useRef<boolean>(null);
  useEffect(() => {
    if (editing.phase === 'opening') return;
    const hasChanged = wasWriting.current !== null && wasWriting.current !== isWriting;
    wasWriting.current = isWriting;
    // The button that signed or withdrew is gone.
    if (hasChanged && document.activeElement === document.body) place.current?.focus();
  }, [editing.phase, isWriting]);
  if (facts === undefined || editing.phase === 'opening') return <Awaited />;
  const state = noteState(note);
  const stored = note === null ? null : { note, entries: editing.stored?.entries ?? [] };
  const shown = stored !== null && isWriting ? withDraft(stored, editing.draft) : stored;
  const isFileHere = away?.length === 0;
  const menu = shown !== null && <NoteMenu {...{ session, shown, facts, isFileHere, isOwn }} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div
      ref={place}
      role="group"
      aria-label={`SOAP note: ${state.label}`}
      tabIndex={-1}
      className="grid gap-4 outline-none"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge variant={state.variant}>{state.label}</Badge>
        {note !== null && note.record_state !== 'sent' && <RecordState state={note.record_state} />}
        {note !== null && isOwn ? (
          <NoteActions note={note} lateText={lateText(editing)} onLate={editing.dropLate} menu={menu} />
        ) : (
          <span className="ml-auto">{menu}</span>
        )}
      </div>
      {shown !== null &&
        [shown.note, ...shown.entries].map((row) => <Fragment key={row.id}>{noticeOf(row.id)}</Fragment>)}
      {isWriting && note?.state === 'returned' && (
        <p role="note" className="rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
          <strong className="font-semibold">Returned: </strong>
          {note.return_comment}
        </p>
      )}
      {away !== undefined && away.length > 0 && (shown !== null || isWriting) && <GoalsNotHere />}
      {isWriting ? (
        <NoteEditor session={session} student={student} facts={facts} editing={editing} />
      ) : shown === null ? (
        <p className="text-muted-foreground text-sm">
          <NoteWriter session={{ provider: session.provider, student_ids: [student] }} />
        </p>
      ) : (
        <NoteView shown={shown} facts={facts} />
      )}
    </div>
  );
}

/** The note as typed so far: the last words are saved only after a pause. */
function withDraft({ note, entries }: ShownNote, draft: SoapDraft): ShownNote {
  const { results, cpt_codes, dx_codes, ...texts } = draft;
  const known = entries.map((entry) => ({ ...entry, ...results[entry.goal] }));
  const added = Object.entries(results).filter(([goal]) => entries.every((entry) => entry.goal !== goal));
  return {
    note: { ...note, ...texts, cpt_codes: [...cpt_codes], dx_codes: [...dx_codes] },
    entries: [
      ...known,
      ...added.map(([goal, result], at) => ({
        ...{ id: goal, goal, pg_num: entries.length + at + 1 },
        ...result,
      })),
    ],
  };
}

/** What was typed after the signature, as one text. */
function lateText({ lateBase, draft }: ReturnType<typeof useNote>): string {
  if (lateBase === null) return '';
  return SOAP_PARTS.flatMap((part) => addedParagraphs(lateBase[part], draft[part])).join('\n\n');
}
