import { contentDigest } from '#contract/soap-note.ts';
import { openRows } from '#db/encrypted-rows.ts';
import type { LocalSession } from '#db/sessions.ts';
import { goalsOfStudent, notesAwaitingCoSign } from '#db/soap-notes.ts';
import { isDeletable, takesWriting } from '#domain/notes/soap-commands.ts';
import { BLANK_RESULT } from '#domain/notes/soap-draft.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { SOAP_PARTS } from '#domain/notes/soap-note.ts';
import { missingForSignature, signedContent } from '#domain/notes/soap-signature.ts';
import {
  amendNote,
  coSignNote,
  type NoteSubject,
  readNote,
  returnNote,
  signNote,
  throwNoteAway,
  writeNote,
} from '#features/soap/record-note.ts';
import { createRandom, type Random } from '#server/db/seed/random.ts';
import { isoNow } from '#sync/clock.ts';
import type { Workspace } from '#sync/workspace.ts';
import { timedMark } from './book.ts';
import type { Tab } from './device.ts';
import { firstFile } from './file-work.ts';
import { type Act, later } from './own-time.ts';

/** What people saw. */
export class Seen {
  /** As digests, by the mark of the signature. */
  readonly signed = new Map<string, Set<string>>();
  /** Text that someone replaced after having read it. */
  readonly replaced = new Set<string>();
}

/** Starts with the first sessions: a student's file, a complete signed note, and one that is not signed. */
export async function firstWork(tab: Tab, part: number, seen: Seen): Promise<Act[]> {
  const session = (await ownSessions(tab))[part];
  const student = session?.student_ids[0];
  if (session === undefined || student === undefined) return [];
  const random = createRandom(part);
  if (part === 0) return firstFile(tab, student, random);
  const subject: NoteSubject = { session, student };
  const id = soapNoteId(session.id, student);
  const acts: Act[] = [
    async (at, words) => {
      const stored = await readNote(tab.db, subject);
      const whole = { subjective: words, objective: 'as before', assessment: 'as before', plan: 'as before' };
      await writeNote(later(tab, at), subject, stored, { ...stored.draft, ...whole });
    },
    (at) => signed(later(tab, at), subject, id, 'soap.sign', seen),
  ];
  return part === 1 ? acts : acts.slice(0, 1);
}

async function ownSessions({ db, account }: Tab): Promise<LocalSession[]> {
  return (await openRows(db, 'session', await db.sessions.toArray()))
    .filter(({ provider }) => provider === account.user_id)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What a provider does with the notes of their sessions, or a supervisor with those to co-sign. */
export async function soapWork(tab: Tab, random: Random, seen: Seen): Promise<Act | null> {
  const coSigning = random.chance(0.6) ? await coSigned(tab, random, seen) : null;
  if (coSigning !== null) return coSigning;
  const { db } = tab;
  const sessions = await ownSessions(tab);
  if (sessions.length === 0) return null;
  // The first ones: most happens to what others see too.
  const session = random.pick(sessions.slice(0, 3));
  const student = session.student_ids[0];
  if (student === undefined) return null;
  const subject: NoteSubject = { session, student };
  const { note, entries } = await readNote(db, subject);
  if (note === null) return writing(tab, subject, random, seen);
  if (!takesWriting(note)) {
    return random.chance(0.4) ? (at, words) => amendNote(later(tab, at), note.id, words) : null;
  }
  if (isDeletable(note) && random.chance(0.15)) return (at) => throwNoteAway(later(tab, at), note.id);
  const isWhole = Object.keys(missingForSignature(note, entries, false)).length === 0;
  if (isWhole && random.chance(0.45)) {
    return (at) => signed(later(tab, at), subject, note.id, 'soap.sign', seen);
  }
  return writing(tab, subject, random, seen);
}

/** Rewrites part of the note and a goal's result. */
async function writing(tab: Tab, subject: NoteSubject, random: Random, seen: Seen): Promise<Act> {
  const part = random.pick(SOAP_PARTS);
  const isFilled = random.chance(0.7);
  const goals = (await goalsOfStudent(tab.db, subject.student)).filter(({ archived }) => !archived);
  const goal = goals.length > 0 && random.chance(0.5) ? random.pick(goals).id : null;
  const trials = random.chance(0.3) ? 10 : null;
  return async (at, words) => {
    const stored = await readNote(tab.db, subject);
    const { draft } = stored;
    for (const words of draft[part].split(/\n+/)) seen.replaced.add(words);
    const filled = SOAP_PARTS.map((name) => [
      name,
      draft[name] === '' && isFilled ? 'as before' : draft[name],
    ]);
    const before = goal === null ? undefined : (draft.results[goal] ?? BLANK_RESULT);
    const result = before && { ...before, comment: words, ...(trials === null ? {} : { trials }) };
    await writeNote(later(tab, at), subject, stored, {
      ...draft,
      ...Object.fromEntries(filled),
      [part]: words,
      results: { ...draft.results, ...(goal === null || !result ? {} : { [goal]: result }) },
    });
  };
}

async function coSigned(tab: Tab, random: Random, seen: Seen): Promise<Act | null> {
  const { db, account } = tab;
  const waiting = (await notesAwaitingCoSign(db)).filter(({ provider }) => provider !== account.user_id);
  if (waiting.length === 0) return null;
  const note = random.pick(waiting);
  if (random.chance(0.4)) return (at, words) => returnNote(later(tab, at), note.id, words);
  const subject = { session: { id: note.session, service: '', session_date: '' }, student: note.student };
  return (at) => signed(later(tab, at), subject, note.id, 'soap.co-sign', seen);
}

/** A signature of what the signer saw: a pull may come in between. */
async function signed(
  workspace: Workspace,
  subject: NoteSubject,
  id: string,
  endpoint: 'soap.sign' | 'soap.co-sign',
  seen: Seen,
): Promise<void> {
  const texts = new Set<string>();
  const look = async () => {
    const { note, entries } = await readNote(workspace.db, subject);
    if (note !== null) texts.add(await contentDigest(signedContent(note, entries)));
  };
  seen.signed.set(timedMark(endpoint, isoNow(workspace.clock)), texts);
  await look();
  await (endpoint === 'soap.sign' ? signNote(workspace, id) : coSignNote(workspace, id));
  await look();
}
