/** The words of SOAP notes that both sides share. */

/** `returned`: by the co-signer, with a comment; it may be written again. */
export const SOAP_STATES = ['draft', 'signed', 'co-signed', 'returned'] as const;
export type SoapState = (typeof SOAP_STATES)[number];

/** How much help the student had, from none to all of it. */
export const PROMPT_LEVELS = [
  '',
  'independent',
  'verbal',
  'visual',
  'gestural',
  'model',
  'partial',
  'full',
] as const;
export type PromptLevel = (typeof PROMPT_LEVELS)[number];

/** An addition to a signed note; the note itself never changes. */
export interface SoapAmendment {
  id: string;
  text: string;
  added_by: string;
  /** ISO 8601, when it was written. */
  added_at: string;
}

/** What became of a note, in order: signed, co-signed, returned, amended. */
export interface SoapStep {
  step: 'sign' | 'co-sign' | 'return' | 'amend';
  by: string;
  /** ISO 8601, when it was done. */
  at: string;
  /** The co-signer's words where it was returned. */
  comment: string;
}
