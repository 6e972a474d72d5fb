import { cleanup, render } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LocalSession } from '#db/sessions.ts';
import type { NoteWithEntries } from '#db/soap-notes.ts';
import type { NoteFacts } from '#features/soap/note-facts.ts';
import { NotePrint, type PrintKind } from '#features/soap/note-print.tsx';
import { sessionRow } from '#tests/support/device-entries.ts';

const [SELF, STUDENT, GOAL, OWN_GOAL, OPTION] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
const CO_SIGNED = {
  ...{ step: 'co-sign', by: uuidv7(), by_name: 'Dana Ruiz', by_credentials: 'Ph.D., CCC-SLP' },
  ...{ at: '2026-03-11T18:00:00.000Z', comment: '' },
};
const AT = '2026-03-10T18:00:00.000Z';

beforeEach(() => {
  vi.stubGlobal('print', vi.fn());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Paper {
  state?: string;
  language?: string;
  organization?: string;
}

/** The printed text, line by line. */
function paperOf(kind: PrintKind, change: Paper = {}): string[] {
  const { state = 'signed', language = 'es', organization = 'Bright Harbor Therapy' } = change;
  const session = sessionRow(SELF, 1, { student_ids: [STUDENT] }) as unknown as LocalSession;
  const note = {
    ...{ id: uuidv7(), student: STUDENT, provider: SELF, service: session.service, note_date: '2026-03-10' },
    ...{
      subjective: 'Glad.',
      objective: 'Sat well.',
      assessment: 'Steady.',
      plan: 'Send practice cards home.',
    },
    ...{ state, cpt_codes: [], dx_codes: [], amendments: [], return_comment: '' },
    needs_co_sign: state === 'co-signed',
    steps: [
      ...(state === 'draft' ? [] : [{ step: 'sign', by: SELF, at: AT, comment: '' }]),
      ...(state === 'co-signed' ? [CO_SIGNED] : []),
    ],
  };
  const entries = [
    { id: '1', goal: GOAL, pg_num: 1, trials: 10, correct: 8, prompt_level: '', comment: '' },
    { id: '2', goal: OWN_GOAL, pg_num: 2, trials: null, correct: null, prompt_level: '', comment: '' },
  ];
  const facts = {
    student: { first_name: 'Maya', last_name: 'Rivera', date_of_birth: '2018-05-04', grade: '2' },
    client: { name: 'Harrow Bay School District' },
    school: { name: 'Poppy Hill Elementary' },
    goals: [
      { id: GOAL, goal_text: 'Takes three turns.', goal_option: OPTION },
      { id: OWN_GOAL, goal_text: 'Says hello.', goal_option: null },
    ],
    bank: [{ id: OPTION, option_text: 'Takes three turns.', translations: { es: 'Toma tres turnos.' } }],
    plans: [{ option_text: 'Send practice cards home.', translations: { es: 'Enviar tarjetas a casa.' } }],
    services: [{ id: session.service, name: 'Speech-Language Therapy' }],
    providers: new Map([
      [SELF, { id: SELF, provider_first: 'Ana', provider_last: 'Reyes', credentials: 'SLPA' }],
    ]),
    language,
  };
  render(
    <NotePrint
      logo={null}
      kind={kind}
      organization={organization}
      session={session}
      shown={{ note, entries } as unknown as NoteWithEntries}
      facts={facts as unknown as NoteFacts}
      onDone={() => undefined}
    />,
  );
  const sheet = document.querySelector('[data-print-sheet]');
  return [...(sheet?.querySelectorAll('p, h1, h2, dd') ?? [])].map(({ textContent }) => textContent ?? '');
}

describe('a clinical note on paper', () => {
  test('says for whom, where, and by whom it is, and who signed it when', () => {
    const paper = paperOf('clinical');
    for (const words of [
      'Bright Harbor Therapy',
      'Harrow Bay School District',
      'Maya Rivera',
      '05/04/2018',
      'Poppy Hill Elementary',
      'Speech-Language Therapy',
      'Ana Reyes, SLPA',
      'Signed electronically by Ana Reyes, SLPA',
      '03/10/2026 11:00 AM',
    ]) {
      expect(paper).toContain(words);
    }
  });

  test('has a signature line until it is signed', () => {
    const paper = paperOf('clinical', { state: 'draft' });
    expect(paper).toContain('SOAP note, not signed');
    expect(paper).toContain('Signature of Ana Reyes, SLPA');
    expect(paper).toContain('Date');
  });

  test('shows the co-signer with credentials below the author', () => {
    const paper = paperOf('clinical', { state: 'co-signed' });
    expect(paper).toContain('Signed electronically by Ana Reyes, SLPA');
    expect(paper).toContain('Co-signed electronically by Dana Ruiz, Ph.D., CCC-SLP');
    expect(paper).toContain('03/11/2026 11:00 AM');
    expect(document.querySelector('[data-print-sheet]')?.textContent.match(/Dana Ruiz/g)).toHaveLength(1);
  });

  test("omits the agency if its name isn't known", () => {
    expect(paperOf('clinical', { organization: '' })[0]).toBe('SOAP note');
  });

  test('has no buttons', () => {
    paperOf('clinical');
    expect(document.querySelector('[data-print-sheet]')?.querySelector('button, a, input')).toBeNull();
  });

  test('names a goal without data too', () => {
    expect(paperOf('clinical')).toContain('Says hello.No data recorded');
  });
});

describe('a note on paper for the family', () => {
  test('says how it went in their language, in full sentences', () => {
    expect(paperOf('family')).toEqual([
      'Bright Harbor Therapy · Harrow Bay School District',
      'En qué trabajó Maya',
      'Maya tuvo una sesión con Ana Reyes el 10 de marzo de 2026.',
      'Toma tres turnos.',
      'Maya acertó en 8 de 10 intentos.',
      'Próximos pasos',
      'Enviar tarjetas a casa.',
    ]);
  });

  test.each([
    ['en', 'Maya had a session with Ana Reyes on March 10, 2026.'],
    ['zh', 'Maya 于2026年3月10日参加了由 Ana Reyes 指导的课程。'],
    ['vi', 'Maya đã có một buổi học với Ana Reyes vào ngày 10 tháng 3, 2026.'],
    ['tl', 'Nagkaroon si Maya ng sesyon kasama si Ana Reyes noong Marso 10, 2026.'],
    ['ru', 'Занятие состоялось 10 марта 2026 г., его вёл специалист Ana Reyes.'],
    ['fa', 'Maya در ۱۰ مارس ۲۰۲۶ با Ana Reyes جلسه داشت.'],
  ])('dates it as families who speak %s do', (language, sentence) => {
    expect(paperOf('family', { language })).toContain(sentence);
  });

  test('numbers its pages in the language of the family', () => {
    paperOf('family', { language: 'ko' });
    expect(document.querySelector('[data-print-sheet]')?.getAttribute('data-language')).toBe('ko');
    cleanup();
    paperOf('clinical', { language: 'ko' });
    expect(document.querySelector('[data-print-sheet]')?.hasAttribute('data-language')).toBe(false);
  });

  test("keeps the note's text if the bank has no translation", () => {
    const paper = paperOf('family', { language: 'ko' });
    expect(paper).toContain('Takes three turns.');
    expect(paper).toContain('Maya 학생은 10번 시도 중 8번 성공했습니다.');
  });
});
