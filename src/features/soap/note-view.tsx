import type { ReactNode } from 'react';
import type { LocalSoapNote } from '#db/soap-notes.ts';
import { resultWords } from '#domain/notes/goal-accuracy.ts';
import { type GoalResult, PROMPT_LABELS, SOAP_PART_LABELS, SOAP_PARTS } from '#domain/notes/soap-note.ts';
import { hasResult } from '#domain/notes/soap-signature.ts';
import { readableChanges } from '#domain/notes/text-changes.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { NoteFacts } from './note-facts.ts';
import { signerName } from './note-words.ts';

const STEP_WORDS = {
  sign: 'Signed',
  'co-sign': 'Co-signed',
  return: 'Returned',
  withdraw: 'Signature withdrawn',
  amend: 'Amended',
} as const;

/** A note and its goal results, saved or as typed so far. */
export interface ShownNote {
  note: LocalSoapNote;
  entries: readonly (GoalResult & { id: string })[];
}

interface NoteViewProps {
  shown: ShownNote;
  facts: Pick<NoteFacts, 'goals' | 'providers'>;
  /** The note that this one is compared with; without it nothing is marked. */
  before?: ShownNote | null;
  /** Without signatures and returns, if they are shown elsewhere. */
  hidesSteps?: boolean;
}

/** A read-only note: its text, amendments, and signatures. */
export function NoteView({ shown, facts, before = null, hidesSteps = false }: NoteViewProps) {
  const { note, entries } = shown;
  const nameOf = (id: string, name: string | undefined) =>
    nameOnRow(id, name, facts.providers) ?? 'a colleague';
  return (
    <div className="grid gap-4">
      {note.return_comment !== '' && (
        <div role="note" className="rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
          <strong className="font-semibold">Returned: </strong>
          {note.return_comment}
        </div>
      )}
      {SOAP_PARTS.map((part) => (
        <Part key={part} name={SOAP_PART_LABELS[part]}>
          {before === null ? (
            note[part] || 'Nothing written.'
          ) : (
            <Changes before={before.note[part]} after={note[part]} />
          )}
        </Part>
      ))}
      {entries.map((entry) => {
        const goal = facts.goals.find(({ id }) => id === entry.goal);
        const last = before?.entries.find((known) => known.goal === entry.goal);
        return (
          <Part key={entry.id} name={`Goal ${entry.pg_num}`}>
            {goal?.goal_text ?? 'A goal not on this device'}
            <span className="block font-medium tabular-nums">
              {hasResult(entry)
                ? [
                    resultWords(entry),
                    entry.prompt_level === '' ? '' : PROMPT_LABELS[entry.prompt_level],
                    entry.comment,
                  ]
                    .filter(Boolean)
                    .join(' · ')
                : 'No data recorded'}
            </span>
            {last !== undefined && (
              <span className="block text-muted-foreground text-xs tabular-nums">
                Last time: {resultWords(last) ?? 'not counted'} · {PROMPT_LABELS[last.prompt_level]}
              </span>
            )}
          </Part>
        );
      })}
      {(note.cpt_codes.length > 0 || note.dx_codes.length > 0) && (
        <Part name="Codes">
          {note.cpt_codes.length > 0 && `CPT ${note.cpt_codes.join(', ')}`}
          {note.cpt_codes.length > 0 && note.dx_codes.length > 0 && ' · '}
          {note.dx_codes.length > 0 && `DX ${note.dx_codes.join(', ')}`}
        </Part>
      )}
      {note.amendments.map((amendment) => (
        <Part
          key={amendment.id}
          name={`Amendment, ${pacificDisplay(amendment.added_at)}, ${nameOf(amendment.added_by, amendment.added_by_name)}`}
        >
          {amendment.text}
        </Part>
      ))}
      {note.steps.length > 0 && !hidesSteps && (
        <ul className="grid gap-1 border-border border-t pt-3 text-muted-foreground text-xs">
          {note.steps.map((step) => (
            <li key={`${step.step} ${step.at}`}>
              {STEP_WORDS[step.step]} by {signerName(step, facts.providers)}, {pacificDisplay(step.at)}
              {step.comment !== '' && `: ${step.comment}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-medium text-muted-foreground text-xs">{name}</h3>
      <p className="whitespace-pre-wrap text-sm">{children}</p>
    </section>
  );
}

/** A text with insertions and deletions marked, visually and for screen readers. */
function Changes({ before, after }: { before: string; after: string }) {
  let at = 0;
  return readableChanges(before, after).map(({ kind, text }) => {
    const key = `${at} ${kind}`;
    at += text.length;
    if (kind === 'added') {
      return (
        <ins key={key} className="bg-success-soft text-success">
          {text}
        </ins>
      );
    }
    if (kind === 'removed') {
      return (
        <del key={key} className="text-destructive">
          {text}
        </del>
      );
    }
    return <span key={key}>{text}</span>;
  });
}
