import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

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
