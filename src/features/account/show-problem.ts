import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#contract/errors.ts';
import { NoAnswer } from '#sync/api-client.ts';

/**
 * Shows an API error at its fields, and above the form if it is about more.
 * @param shown the fields of the form
 */
export function showProblem<Values extends FieldValues>(
  problem: unknown,
  setError: UseFormSetError<Values>,
  shown: readonly Path<Values>[],
): void {
  const fields = problem instanceof ApiError ? (problem.fields ?? {}) : {};
  const atFields = shown.filter((name) => fields[name] !== undefined);
  for (const name of atFields) setError(name, { message: fields[name] ?? '' }, { shouldFocus: true });
  if (atFields.length > 0) return;
  const message =
    problem instanceof NoAnswer
      ? "Can't reach the server. Connect to a network and try again."
      : problem instanceof Error
        ? problem.message
        : String(problem);
  setError('root', { message });
}
