import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import { type GoalResult, SOAP_PART_LABELS, SOAP_PARTS, type SoapContent } from './soap-note.ts';

/** Whether anything was recorded about the goal. */
export function hasResult({ trials, correct, prompt_level, comment }: GoalResult): boolean {
  return trials !== null || correct !== null || prompt_level !== '' || comment.trim() !== '';
}

/** Goals about which nothing was recorded, by their place in the note. */
export function goalsWithoutData(results: readonly GoalResult[]): number[] {
  return results.filter((result) => !hasResult(result)).map(({ pg_num }) => pg_num);
}

/** What is wrong with the counts of a goal; by field. */
export function goalResultProblems({
  trials,
  correct,
}: Pick<GoalResult, 'trials' | 'correct'>): FieldProblems {
  if (correct === null) return {};
  if (trials === null) return { trials: 'Enter the number of trials.' };
  return correct > trials ? { correct: `At most ${trials} of ${trials} trials can be correct.` } : {};
}

/**
 * What keeps a note from being signed, by the name of the part; empty when nothing
 * does. What the goals tell stands for the objective part where that is empty.
 *
 * @param needs_codes the client asks for procedures and diagnoses
 */
export function missingForSignature(
  note: SoapContent,
  results: readonly GoalResult[],
  needs_codes: boolean,
): FieldProblems {
  const missing: FieldProblems = {};
  for (const part of SOAP_PARTS) {
    const isTold = part === 'objective' && results.some(({ trials }) => trials !== null);
    if (note[part].trim() === '' && !isTold) missing[part] = `${SOAP_PART_LABELS[part]} is empty.`;
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
 * All that a signature stands for, as one text: equal for two people exactly where
 * they saw the same note.
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
