import type { OfflineEndpointName } from '#contract/index.ts';
import type { Database } from '#server/db/database.ts';
import { goals } from '#server/db/schema/goals.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { goal_entries, soap_notes } from '#server/db/schema/soap-notes.ts';
import { sessionRow } from './device-entries.ts';
import { idAt, SERVICE, STUDENT } from './golden-entries.ts';

const words = 'a released shape';
const content = {
  ...{ subjective: words, objective: words, assessment: words, plan: words },
  ...{ cpt_codes: [], dx_codes: [] },
};
/** Hash of the content above. */
const content_sha256 = 'cf79db531f5e779912e0891781b19d401f8f4f600c797d615e487202c909316f';
const result = { trials: 10, correct: 8, prompt_level: 'verbal', comment: words } as const;

/** The session that each new note is about, and the goal of each entry. */
const SESSION = idAt(0x30);
const GOAL = idAt(0x31);
/** The note of a new entry. */
const NOTE = idAt(0x32);

const BODIES: Partial<Record<OfflineEndpointName, object | null>> = {
  'soap.create': {
    student: STUDENT,
    session: SESSION,
    service: SERVICE,
    note_date: '2026-03-02',
    ...content,
  },
  'soap.update': { plan: 'a released shape, changed' },
  'soap.delete': null,
  'soap.sign': { content_sha256 },
  'soap.co-sign': { content_sha256 },
  'soap.return': { comment: words },
  'soap.withdraw': {},
  'soap.amend': { id: idAt(0x33), text: words },
  'goal-entry.create': { soap_note: NOTE, student: STUDENT, goal: GOAL, pg_num: 1, ...result },
  'goal-entry.update': { correct: 9 },
  'goal-entry.delete': null,
};

/** The bodies of note writes, without the ids of new rows; undefined for other writes. */
export function bodyInNote(endpoint: OfflineEndpointName): object | null | undefined {
  return BODIES[endpoint];
}

export function isOfNotes(endpoint: OfflineEndpointName): boolean {
  return Object.hasOwn(BODIES, endpoint);
}

/** Puts what a note write needs on the server: its session, the note so far, its goal. */
export async function leadUpToNote(
  db: Database,
  endpoint: OfflineEndpointName,
  id: string,
  people: { author: string; other: string },
): Promise<void> {
  const isOthers = endpoint === 'soap.co-sign' || endpoint === 'soap.return';
  const provider = isOthers ? people.other : people.author;
  const isEntry = endpoint.startsWith('goal-entry.');
  const session = endpoint === 'soap.create' ? SESSION : crypto.randomUUID();
  const received_at = '2026-03-02T18:00:00.000Z';
  const captured = { captured_by: provider, captured_at: received_at, received_at };
  const work = sessionRow(provider, 1, {
    ...{ id: session, student_ids: [STUDENT], service: SERVICE, session_date: '2026-03-02' },
  });
  await db.insert(sessions).values({ ...work, received_at, requests: [], late_for_client: false });
  if (endpoint === 'soap.create') return;
  const isWithdrawn = endpoint === 'soap.withdraw';
  const isSigned = isOthers || isWithdrawn || endpoint === 'soap.amend';
  const note = endpoint === 'goal-entry.create' ? NOTE : isEntry ? crypto.randomUUID() : id;
  await db.insert(soap_notes).values({
    ...{
      id: note,
      student: STUDENT,
      session,
      provider,
      service: SERVICE,
      note_date: '2026-03-02',
      ...content,
    },
    ...{
      state: isSigned ? 'signed' : 'draft',
      needs_co_sign: isOthers || isWithdrawn,
      amendments: [],
      steps: [],
      version: 1,
    },
    ...(isSigned ? { signed_by: provider, signed_at: received_at } : {}),
    ...captured,
  });
  if (!isEntry) return;
  await db
    .insert(goals)
    .values({
      ...{ id: GOAL, student: STUDENT, service: SERVICE, goal_text: words, baseline: '', target: '' },
      ...{ criterion: '', start_date: '2026-03-01', version: 1, ...captured },
    })
    .onConflictDoNothing();
  if (endpoint === 'goal-entry.create') return;
  await db.insert(goal_entries).values({
    ...{ id, soap_note: note, student: STUDENT, provider, goal: GOAL, pg_num: 1, ...result, version: 1 },
  });
}
