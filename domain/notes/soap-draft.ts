import { mergeParagraphs } from '#domain/text/paragraphs.ts';
import { type GoalResult, SOAP_PARTS, type SoapContent, type SoapPart } from './soap-note.ts';
import { goalResultProblems } from './soap-signature.ts';

/** One goal's result as typed. */
export type TypedResult = Omit<GoalResult, 'goal' | 'pg_num'>;

/** The contents of a note editor. */
export interface SoapDraft extends SoapContent {
  /** By goal. */
  results: Readonly<Record<string, TypedResult>>;
}

export const BLANK_RESULT: TypedResult = { trials: null, correct: null, prompt_level: '', comment: '' };

export const BLANK_DRAFT: SoapDraft = {
  subjective: '',
  objective: '',
  assessment: '',
  plan: '',
  cpt_codes: [],
  dx_codes: [],
  results: {},
};

/** A note and its goal entries as editor contents. */
export function draftOfNote(note: SoapContent, entries: readonly GoalResult[]): SoapDraft {
  const { subjective, objective, assessment, plan, cpt_codes, dx_codes } = note;
  return {
    ...{ subjective, objective, assessment, plan, cpt_codes, dx_codes },
    results: Object.fromEntries(
      entries.map(({ goal, trials, correct, prompt_level, comment }) => [
        goal,
        { trials, correct, prompt_level, comment },
      ]),
    ),
  };
}

/** The note fields, without goals, in which two drafts differ. */
export function changedContent(from: SoapDraft, to: SoapDraft): Partial<SoapContent> {
  const fields = [...SOAP_PARTS, 'cpt_codes', 'dx_codes'] as const;
  return Object.fromEntries(
    fields.filter((field) => !isSame(from[field], to[field])).map((field) => [field, to[field]]),
  );
}

/** The edited result fields, by goal. */
export function changedResults(from: SoapDraft, to: SoapDraft): Record<string, Partial<TypedResult>> {
  const changed = Object.entries(to.results).map(([goal, result]) => {
    const before = from.results[goal] ?? BLANK_RESULT;
    const fields = Object.entries(result).filter(
      ([field, value]) => !isSame(value, before[field as keyof TypedResult]),
    );
    return [goal, Object.fromEntries(fields)] as const;
  });
  return Object.fromEntries(changed.filter(([, fields]) => Object.keys(fields).length > 0));
}

export function isSameDraft(a: SoapDraft, b: SoapDraft): boolean {
  return (
    Object.keys(changedContent(a, b)).length === 0 &&
    Object.keys(changedResults(a, b)).length === 0 &&
    Object.keys(changedResults(b, a)).length === 0
  );
}

/**
 * The editor contents after the note changed elsewhere: local edits stay, remote changes are merged in, and
 * no paragraph of either side is lost. For a count that both sides changed, the local one wins.
 * @param base the note as the editor opened it
 */
export function rebasedDraft(base: SoapDraft, mine: SoapDraft, theirs: SoapDraft): SoapDraft {
  const texts = Object.fromEntries(
    SOAP_PARTS.map((part) => [part, mergeParagraphs(base[part], mine[part], theirs[part]).text]),
  ) as Record<SoapPart, string>;
  const goals = new Set([...Object.keys(mine.results), ...Object.keys(theirs.results)]);
  return {
    ...texts,
    cpt_codes: mergedCodes(base.cpt_codes, mine.cpt_codes, theirs.cpt_codes),
    dx_codes: mergedCodes(base.dx_codes, mine.dx_codes, theirs.dx_codes),
    results: Object.fromEntries(
      [...goals].map((goal) => [
        goal,
        rebasedResult(
          base.results[goal] ?? BLANK_RESULT,
          mine.results[goal] ?? BLANK_RESULT,
          theirs.results[goal] ?? BLANK_RESULT,
        ),
      ]),
    ),
  };
}

/**
 * The draft as the note can store it: impossible counts, such as 9 correct of 5, are replaced by the stored ones.
 * @param stored the note
 */
export function storableDraft(draft: SoapDraft, stored: SoapDraft): SoapDraft {
  const results = Object.entries(draft.results).map(([goal, result]) => {
    if (Object.keys(goalResultProblems(result)).length === 0) return [goal, result] as const;
    const { trials, correct } = stored.results[goal] ?? BLANK_RESULT;
    return [goal, { ...result, trials, correct }] as const;
  });
  return { ...draft, results: Object.fromEntries(results) };
}

function rebasedResult(base: TypedResult, mine: TypedResult, theirs: TypedResult): TypedResult {
  const isCounted = mine.trials !== base.trials || mine.correct !== base.correct;
  return {
    trials: isCounted ? mine.trials : theirs.trials,
    correct: isCounted ? mine.correct : theirs.correct,
    prompt_level: mine.prompt_level === base.prompt_level ? theirs.prompt_level : mine.prompt_level,
    comment: mergeParagraphs(base.comment, mine.comment, theirs.comment).text,
  };
}

function mergedCodes(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  const removed = base.filter((code) => !mine.includes(code));
  const added = mine.filter((code) => !base.includes(code) && !theirs.includes(code));
  return [...theirs.filter((code) => !removed.includes(code)), ...added];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
