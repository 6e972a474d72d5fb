import { v5 as uuidv5 } from 'uuid';

const NOTES = '0d1f6a52-8f0c-4f5e-9f55-2b7c7c0f6a11';
const GOAL_ENTRIES = '6b3c2c1e-55a9-4d86-8d5a-0a4f8f3f9b27';

/**
 * The id of the only note about a student in a session. Two devices that start it independently create the
 * same row, and both texts are merged.
 */
export function soapNoteId(session: string, student: string): string {
  return uuidv5(`${session}|${student}`.toLowerCase(), NOTES);
}

/** The id of the only entry about a goal in a note. */
export function goalEntryId(soap_note: string, goal: string): string {
  return uuidv5(`${soap_note}|${goal}`.toLowerCase(), GOAL_ENTRIES);
}
