import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** Validation errors, by field. */
export type Problems = Readonly<Record<string, string | undefined>>;

export function resolverFor<Values extends FieldValues>(
  problemsOf: (values: Values) => Problems,
): Resolver<Values> {
  return (values) => {
    const errors = Object.fromEntries(
      Object.entries(problemsOf(values)).map(([name, message]) => [name, { type: 'rule', message }]),
    );
    return (Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }) as Awaited<
      ReturnType<Resolver<Values>>
    >;
  };
}

export function problemsIn<Values extends FieldValues>(errors: FieldErrors<Values>): Problems {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, String(error?.message ?? '')]),
  );
}

/** What a schema says is wrong with values, by field: the first message of each. Empty if they are valid. */
export function shapeProblems(schema: z.ZodType, values: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    problems[String(path[0])] ??= message;
  }
  return problems;
}
