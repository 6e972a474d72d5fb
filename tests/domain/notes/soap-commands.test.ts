import { describe, expect, test } from 'vitest';
import {
  applyNoteCommand,
  awaitsCoSign,
  commandProblem,
  completesSession,
  isDeletable,
  isFinished,
  type NoteCommand,
  type SteppedNote,
  takesWriting,
  WITHDRAWAL_MINUTES,
} from '#domain/notes/soap-commands.ts';

const draft: SteppedNote = {
  state: 'draft',
  needs_co_sign: false,
  signed_by: null,
  signed_at: null,
  co_signed_by: null,
  co_signed_at: null,
  return_comment: '',
  amendments: [],
  steps: [],
};
const AT = '2026-03-10T18:00:00.000Z';
const sign: NoteCommand = { step: 'sign' };
const coSign: NoteCommand = { step: 'co-sign' };
const giveBack: NoteCommand = { step: 'return', comment: ' Say how much help. ' };
const amend = (id: string): NoteCommand => ({ step: 'amend', id, text: ' He asked twice. ' });

function noteAfter(steps: readonly NoteCommand[], note: SteppedNote = draft): SteppedNote {
  return steps.reduce((known, step) => applyNoteCommand(known, step, { by: 'me', at: AT }), note);
}
const trainee = { ...draft, needs_co_sign: true };

describe('a SOAP note', () => {
  test.each<[string, SteppedNote, string, boolean, boolean, boolean]>([
    ['that is a draft', draft, 'draft', true, false, false],
    ['signed by someone who needs no co-signature', noteAfter([sign]), 'signed', false, false, true],
    ['signed by a trainee', noteAfter([sign], trainee), 'signed', false, true, false],
    ['co-signed', noteAfter([sign, coSign], trainee), 'co-signed', false, false, true],
    ['that was returned', noteAfter([sign, giveBack], trainee), 'returned', true, false, false],
    ['signed again', noteAfter([sign, giveBack, sign], trainee), 'signed', false, true, false],
    [
      'signed again and co-signed',
      noteAfter([sign, giveBack, sign, coSign], trainee),
      'co-signed',
      false,
      false,
      true,
    ],
    ['amended', noteAfter([sign, amend('a')]), 'signed', false, false, true],
  ])('%s: state and permissions', (_, note, state, isOpen, isWaiting, isDone) => {
    expect([note.state, takesWriting(note), awaitsCoSign(note), isFinished(note)]).toEqual([
      state,
      isOpen,
      isWaiting,
      isDone,
    ]);
  });

  test.each<[string, SteppedNote, NoteCommand, RegExp]>([
    ['signed twice', noteAfter([sign]), sign, /already signed/],
    ['co-signed before its signature', trainee, coSign, /doesn't need/],
    ['co-signed without a request', noteAfter([sign]), coSign, /doesn't need/],
    ['co-signed twice', noteAfter([sign, coSign], trainee), coSign, /already co-signed/],
    [
      'returned without a comment',
      noteAfter([sign], trainee),
      { step: 'return', comment: ' ' },
      /what needs to change/,
    ],
    ['returned after the co-signature', noteAfter([sign, coSign], trainee), giveBack, /already/],
    ['amended before its signature', draft, amend('a'), /isn't signed/],
    ['amended by nothing', noteAfter([sign]), { step: 'amend', id: 'a', text: ' ' }, /Enter the amendment/],
  ])("can't be %s", (_, note, step, words) => {
    expect(commandProblem(note, step)).toMatch(words);
    expect(applyNoteCommand(note, step, { by: 'me', at: AT })).toBe(note);
  });

  test('keeps who did what, and the comment until it is signed again', () => {
    const returned = noteAfter([sign, giveBack], trainee);
    expect(returned.return_comment).toBe('Say how much help.');
    const again = noteAfter([sign], returned);
    expect(again.return_comment).toBe('');
    expect(again.steps.map(({ step, comment }) => [step, comment])).toEqual([
      ['sign', ''],
      ['return', 'Say how much help.'],
      ['sign', ''],
    ]);
  });

  test('names who took a step if it is known', () => {
    const taken = (note: SteppedNote, step: NoteCommand, by_name?: string) =>
      applyNoteCommand(note, step, { by: 'me', at: AT, ...(by_name === undefined ? {} : { by_name }) });
    const named = taken(taken(draft, sign, 'Dana Ruiz'), amend('a'), 'Dana Ruiz-Ito');
    expect(named.steps.map(({ by_name }) => by_name)).toEqual(['Dana Ruiz', 'Dana Ruiz-Ito']);
    expect(named.amendments.map(({ added_by_name }) => added_by_name)).toEqual(['Dana Ruiz-Ito']);
    const unnamed = taken(taken(draft, sign), amend('a'));
    expect(Object.keys({ ...unnamed.steps[0], ...unnamed.amendments[0] })).not.toContain('by_name');
    expect(unnamed.amendments).toEqual([{ id: 'a', text: 'He asked twice.', added_by: 'me', added_at: AT }]);
  });

  test('keeps the credentials under which it was signed, and nothing where there are none', () => {
    const signedWith = (by_credentials: string) =>
      applyNoteCommand(draft, sign, { by: 'me', by_name: 'Dana Ruiz', by_credentials, at: AT }).steps[0];
    expect(signedWith('M.S., CCC-SLP')).toMatchObject({ by_credentials: 'M.S., CCC-SLP' });
    expect(signedWith('')).not.toHaveProperty('by_credentials');
  });

  test('takes the same amendment once, and is otherwise unchanged by it', () => {
    const signed = noteAfter([sign]);
    const amended = noteAfter([amend('a'), amend('a'), amend('b')], signed);
    expect(amended.amendments).toEqual([
      { id: 'a', text: 'He asked twice.', added_by: 'me', added_at: AT },
      { id: 'b', text: 'He asked twice.', added_by: 'me', added_at: AT },
    ]);
    expect({ ...amended, amendments: [], steps: signed.steps }).toEqual(signed);
  });

  test('can be discarded only if it was never signed', () => {
    expect([draft, noteAfter([sign]), noteAfter([sign, giveBack], trainee)].map(isDeletable)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a signature', () => {
  const takenBack = (minutes: number): NoteCommand => ({
    step: 'withdraw',
    at: new Date(Date.parse(AT) + minutes * 60_000).toISOString(),
  });

  test.each<[string, SteppedNote, number]>([
    ['that stands alone, for ten minutes', noteAfter([sign]), WITHDRAWAL_MINUTES],
    ['that waits for a second one, for days', noteAfter([sign], trainee), 5_000],
  ])('%s, can be withdrawn', (_, note, minutes) => {
    const open = applyNoteCommand(note, takenBack(minutes), { by: 'me', at: AT });
    expect(open).toMatchObject({ state: 'draft', signed_by: null, signed_at: null });
    expect(open.steps.map(({ step }) => step)).toEqual(['sign', 'withdraw']);
    expect([takesWriting(open), isDeletable(open)]).toEqual([true, false]);
    expect(noteAfter([sign], open).state).toBe('signed');
  });

  test.each<[string, SteppedNote, number, RegExp]>([
    ['later than that', noteAfter([sign]), WITHDRAWAL_MINUTES + 0.1, /for 10 minutes/],
    ['once it is co-signed', noteAfter([sign, coSign], trainee), 0, /co-signed/],
    ['once it came back', noteAfter([sign, giveBack], trainee), 0, /isn't signed/],
    ['once it was amended', noteAfter([sign, amend('a')], trainee), 0, /amended/],
    ['that was never given', draft, 0, /isn't signed/],
  ])('%s, stays', (_, note, minutes, words) => {
    expect(commandProblem(note, takenBack(minutes))).toMatch(words);
    expect(applyNoteCommand(note, takenBack(minutes), { by: 'me', at: AT })).toBe(note);
  });
});

describe('a session', () => {
  const finished = (student: string) => ({ ...noteAfter([sign]), student });
  test.each<[string, string[], (SteppedNote & { student: string })[], boolean]>([
    ['without students', [], [], false],
    ['whose one note is signed', ['a'], [finished('a')], true],
    ['of a group with one note missing', ['a', 'b'], [finished('a')], false],
    ['of a group with all notes signed', ['a', 'b'], [finished('b'), finished('a')], true],
    [
      'whose note waits for the co-signature',
      ['a'],
      [{ ...noteAfter([sign], trainee), student: 'a' }],
      false,
    ],
    ['whose note is co-signed', ['a'], [{ ...noteAfter([sign, coSign], trainee), student: 'a' }], true],
  ])('%s', (_, students, notes, isComplete) => {
    expect(completesSession(students, notes)).toBe(isComplete);
  });
});
