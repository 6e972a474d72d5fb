import { History, PenLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { carriedForward, lastNoteBefore, resultSentence } from '#domain/notes/carry-forward.ts';
import { resultWords } from '#domain/notes/goal-accuracy.ts';
import { BLANK_DRAFT, BLANK_RESULT, isSameDraft, type SoapDraft } from '#domain/notes/soap-draft.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { SOAP_PART_LABELS, SOAP_PARTS, type SoapPart } from '#domain/notes/soap-note.ts';
import { goalsWithoutData, missingForSignature } from '#domain/notes/soap-signature.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { Button } from '#ui/button.tsx';
import type { ComboboxOption } from '#ui/combobox.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { CodeField } from './code-field.tsx';
import { GoalFields } from './goal-fields.tsx';
import { KeptStatus } from './kept-status.tsx';
import { type NoteFacts, ofService } from './note-facts.ts';
import { wordsOf } from './note-words.ts';
import { TextPart } from './text-part.tsx';
import type { NoteEditing } from './use-note.ts';

interface NoteEditorProps {
  session: LocalSession;
  student: string;
  facts: NoteFacts;
  editing: NoteEditing;
}

/** An editable note: its four sections, goals, and codes. Every keystroke is saved. */
export function NoteEditor({ session, student, facts, editing }: NoteEditorProps) {
  const { draft, change, flush } = editing;
  /** How often the signature was asked for in vain; the errors show from the first time. */
  const [refusals, setRefusals] = useState(0);
  const isAsked = refusals > 0;
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) editor.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const [isLoaded, setLoaded] = useState(false);
  const [isAskingData, setAskingData] = useState(false);
  const goals = facts.goals.filter(
    (goal) =>
      draft.results[goal.id] !== undefined ||
      (!goal.archived && (goal.service === null || goal.service === session.service)),
  );
  const results = goals.map((goal, at) => ({
    goal: goal.id,
    pg_num: at + 1,
    ...(draft.results[goal.id] ?? BLANK_RESULT),
  }));
  const missing = missingForSignature(draft, results, facts.needs_codes);
  const shown = isAsked ? missing : {};
  const withoutData = goalsWithoutData(results);
  const id = editing.stored?.note?.id ?? soapNoteId(session.id, student);
  const last = lastNoteBefore(
    facts.notes.map(({ note }) => note),
    { id, student, service: session.service, note_date: session.session_date },
  );
  const load = () => {
    if (last === null) return;
    const before = facts.notes.find(({ note }) => note.id === last.id)?.entries ?? [];
    const measured = before.flatMap((entry) => {
      const words = resultWords(entry);
      const goal = facts.goals.find(({ id }) => id === entry.goal);
      return words === null || goal === undefined ? [] : [resultSentence(goal.goal_text, words)];
    });
    change(carriedForward(draft, last, measured));
    setLoaded(true);
  };
  const sign = () => {
    if (Object.keys(missing).length > 0) {
      setRefusals((before) => before + 1);
      return;
    }
    if (withoutData.length > 0) setAskingData(true);
    else editing.sign();
  };
  const insertions: Record<SoapPart, ComboboxOption[]> = {
    subjective: [],
    objective: results.flatMap((result, at) => {
      const words = resultWords(result);
      const text = goals[at]?.goal_text ?? '';
      return words === null ? [] : [{ value: result.goal, label: resultSentence(text, words) }];
    }),
    assessment: [],
    plan: ofService(facts.plans, session.service).map((plan) => ({
      value: plan.id,
      label: plan.option_text,
    })),
  };
  return (
    <div ref={editor} className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={last === null} onClick={load}>
          <History aria-hidden="true" />
          Load last note
        </Button>
        {/* A toast would cover the fields that were just filled. */}
        <p role="status" className="self-center text-muted-foreground text-xs">
          {last === null
            ? 'No earlier note on this device.'
            : isLoaded
              ? `Loaded the ${displayDay(last.note_date)} note`
              : `From ${displayDay(last.note_date)}. It won't overwrite what you've typed.`}
        </p>
      </div>
      {SOAP_PARTS.map((part) => (
        <TextPart
          key={part}
          label={SOAP_PART_LABELS[part]}
          value={draft[part]}
          error={shown[part]}
          insertions={insertions[part]}
          onChange={(text) => change({ [part]: text } as Partial<SoapDraft>)}
          onLeave={flush}
        />
      ))}
      {goals.map((goal, at) => (
        <GoalFields
          key={goal.id}
          goal={goal}
          place={at + 1}
          result={draft.results[goal.id] ?? BLANK_RESULT}
          onChange={(result) => change({ results: { ...draft.results, [goal.id]: result } })}
          onLeave={flush}
        />
      ))}
      {facts.needs_codes && (
        <div className="grid gap-4 sm:grid-cols-2">
          <CodeField
            kind="cpt"
            label="Procedures (CPT)"
            searchLabel="Search procedures"
            service={session.service}
            value={draft.cpt_codes}
            error={shown.cpt_codes}
            onChange={(cpt_codes) => change({ cpt_codes })}
          />
          <CodeField
            kind="dx"
            label="Diagnoses (DX)"
            searchLabel="Search diagnoses"
            service={session.service}
            value={draft.dx_codes}
            error={shown.dx_codes}
            onChange={(dx_codes) => change({ dx_codes })}
          />
        </div>
      )}
      {isAsked && Object.keys(missing).length > 0 && (
        <div role="alert" className="rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
          <p className="font-medium">To sign this note:</p>
          <ul className="list-disc pl-5">
            {Object.entries(missing).map(([name, words]) => (
              <li key={name}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {editing.problem !== null && (
        <p role="alert" className="rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm">
          {wordsOf(editing.problem)} What you typed is saved on this device.
        </p>
      )}
      <div className="sticky bottom-0 flex items-center justify-between gap-3 border-border border-t bg-card py-3">
        <KeptStatus
          label="Note"
          draftState={editing.draftState}
          isSaved={editing.isSaved}
          isBlank={editing.stored?.note == null && isSameDraft(draft, BLANK_DRAFT)}
        />
        <Button size="lg" progress={editing.isSigning ? 'loading' : 'idle'} onClick={sign}>
          <PenLine aria-hidden="true" />
          Sign note
        </Button>
      </div>
      <Confirmation
        title="Confirmation - Sign"
        open={isAskingData}
        onOpenChange={setAskingData}
        onConfirm={editing.sign}
      >
        {noDataWords(withoutData)} Sign the note anyway?
      </Confirmation>
    </div>
  );
}

function noDataWords(places: readonly number[]): string {
  const list = new Intl.ListFormat('en-US').format(places.map(String));
  return places.length === 1
    ? `Goal ${list} has no data from this session.`
    : `Goals ${list} have no data from this session.`;
}
