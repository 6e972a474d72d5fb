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
  /** As the server knew it then; nothing before it has confirmed. */
  added_by_name?: string | undefined;
  /** ISO 8601, when it was written. */
  added_at: string;
}

/** What became of a note, in order: signed, co-signed, returned, signature withdrawn, amended. */
export interface SoapStep {
  step: 'sign' | 'co-sign' | 'return' | 'withdraw' | 'amend';
  by: string;
  /** As the server knew it then; nothing before it has confirmed. */
  by_name?: string | undefined;
  /** ISO 8601, when it was done. */
  at: string;
  /** The co-signer's words where it was returned. */
  comment: string;
}

export const SOAP_PARTS = ['subjective', 'objective', 'assessment', 'plan'] as const;
export type SoapPart = (typeof SOAP_PARTS)[number];

export const SOAP_PART_LABELS: Record<SoapPart, string> = {
  subjective: 'Subjective',
  objective: 'Objective',
  assessment: 'Assessment',
  plan: 'Plan',
};

export const PROMPT_LABELS: Record<PromptLevel, string> = {
  '': 'Not recorded',
  independent: 'Independent',
  verbal: 'Verbal prompt',
  visual: 'Visual prompt',
  gestural: 'Gestural prompt',
  model: 'Model',
  partial: 'Partial physical prompt',
  full: 'Full physical prompt',
};

/** What a person writes into a note. */
export type SoapTexts = Record<SoapPart, string>;

/** What is written in a note, goals aside. */
export interface SoapContent extends SoapTexts {
  cpt_codes: readonly string[];
  dx_codes: readonly string[];
}

/** How one goal went, as far as rules look at it. */
export interface GoalResult {
  goal: string;
  pg_num: number;
  trials: number | null;
  correct: number | null;
  prompt_level: PromptLevel;
  comment: string;
}
