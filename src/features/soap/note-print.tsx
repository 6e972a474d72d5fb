import { Fragment, useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { LocalSession } from '#db/sessions.ts';
import type { NoteWithEntries } from '#db/soap-notes.ts';
import { hasResult } from '#domain/notes/soap-signature.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay, displayTime, pacificDisplay } from '#domain/time/pacific.ts';
import { numberPages } from '#ui/page-numbers.ts';
import { FAMILY_WORDS } from './family-words.ts';
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
    const unnumbered = numberPages();
    // The sheet has to be laid out before it is printed.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      unnumbered();
      window.removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  return createPortal(
    <div data-print-sheet className="hidden gap-4 print:grid">
      {kind === 'clinical' ? (
        <ClinicalText session={session} shown={shown} facts={facts} />
      ) : (
        <FamilyText shown={shown} facts={facts} />
      )}
    </div>,
    document.body,
  );
}

type TextProps = Pick<NotePrintProps, 'session' | 'shown' | 'facts'>;

function ClinicalText({ session, shown, facts }: TextProps) {
  const { note } = shown;
  const { student, client, school } = facts;
  const provider = nameOnRow(note.provider, note.provider_name, facts.providers) ?? 'A colleague';
  const signed = note.steps.findLast(({ step }) => step === 'sign');
  const isSigned = note.state === 'signed' || note.state === 'co-signed';
  const lines: [string, string | undefined][] = [
    ['Student', student === null ? undefined : fullName(student)],
    ['Date of birth', student?.date_of_birth == null ? undefined : displayDay(student.date_of_birth)],
    ['Grade', student?.grade],
    ['School', school?.name],
    ['Service', facts.services.find(({ id }) => id === note.service)?.name],
    [
      'Session',
      `${displayDay(note.note_date)}, ${displayTime(session.start_time)} – ${displayTime(session.end_time)}, ${session.actual_minutes} min`,
    ],
    ['Attendance', ATTENDANCE_LABELS[session.attendance]],
    ['Provider', provider],
  ];
  return (
    <>
      <header className="grid gap-3">
        {client !== null && <p className="text-sm">{client.name}</p>}
        <h1 className="font-semibold text-lg">SOAP note</h1>
        <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          {lines
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <Fragment key={name}>
                <dt className="text-muted-foreground">{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
        </dl>
      </header>
      <NoteView shown={shown} facts={facts} />
      <footer className="mt-8 grid break-inside-avoid grid-cols-[minmax(0,1fr)_12rem] gap-8 text-sm">
        <p className="border-border border-t pt-1">
          {isSigned ? `Signed electronically by ${provider}` : `Signature of ${provider}`}
        </p>
        <p className="border-border border-t pt-1">
          {isSigned && signed !== undefined ? pacificDisplay(signed.at) : 'Date'}
        </p>
      </footer>
    </>
  );
}

function FamilyText({ shown, facts }: Pick<NotePrintProps, 'shown' | 'facts'>) {
  const { note, entries } = shown;
  const { language, student, client } = facts;
  const words = FAMILY_WORDS[language];
  const goalWords = (id: string) => {
    const goal = facts.goals.find((known) => known.id === id);
    const option = facts.bank.find((known) => known.id === goal?.goal_option);
    // A goal that was written anew says what the bank's translation does not.
    const isOfBank = option?.option_text === goal?.goal_text;
    return (isOfBank ? option?.translations[language] : undefined) || goal?.goal_text || '';
  };
  const provider = nameOnRow(note.provider, note.provider_name, facts.providers) ?? '';
  const plan = translatedPlan(note.plan, facts);
  const worked = entries.filter(hasResult);
  return (
    <div lang={language} dir={language === 'ar' || language === 'fa' ? 'rtl' : 'ltr'} className="grid gap-5">
      <header className="grid gap-1">
        {client !== null && <p className="text-sm">{client.name}</p>}
        <h1 className="font-semibold text-xl">{words.title(student?.first_name ?? '')}</h1>
        <p>{words.session(displayDay(note.note_date), provider)}</p>
      </header>
      {worked.length === 0 && <p>{words.nothing}</p>}
      <ul className="grid gap-3">
        {worked.map(({ id, goal, trials, correct }) => (
          <li key={id} className="break-inside-avoid">
            <p className="font-medium">{goalWords(goal)}</p>
            {trials !== null && correct !== null && <p>{words.result(correct, trials)}</p>}
          </li>
        ))}
      </ul>
      {plan.trim() !== '' && (
        <section className="grid gap-1">
          <h2 className="font-semibold">{words.next}</h2>
          <p className="whitespace-pre-wrap">{plan}</p>
        </section>
      )}
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
