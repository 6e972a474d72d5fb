import { type ReactNode, useId, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { LocalSession } from '#db/sessions.ts';
import type { LocalSoapNote } from '#db/soap-notes.ts';
import { takesWriting } from '#domain/notes/soap-commands.ts';
import type { SoapDraft } from '#domain/notes/soap-draft.ts';
import { SOAP_PART_LABELS, SOAP_PARTS, type SoapPart, type SoapTexts } from '#domain/notes/soap-note.ts';
import type { DraftState } from '#screens/device/draft-store.ts';
import { useKeptDraft } from '#screens/device/kept-draft.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import { KeptStatus } from './kept-status.tsx';
import { NoteTriggers } from './note-triggers.tsx';
import { wordsOf } from './note-words.ts';
import { readNote, writeNote } from './record-note.ts';
import { TextPart } from './text-part.tsx';

const SHARED = 'shared';

interface GroupNotesProps {
  session: LocalSession;
  noteOf: (student: string) => LocalSoapNote | null;
  /** Whether the reader writes the note about this student here. */
  isOpen: (student: string) => boolean;
  contentOf: (student: string) => ReactNode;
  /** Whose tab is open first; nobody's if absent. */
  first: string | undefined;
}

/** The notes of a group: a tab for each student, and one for text that is added to all. */
export function GroupNotes({ session, noteOf, isOpen, contentOf, first }: GroupNotesProps) {
  const [chosen, setChosen] = useState(session.student_ids.find((student) => student === first) ?? null);
  // Someone who is writing here can continue, even if the last note is signed elsewhere.
  const offersShared = chosen === SHARED || session.student_ids.some(isOpen);
  const tab = chosen ?? (offersShared ? SHARED : (session.student_ids[0] ?? SHARED));
  return (
    <Tabs value={tab} onValueChange={setChosen}>
      <TabsList aria-label="Group notes" className="flex-wrap">
        {offersShared && <TabsTrigger value={SHARED}>For all</TabsTrigger>}
        <NoteTriggers students={session.student_ids} noteOf={noteOf} />
      </TabsList>
      {offersShared && (
        <TabsContent value={SHARED}>
          <SharedText session={session} isOpen={isOpen} onWritten={() => setChosen(SHARED)} />
        </TabsContent>
      )}
      {session.student_ids.map((student) => (
        <TabsContent key={student} value={student}>
          {contentOf(student)}
        </TabsContent>
      ))}
    </Tabs>
  );
}

const NO_TEXT: SoapTexts = { subjective: '', objective: '', assessment: '', plan: '' };

interface SharedTextProps extends Pick<GroupNotesProps, 'session' | 'isOpen'> {
  onWritten: () => void;
}

/** Text written once and added to the note of every student in the group. */
function SharedText({ session, isOpen, onWritten }: SharedTextProps) {
  const { workspace } = useSignedIn();
  const [draftState, setDraftState] = useState<DraftState>('kept');
  const kept = useKeptDraft(`soap-group|${session.id}`, setDraftState);
  const [typed, setTyped] = useState<SoapTexts>();
  const [problem, setProblem] = useState<string | null>(null);
  const effect = useId();
  const texts = typed ?? (kept.found as SoapTexts | null | undefined) ?? NO_TEXT;
  const newest = useRef(texts);
  newest.current = texts;
  if (kept.found === undefined) return null;
  const change = (part: SoapPart, text: string) => {
    const changed = { ...newest.current, [part]: text };
    newest.current = changed;
    onWritten();
    setTyped(changed);
    kept.keep(changed);
  };
  const put = async () => {
    setProblem(null);
    const { id, service, session_date } = session;
    let closed = 0;
    try {
      for (const student of session.student_ids) {
        const subject = { session: { id, service, session_date }, student };
        const stored = await readNote(workspace.db, subject);
        // A finished note of long ago isn't on this device, and a note here may have been signed since it was shown.
        if (!isOpen(student) || (stored.note !== null && !takesWriting(stored.note))) {
          closed += 1;
          continue;
        }
        await writeNote(workspace, subject, stored, withShared(stored.draft, texts));
      }
      if (closed === session.student_ids.length) {
        setProblem('Every note in this group is signed. Add an amendment to each instead.');
        return;
      }
      // Text typed in the meantime stays.
      if (newest.current === texts) {
        setTyped(NO_TEXT);
        await kept.drop();
      }
      const count = session.student_ids.length - closed;
      toast.success(`Added to ${count} ${count === 1 ? 'note' : 'notes'}`, { duration: 2_500 });
    } catch (caught) {
      setProblem(wordsOf(caught));
    }
  };
  const isEmpty = SOAP_PARTS.every((part) => texts[part].trim() === '');
  return (
    <div className="grid gap-4">
      {SOAP_PARTS.map((part) => (
        <TextPart
          key={part}
          label={`${SOAP_PART_LABELS[part]} for all`}
          value={texts[part]}
          onChange={(text) => change(part, text)}
          onLeave={() => undefined}
        />
      ))}
      {problem !== null && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <KeptStatus label="For all" draftState={draftState} isBlank={isEmpty} />
          <p id={effect} className="text-muted-foreground text-xs">
            Added to every unsigned note.
          </p>
        </div>
        <Button size="lg" disabled={isEmpty} aria-describedby={effect} onClick={() => void put()}>
          Add to all notes
        </Button>
      </div>
    </div>
  );
}

function withShared(draft: SoapDraft, texts: SoapTexts): SoapDraft {
  const parts = SOAP_PARTS.map((part) => {
    const [own, shared] = [draft[part].trimEnd(), texts[part].trim()];
    // If it reached only some of the notes and is added again, it isn't duplicated in those.
    if (own.endsWith(shared)) return [part, own];
    return [part, own === '' ? shared : `${own}\n\n${shared}`];
  });
  return { ...draft, ...(Object.fromEntries(parts) as SoapTexts) };
}
