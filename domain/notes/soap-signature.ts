import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { type GoalResult, SOAP_PART_LABELS, SOAP_PARTS, type SoapContent } from './soap-note.ts';

/** Whether any result was recorded for the goal. */
export function hasResult({ trials, correct, prompt_level, comment }: GoalResult): boolean {
  return trials !== null || correct !== null || prompt_level !== '' || comment.trim() !== '';
}

/** Goals without a recorded result, by their position in the note. */
export function goalsWithoutData(results: readonly GoalResult[]): number[] {
  return results.filter((result) => !hasResult(result)).map(({ pg_num }) => pg_num);
}

/** Validation errors of a goal's counts, by field. */
export function goalResultProblems({ trials, correct }: Pick<GoalResult, 'trials' | 'correct'>): FieldErrors {
  if (correct === null) return {};
  if (trials === null) return { trials: 'Enter the number of trials.' };
  return correct > trials ? { correct: `At most ${trials} of ${trials} trials can be correct.` } : {};
}

/**
 * What is missing before a note can be signed, by part; empty if nothing is. Goal results count as the
 * objective part if its text is empty.
 * @param needs_codes whether the client requires procedure and diagnosis codes
 */
export function missingForSignature(
  note: SoapContent,
  results: readonly GoalResult[],
  needs_codes: boolean,
): FieldErrors {
  const missing: FieldErrors = {};
  for (const part of SOAP_PARTS) {
    const isTold = part === 'objective' && results.some(({ trials }) => trials !== null);
    if (note[part].trim() === '' && !isTold) missing[part] = `Add ${SOAP_PART_LABELS[part]}.`;
  }
  if (needs_codes && note.cpt_codes.length === 0) missing.cpt_codes = 'Choose at least one procedure (CPT).';
  if (needs_codes && note.dx_codes.length === 0) missing.dx_codes = 'Choose at least one diagnosis (DX).';
  for (const result of results) {
    const [problem] = Object.values(goalResultProblems(result));
    if (problem !== undefined) missing[`goal ${result.pg_num}`] = `Goal ${result.pg_num}: ${problem}`;
  }
  return missing;
}

/**
 * Everything that a signature covers, as one text: equal for two people exactly if they saw the same note.
 */
export function signedContent(note: SoapContent, results: readonly GoalResult[]): string {
  return JSON.stringify([
    SOAP_PARTS.map((part) => note[part]),
    note.cpt_codes,
    note.dx_codes,
    results
      .filter(hasResult)
      .toSorted((a, b) => a.pg_num - b.pg_num || a.goal.localeCompare(b.goal))
      .map(({ goal, trials, correct, prompt_level, comment }) => [
        goal,
        trials,
        correct,
        prompt_level,
        comment,
      ]),
  ]);
}
