import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { contentDigest, type GoalEntry, type SoapNote } from '#contract/soap-note.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { signedContent } from '#domain/notes/soap-signature.ts';
import { goals } from '#server/db/schema/goals.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { goal_entries, soap_notes } from '#server/db/schema/soap-notes.ts';
import { MOTOR, type OfficeWorld, type PersonName, SPEECH, sessionApart } from './office-world.ts';

/** Texts of a complete note. */
export const WHOLE = {
  ...{ subjective: 'Glad to come.', objective: 'Named 8 of 10.', assessment: 'On the way.', plan: 'Go on.' },
};

/** A session of a person with their own student, or with the named students. */
export async function givenSession(
  world: OfficeWorld,
  person: PersonName = 'paula',
  changes: Record<string, unknown> = {},
) {
  const own = person === 'otto' ? { service: MOTOR, student_ids: [world.ben] } : { service: SPEECH };
  const answer = await world.as(person, 'session.create', {
    body: sessionApart(world, { ...own, ...changes }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export function noteBody(
  session: { id: string; service: string; session_date: string; student_ids: readonly string[] },
  changes: Record<string, unknown> = {},
) {
  const student = String(changes.student ?? session.student_ids[0]);
  return {
    ...{ id: soapNoteId(session.id, student), student, session: session.id },
    ...{ service: session.service, note_date: session.session_date },
    ...{ subjective: '', objective: '', assessment: '', plan: '', cpt_codes: [], dx_codes: [] },
    ...changes,
  };
}

export async function givenNote(
  world: OfficeWorld,
  person: PersonName = 'paula',
  changes: Record<string, unknown> = {},
): Promise<SoapNote> {
  const session = await givenSession(world, person);
  const answer = await world.as(person, 'soap.create', { body: noteBody(session, { ...WHOLE, ...changes }) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export async function givenGoal(world: OfficeWorld, student: string): Promise<string> {
  const id = randomUUID();
  const at = world.clock.now.toISOString();
  await world.db.insert(goals).values({
    ...{ id, student, service: null, goal_option: null, goal_text: 'Names ten pictures.' },
    ...{ baseline: '', target: '', criterion: '', start_date: '2026-01-05', target_date: null },
    ...{ archived: false, captured_by: randomUUID(), captured_at: at, received_at: at, version: 1 },
  });
  return id;
}

/** The fields of a signature on this note. */
export async function signatureOf(note: SoapNote, entries: readonly GoalEntry[] = []) {
  return { content_sha256: await contentDigest(signedContent(note, entries)) };
}

/** Takes a step on a note as a person who signs what they are shown. */
export async function signs(
  world: OfficeWorld,
  person: PersonName,
  note: SoapNote,
  call: 'soap.sign' | 'soap.co-sign' = 'soap.sign',
) {
  return changes(world, person, call, { params: { id: note.id }, body: await signatureOf(note) });
}

/** Changes a row on its newest version, or on the named one. */
export async function changes<Name extends EndpointName>(
  world: OfficeWorld,
  person: PersonName,
  name: Name,
  asked: { params: { id: string }; body?: unknown; version?: number },
) {
  const { id } = asked.params;
  const found = await Promise.all(
    [soap_notes, goal_entries, sessions].map((table) =>
      world.db.select({ version: table.version }).from(table).where(eq(table.id, id)),
    ),
  );
  return world.as(person, name, { version: found.flat()[0]?.version ?? 1, ...asked });
}
