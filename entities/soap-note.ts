import { z } from 'zod';
import { PROMPT_LEVELS, SOAP_STATES } from '#domain/notes/soap-note.ts';
import { ask, defineEntity, merged, setByServer, united } from './define-entity.ts';
import { day, instant, personName, text, uuid } from './fields.ts';
import { author, captured, never, no, nobody } from './server-fields.ts';

const part = merged(text(20_000));
const codes = united(z.array(text(20)).max(12, 'Use at most 12 codes.'));

const SoapAmendment = z.object({
  id: uuid,
  text: text(20_000),
  added_by: uuid,
  /** The name of `added_by` as it was then, from the server alone. */
  added_by_name: personName.optional(),
  added_at: instant,
});

const SoapStep = z.object({
  step: z.enum(['sign', 'co-sign', 'return', 'withdraw', 'amend']),
  by: uuid,
  /** The name of `by` as it was then, from the server alone. */
  by_name: personName.optional(),
  /** Their credentials as they were then, from the server alone. */
  by_credentials: text(60).optional(),
  at: instant,
  comment: text(2_000),
});

/** What one student did in one session, and what follows. */
export const soap_note = defineEntity({
  reach: 'note',
  clear: ['student', 'session', 'provider', 'note_date', 'state'],
  once: {
    student: uuid,
    session: uuid,
    service: uuid,
    /** The Pacific day of the session. */
    note_date: day,
  },
  fields: {
    subjective: part,
    objective: part,
    assessment: part,
    plan: part,
    /** Codes as billed, such as `F80.2`; needed where the client asks for them. */
    cpt_codes: codes,
    dx_codes: codes,
  },
  setByServer: {
    /** Whose note it is. */
    provider: author,
    provider_name: setByServer(personName.optional()),
    state: setByServer(z.enum(SOAP_STATES), () => 'draft' as const),
    /** Its author may not sign alone. */
    needs_co_sign: no,
    signed_by: nobody,
    signed_at: never,
    co_signed_by: nobody,
    co_signed_at: never,
    /** Why the co-signer gave it back; empty where it was not. */
    return_comment: setByServer(text(2_000), () => ''),
    amendments: setByServer(z.array(SoapAmendment), () => []),
    steps: setByServer(z.array(SoapStep), () => []),
    captured_by: author,
    ...captured,
  },
});

const count = z.int('Enter a whole number.').min(0, 'Enter at least 0.').max(9_999, 'Enter at most 9999.');

/** How one goal went in the session of a note. */
export const goal_entry = defineEntity({
  reach: 'note',
  clear: ['soap_note'],
  once: {
    soap_note: uuid,
    student: uuid,
    goal: uuid,
    /** Its place in the note, from 1. */
    pg_num: z.int().min(1).max(50),
  },
  fields: {
    trials: ask(count.nullable()),
    correct: ask(count.nullable()),
    prompt_level: ask(z.enum(PROMPT_LEVELS)),
    comment: merged(text(4_000)),
  },
  setByServer: { provider: author },
});
