import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { ApiError } from '#contract/errors.ts';
import { draftOf } from '#db/drafts.ts';
import { takesWriting } from '#domain/notes/soap-commands.ts';
import { isSameDraft, rebasedDraft, type SoapDraft, storableDraft } from '#domain/notes/soap-draft.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { type OpenedNote, soapNoteMachine, type TypedNote } from '#machines/soap-note.ts';
import { type DraftState, draftStore } from '#screens/device/draft-store.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import type { Workspace } from '#sync/workspace.ts';
import { type NoteSubject, readNote, type StoredNote, signNote, writeNote } from './record-note.ts';

function formOf({ session, student }: NoteSubject): string {
  return `soap|${soapNoteId(session.id, student)}`;
}

/** A draft that never became part of the note is restored on top of the current note. */
async function openNote({ db }: Workspace, subject: NoteSubject): Promise<OpenedNote> {
  const kept = (await draftOf(db, formOf(subject))) as TypedNote | null;
  const { note, draft: base } = await readNote(db, subject);
  const isOpen = note === null || takesWriting(note);
  if (kept === null) return { base, draft: base, isOpen };
  return { base, draft: rebasedDraft(kept.base, kept.draft, base), isOpen };
}

async function saveNote(workspace: Workspace, subject: NoteSubject, typed: TypedNote): Promise<SoapDraft> {
  const stored = await readNote(workspace.db, subject);
  if (stored.note !== null && !takesWriting(stored.note)) throw new ApiError('soap-note.signed');
  const draft = storableDraft(rebasedDraft(typed.base, typed.draft, stored.draft), stored.draft);
  if (isSameDraft(draft, stored.draft)) return draft;
  await writeNote(workspace, subject, stored, draft, typed.base);
  return draft;
}

export interface NoteEditing {
  /** The note on this device; undefined until loaded. */
  stored: StoredNote | undefined;
  /** The editor's contents. */
  draft: SoapDraft;
  phase: 'opening' | 'writing' | 'closed';
  /** Whether the editor's contents are part of the note on this device. */
  isSaved: boolean;
  /** Where the newest keystroke is saved. */
  draftState: DraftState;
  isSigning: boolean;
  problem: unknown;
  /** What was typed after the signature; null if there is none. */
  lateBase: SoapDraft | null;
  change(change: Partial<SoapDraft>): void;
  flush(): void;
  sign(): void;
  dropLate(): void;
}

/** The editor of one note: its contents, and how they are saved into the note. */
export function useNote(subject: NoteSubject): NoteEditing {
  const { workspace } = useSignedIn();
  const form = formOf(subject);
  const [draftState, setDraftState] = useState<DraftState>('kept');
  const keep = useMemo(() => draftStore<TypedNote>(workspace.db, form, setDraftState), [workspace.db, form]);
  const machine = useMemo(
    () =>
      soapNoteMachine.provide({
        actors: {
          open: fromPromise<OpenedNote>(() => openNote(workspace, subject)),
          save: fromPromise<SoapDraft, TypedNote>(({ input }) => saveNote(workspace, subject, input)),
          sign: fromPromise<SoapDraft, TypedNote>(async ({ input }) => {
            const draft = await saveNote(workspace, subject, input);
            if (!isSameDraft(storableDraft(input.draft, draft), input.draft)) {
              throw new ApiError('soap-note.stands', {
                message: 'Fix the goal counts before you sign.',
              });
            }
            const { note } = await readNote(workspace.db, subject);
            await signNote(workspace, note?.id ?? soapNoteId(subject.session.id, subject.student));
            return draft;
          }),
        },
        actions: { keepDraft: (_, typed) => void keep(typed), dropDraft: () => void keep(null) },
      }),
    [workspace, subject, keep],
  );
  const [snapshot, send] = useMachine(machine);
  const stored = useLocal((db) => readNote(db, subject), [subject]);
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (stored === undefined) return;
    const mark = JSON.stringify([stored.note?.state, stored.draft]);
    if (seen.current !== mark) send({ type: 'row.changed' });
    seen.current = mark;
  }, [stored, send]);

  const newest = useRef(snapshot.context);
  newest.current = snapshot.context;
  useEffect(() => {
    const flush = () => send({ type: 'flush.asked' });
    const onVisibility = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', flush);
      // When the editor closes, its contents are still saved, after what is already being saved.
      const { base, sent, draft } = newest.current;
      if (isSameDraft(sent ?? base, draft)) return;
      saveNote(workspace, subject, { base: sent ?? base, draft }).then(
        // Counts that the note can't store stay in the kept draft.
        (saved) => (isSameDraft(storableDraft(draft, saved), draft) ? keep(null) : undefined),
        (problem) => console.warn("A note wasn't saved; its draft is kept.", problem),
      );
    };
  }, [send, workspace, subject, keep]);

  const { context } = snapshot;
  const phase = snapshot.matches('closed') ? 'closed' : snapshot.matches('writing') ? 'writing' : 'opening';
  return {
    stored,
    draft: context.draft,
    phase,
    isSaved: snapshot.matches({ writing: 'settled' }),
    draftState,
    isSigning: snapshot.matches({ writing: 'signing' }) || context.wantsSignature,
    problem: context.problem,
    lateBase: phase === 'closed' && !isSameDraft(context.base, context.draft) ? context.base : null,
    change: (change) => send({ type: 'note.changed', change }),
    flush: () => send({ type: 'flush.asked' }),
    sign: () => send({ type: 'sign.asked' }),
    dropLate: () => {
      void keep(null);
      send({ type: 'row.changed' });
    },
  };
}
