import { z } from 'zod';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Text that every store can keep: no U+0000, no half of a surrogate pair. */
export function text(max: number) {
  return z
    .string()
    .max(max, `Use at most ${max} characters.`)
    .refine(
      (value) => !value.includes('\u0000') && !LONE_SURROGATE.test(value),
      "This text contains a character that can't be saved.",
    );
}

export function requiredText(max: number) {
  return text(max).refine((value) => value.trim() !== '', 'This field is required.');
}

/** Read in small letters, as the stores print it: one id has one spelling. */
export const uuid = z.uuid("This isn't a valid ID.").toLowerCase();
/** Locations alone have short ids; "5" is "Break" everywhere (specification, 9). */
export const locationId = text(64).min(1, 'This field is required.');

/** A Pacific day within reason. */
export const day = z.iso
  .date('Enter a date as YYYY-MM-DD.')
  .refine((value) => value >= '2000-01-01' && value <= '2100-12-31', 'The date is out of range.');
/** Adds to the query that its last day is not before its first; where one is left out, nothing is compared. */
export function withDayRange<Query extends z.ZodObject>(
  query: Query,
  first: keyof z.output<Query> & string,
  last: keyof z.output<Query> & string,
): Query {
  return query.refine(
    (asked) => {
      const [from, to] = [asked[first], asked[last]];
      return typeof from !== 'string' || typeof to !== 'string' || from <= to;
    },
    { path: [last], message: 'The end is before the start.' },
  );
}

/** A wall time `HH:mm`. */
export const wallTime = z.iso.time({ precision: -1, error: 'Enter a time as HH:mm.' });
/** ISO 8601 with an offset or Z, within reason. */
export const instant = z.iso
  .datetime({ offset: true, error: 'Enter a date and time with an offset.' })
  .refine((value) => value >= '2000' && value < '2101', 'The date and time are out of range.');

export function minutes(max: number) {
  return z
    .int('Enter whole minutes.')
    .min(0, 'Enter at least 0 minutes.')
    .max(max, `Enter at most ${max} minutes.`);
}

export const version = z.int().min(0);

/** Whose name it is stands beside it. Set by the server alone. */
export const personName = z.string();
