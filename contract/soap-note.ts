import { z } from 'zod';
import { requiredText, uuid } from '#entities/fields.ts';
import { goal_entry, soap_note } from '#entities/soap-note.ts';
import { defineEndpoints } from './endpoint.ts';
import { writesOf } from './entity-calls.ts';

export const SoapNote = soap_note.Row;
export type SoapNote = z.output<typeof SoapNote>;

export const SoapNoteBody = soap_note.Body;
export type SoapNoteBody = z.output<typeof SoapNoteBody>;

export const SoapNoteChanges = soap_note.Changes;
export type SoapNoteChanges = z.output<typeof SoapNoteChanges>;

export const GoalEntry = goal_entry.Row;
export type GoalEntry = z.output<typeof GoalEntry>;

export const GoalEntryBody = goal_entry.Body;
export type GoalEntryBody = z.output<typeof GoalEntryBody>;

export const GoalEntryChanges = goal_entry.Changes;
export type GoalEntryChanges = z.output<typeof GoalEntryChanges>;

/** A signature names its content: the SHA-256, in hexadecimal. */
const SoapSignature = z.strictObject({
  content_sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Enter a SHA-256 checksum.'),
});

/** The digest of `signedContent`. */
export async function contentDigest(content: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const params = z.strictObject({ id: uuid });
/** Notes per page of a list. */
const MOST_NOTES = 500;
/** Signatures and later steps are separate commands: two of them never merge. */
const command = { entity: 'soap_note', effect: 'update', version: 1, isCommand: true } as const;

const noteWrites = writesOf('soap_note', soap_note, 'soap.write');
const entryWrites = writesOf('goal_entry', goal_entry, 'soap.write');

export const soapNoteEndpoints = defineEndpoints({
  'soap.list-of-student': {
    method: 'GET',
    path: '/api/students/soap/all/{id}/',
    summary:
      'SOAP notes of one student that the caller may see, newest first, with their goal entries; `after` continues behind a note',
    policy: 'soap.read',
    params,
    query: z.strictObject({
      after: uuid.optional(),
      limit: z.coerce.number().int().min(1).max(MOST_NOTES).default(MOST_NOTES),
    }),
    reply: z.array(SoapNote.extend({ goal_entries: z.array(GoalEntry) })),
    audited: true,
  },
  'soap.list-older': {
    method: 'GET',
    path: '/api/students/soap/older/{id}/',
    summary:
      'Ids of the notes of one student that the caller may see, of sessions before a day, newest first: to know whether a device has all of them',
    policy: 'soap.read',
    params,
    query: z.strictObject({ before: z.iso.date(), limit: z.coerce.number().int().min(1).max(MOST_NOTES) }),
    reply: z.array(uuid),
  },
  'soap.list-of-session': {
    method: 'GET',
    path: '/api/students/soap/session/{id}/',
    summary: 'SOAP notes of one session that the caller may see, with their goal entries',
    policy: 'soap.read',
    params,
    reply: z.array(SoapNote.extend({ goal_entries: z.array(GoalEntry) })),
    audited: true,
  },
  'soap.create': {
    ...noteWrites.create,
    path: '/api/students/soap/new/',
    summary: 'Start the SOAP note of one student in one session',
  },
  'soap.update': {
    ...noteWrites.update,
    path: '/api/students/soap/edit/{id}/',
    summary: 'Edit an unsigned SOAP note',
  },
  'soap.delete': {
    ...noteWrites.delete,
    path: '/api/students/soap/edit/{id}/',
    summary: 'Delete a SOAP note that was never signed, with its goal entries',
  },
  'soap.sign': {
    method: 'POST',
    path: '/api/students/soap/sign/{id}/',
    summary: 'Sign a SOAP note',
    policy: 'soap.write',
    params,
    body: SoapSignature,
    reply: SoapNote,
    offline: command,
  },
  'soap.co-sign': {
    method: 'POST',
    path: '/api/students/soap/co-sign/{id}/',
    summary: 'Co-sign a SOAP note, as the lead of its service or a supervisor of its author',
    policy: 'soap.co-sign',
    params,
    body: SoapSignature,
    reply: SoapNote,
    offline: command,
  },
  'soap.return': {
    method: 'POST',
    path: '/api/students/soap/return/{id}/',
    summary: 'Return a signed SOAP note to its author with a comment, instead of co-signing it',
    policy: 'soap.co-sign',
    params,
    body: z.strictObject({ comment: requiredText(2_000) }),
    reply: SoapNote,
    offline: command,
  },
  'soap.withdraw': {
    method: 'POST',
    path: '/api/students/soap/withdraw/{id}/',
    summary:
      "Withdraw the signature of a SOAP note: until it's co-signed, or for ten minutes if no co-signature is needed",
    policy: 'soap.write',
    params,
    body: z.strictObject({}),
    reply: SoapNote,
    offline: command,
  },
  'soap.amend': {
    method: 'POST',
    path: '/api/students/soap/amend/{id}/',
    summary: 'Add an amendment to a signed SOAP note',
    policy: 'soap.write',
    params,
    body: z.strictObject({ id: uuid, text: requiredText(20_000) }),
    reply: SoapNote,
    offline: command,
  },
  'goal-entry.read': {
    method: 'GET',
    path: '/api/students/soap/goal/{soap_id}/{pg_num}/',
    summary: 'The result for one goal in a note, by its position in the note',
    policy: 'soap.read',
    params: z.strictObject({ soap_id: uuid, pg_num: z.coerce.number().int().min(1).max(50) }),
    reply: GoalEntry,
  },
  'goal-entry.create': {
    ...entryWrites.create,
    path: '/api/students/soap/goal/new/',
    summary: 'Record the result for a goal in a note',
  },
  'goal-entry.update': {
    ...entryWrites.update,
    path: '/api/students/soap/goal/edit/{id}/',
    summary: 'Change the result for a goal, until the note is signed',
  },
  'goal-entry.delete': {
    ...entryWrites.delete,
    path: '/api/students/soap/goal/edit/{id}/',
    summary: 'Remove a goal from an unsigned note',
  },
});
