import { Fragment, useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { LocalSession } from '#db/sessions.ts';
import type { SoapStep } from '#domain/notes/soap-note.ts';
import { hasResult } from '#domain/notes/soap-signature.ts';
import { nameOnRow } from '#domain/providers/provider-name.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay, displaySpan, pacificDisplay } from '#domain/time/pacific.ts';
import { SignatureLine } from '#ui/signature-line.tsx';
import './family-pages.css';
import { FAMILY_WORDS, familyDay, isRightToLeft } from './family-words.ts';
import type { NoteFacts } from './note-facts.ts';
import { NoteView, type ShownNote } from './note-view.tsx';
import { signerName } from './note-words.ts';

export type PrintKind = 'clinical' | 'family';

interface NotePaperProps {
  kind: PrintKind;
  /** The name at the top; empty if unknown. */
  organization: string;
  /** A data URL. */
  logo: string | null;
  session: LocalSession;
  shown: ShownNote;
  facts: NoteFacts;
}

interface NotePrintProps extends NotePaperProps {
  onDone: () => void;
}

/** Prints a note: complete, or the part for the family, in their language if the bank has it. */
export function NotePrint({ onDone, ...paper }: NotePrintProps) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    // The sheet must be rendered before printing.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  return <NotePaper {...paper} />;
}

/** A note as it is on paper, where it replaces the screen. */
export function NotePaper({ kind, organization, logo, session, shown, facts }: NotePaperProps) {
  return createPortal(
    <div
      data-print-sheet
      // The page numbers are in it, too.
      data-language={kind === 'family' ? facts.language : undefined}
      className="hidden gap-4 print:grid"
    >
      {kind === 'clinical' ? (
        <ClinicalText organization={organization} logo={logo} session={session} shown={shown} facts={facts} />
      ) : (
        <FamilyText organization={organization} logo={logo} shown={shown} facts={facts} />
      )}
    </div>,
    document.body,
  );
}

type TextProps = Pick<NotePaperProps, 'organization' | 'logo' | 'session' | 'shown' | 'facts'>;

function ClinicalText({ organization, logo, session, shown, facts }: TextProps) {
  const { note } = shown;
  const { student, client, school } = facts;
  const isSigned = note.state === 'signed' || note.state === 'co-signed';
  const isCoSigned = note.state === 'co-signed';
  const nameOf = (step: SoapStep | undefined) =>
    step === undefined ? '' : signerName(step, facts.providers);
  const signed = isSigned ? note.steps.findLast(({ step }) => step === 'sign') : undefined;
  const coSigned = isCoSigned ? note.steps.findLast(({ step }) => step === 'co-sign') : undefined;
  const provider =
    nameOf(signed) || signerName({ by: note.provider, by_name: note.provider_name }, facts.providers);
  const lines: [string, string | undefined][] = [
    ['Student', student === null ? undefined : fullName(student)],
    ['Date of birth', student?.date_of_birth == null ? undefined : displayDay(student.date_of_birth)],
    ['Grade', student?.grade],
    ['School', school?.name],
    ['Client', client?.name],
    ['Service', facts.services.find(({ id }) => id === note.service)?.name],
    [
      'Session',
      `${displayDay(note.note_date)}, ${displaySpan(session.start_time, session.end_time)}, ${session.actual_minutes} min`,
    ],
    ['Attendance', ATTENDANCE_LABELS[session.attendance]],
    ['Provider', provider],
  ];
  return (
    <>
      <header className="grid gap-3">
        {logo !== null && <img src={logo} alt="" className="max-h-14 max-w-60 object-contain object-left" />}
        {organization !== '' && <p className="text-sm">{organization}</p>}
        <h1 className="font-semibold text-lg">{isSigned ? 'SOAP note' : 'SOAP note, not signed'}</h1>
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
      <NoteView shown={shown} facts={facts} hidesSteps />
      <footer className="mt-8 grid break-inside-avoid gap-8 text-sm">
        <SignatureLine
          words={signed === undefined ? `Signature of ${provider}` : `Signed electronically by ${provider}`}
          date={signed === undefined ? 'Date' : pacificDisplay(signed.at)}
        />
        {coSigned !== undefined && (
          <SignatureLine
            words={`Co-signed electronically by ${nameOf(coSigned)}`}
            date={pacificDisplay(coSigned.at)}
          />
        )}
        {note.needs_co_sign && coSigned === undefined && (
          <SignatureLine words="Signature of the co-signer" date="Date" />
        )}
      </footer>
    </>
  );
}

function FamilyText({ organization, logo, shown, facts }: Omit<TextProps, 'session'>) {
  const { note, entries } = shown;
  const { language, student, client } = facts;
  const words = FAMILY_WORDS[language];
  const goalWords = (id: string) => {
    const goal = facts.goals.find((known) => known.id === id);
    const option = facts.bank.find((known) => known.id === goal?.goal_option);
    // A rewritten goal no longer matches the bank's translation.
    const isOfBank = option?.option_text === goal?.goal_text;
    return (isOfBank ? option?.translations[language] : undefined) || goal?.goal_text || '';
  };
  const name = student?.first_name ?? '';
  const provider = nameOnRow(note.provider, note.provider_name, facts.providers) ?? '';
  const heading = [organization, client?.name].filter(Boolean).join(' · ');
  const plan = translatedPlan(note.plan, facts);
  const worked = entries.filter(hasResult);
  return (
    <div lang={language} dir={isRightToLeft(language) ? 'rtl' : 'ltr'} className="grid gap-5">
      <header className="grid gap-1">
        {logo !== null && <img src={logo} alt="" className="max-h-14 max-w-60 object-contain object-left" />}
        {heading !== '' && <p className="text-sm">{heading}</p>}
        <h1 className="font-semibold text-xl">{words.title(name)}</h1>
        <p>{words.session(name, familyDay(note.note_date, language), provider)}</p>
      </header>
      {worked.length === 0 && <p>{words.nothing}</p>}
      <ul className="grid gap-3">
        {worked.map(({ id, goal, trials, correct }) => (
          <li key={id} className="break-inside-avoid">
            <p className="font-medium">{goalWords(goal)}</p>
            <p>
              {trials !== null && correct !== null ? words.result(name, correct, trials) : words.practiced}
            </p>
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

/** The plan with every bank text in the family's language; other text stays as it was written. */
function translatedPlan(plan: string, { plans, language }: NoteFacts): string {
  return plans.reduce((text, option) => {
    const translated = option.translations[language];
    return translated ? text.replaceAll(option.option_text, translated) : text;
  }, plan);
}
