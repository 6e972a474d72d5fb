import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { LocalSession } from '#db/sessions.ts';
import type { NoteWithEntries } from '#db/soap-notes.ts';
import { resultWords } from '#domain/notes/goal-accuracy.ts';
import { hasResult } from '#domain/notes/soap-signature.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay, displayTime } from '#domain/time/pacific.ts';
import type { NoteFacts } from './note-facts.ts';
import { NoteView } from './note-view.tsx';

export type PrintKind = 'clinical' | 'family';

interface NotePrintProps {
  kind: PrintKind;
  session: LocalSession;
  shown: NoteWithEntries;
  facts: NoteFacts;
  onDone: () => void;
}

/** A note on paper: whole, or what a family reads, in their language where the bank has it. */
export function NotePrint({ kind, session, shown, facts, onDone }: NotePrintProps) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    // The sheet has to be laid out before it is printed.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  const { note } = shown;
  const details = [
    facts.services.find(({ id }) => id === note.service)?.name,
    nameOnRow(note.provider, note.provider_name, facts.providers),
    `${displayTime(session.start_time)} – ${displayTime(session.end_time)}`,
  ];
  return createPortal(
    <div data-print-sheet className="hidden gap-4 p-6 print:grid">
      <header>
        <h1 className="font-semibold text-lg">
          {facts.student === null ? 'Student' : fullName(facts.student)} · {displayDay(note.note_date)}
        </h1>
        <p className="text-sm">{details.filter(Boolean).join(', ')}</p>
      </header>
      {kind === 'clinical' ? (
        <NoteView shown={shown} facts={facts} />
      ) : (
        <FamilyText shown={shown} facts={facts} />
      )}
    </div>,
    document.body,
  );
}

function FamilyText({ shown, facts }: Pick<NotePrintProps, 'shown' | 'facts'>) {
  const { note, entries } = shown;
  const { language } = facts;
  const goalWords = (id: string) => {
    const goal = facts.goals.find((known) => known.id === id);
    const option = facts.bank.find((known) => known.id === goal?.goal_option);
    // A goal that was written anew says what the bank's translation does not.
    const isOfBank = option?.option_text === goal?.goal_text;
    return (isOfBank ? option?.translations[language] : undefined) || goal?.goal_text || '';
  };
  return (
    <div lang={language} dir={language === 'ar' || language === 'fa' ? 'rtl' : 'ltr'} className="grid gap-4">
      <ul className="grid gap-3">
        {entries.filter(hasResult).map((entry) => (
          <li key={entry.id}>
            {goalWords(entry.goal)}
            <strong className="block tabular-nums">{resultWords(entry)}</strong>
          </li>
        ))}
      </ul>
      <p className="whitespace-pre-wrap">{translatedPlan(note.plan, facts)}</p>
    </div>
  );
}

/** The plan with every text of the bank in the family's language; own words stay as they were written. */
function translatedPlan(plan: string, { plans, language }: NoteFacts): string {
  return plans.reduce((text, option) => {
    const translated = option.translations[language];
    return translated ? text.replaceAll(option.option_text, translated) : text;
  }, plan);
}
