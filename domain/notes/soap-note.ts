/** The words of SOAP notes that both sides share. */

/** `returned`: by the co-signer, with a comment; it can be edited again. */
export const SOAP_STATES = ['draft', 'signed', 'co-signed', 'returned'] as const;
export type SoapState = (typeof SOAP_STATES)[number];

export const SOAP_STATE_LABELS: Record<SoapState, string> = {
  draft: 'Draft',
  signed: 'Signed',
  'co-signed': 'Co-signed',
  returned: 'Returned',
};

/** How much help the student needed, from none to full. */
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
  /** The name as the server knew it then; absent until the server has confirmed the amendment. */
  added_by_name?: string | undefined;
  /** ISO 8601, when it was written. */
  added_at: string;
}

/** An event in a note's history: signed, co-signed, returned, signature withdrawn, or amended. */
export interface SoapStep {
  step: 'sign' | 'co-sign' | 'return' | 'withdraw' | 'amend';
  by: string;
  /** The name as the server knew it then; absent until the server has confirmed the step. */
  by_name?: string | undefined;
  /** Credentials after the name at that time, such as "M.S., CCC-SLP". */
  by_credentials?: string | undefined;
  /** ISO 8601, when it happened. */
  at: string;
  /** The co-signer's comment on a returned note. */
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

/** The texts that a person writes in a note. */
export type SoapTexts = Record<SoapPart, string>;

/** The contents of a note, without goals. */
export interface SoapContent extends SoapTexts {
  cpt_codes: readonly string[];
  dx_codes: readonly string[];
}

/** The fields of a goal's result that rules need. */
export interface GoalResult {
  goal: string;
  pg_num: number;
  trials: number | null;
  correct: number | null;
  prompt_level: PromptLevel;
  comment: string;
}
