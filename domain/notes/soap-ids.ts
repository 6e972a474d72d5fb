import { v5 as uuidv5 } from 'uuid';

const NOTES = '0d1f6a52-8f0c-4f5e-9f55-2b7c7c0f6a11';
const GOAL_ENTRIES = '6b3c2c1e-55a9-4d86-8d5a-0a4f8f3f9b27';

/**
 * The id of the one note about a student in a session. Two devices that begin it
 * without knowing of each other make the same row, and what both wrote is merged.
 */
export function soapNoteId(session: string, student: string): string {
  return uuidv5(`${session}|${student}`.toLowerCase(), NOTES);
}

/** The id of the one entry about a goal in a note. */
export function goalEntryId(soap_note: string, goal: string): string {
  return uuidv5(`${soap_note}|${goal}`.toLowerCase(), GOAL_ENTRIES);
}
