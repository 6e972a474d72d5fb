import { z } from 'zod';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

const REQUIRED = 'This field is required.';

/** Text that every database can store: no U+0000, no lone surrogates. */
export function text(max: number) {
  return z
    .string()
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters.`)
    .refine(
      (value) => !value.includes('\u0000') && !LONE_SURROGATE.test(value),
      "This text contains a character that can't be saved.",
    );
}

export function requiredText(max: number) {
  return text(max).refine((value) => value.trim() !== '', REQUIRED);
}

/** Lowercased, as databases print it, so that an id has one spelling. */
export const uuid = z
  .uuid({ error: ({ input }) => (input === '' ? REQUIRED : "This isn't a valid ID.") })
  .toLowerCase();
/** Only locations have short ids; "5" is "Break" everywhere (specification, 9). */
export const locationId = text(64).min(1, REQUIRED);

function plausibleDay(first: string) {
  return z.iso
    .date({ error: ({ input }) => (input === '' ? 'Enter a date.' : 'Enter a date, such as 9/14/2026.') })
    .refine((value) => value >= first && value <= '2100-12-31', 'The date is out of range.');
}

/** A plausible Pacific day. */
export const day = plausibleDay('2000-01-01');
/** A plausible Pacific day that can be before 2000: of a birth or a hire. */
export const earlierDay = plausibleDay('1920-01-01');
/** Requires that the query's last day isn't before its first, if both are given. */
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
export const wallTime = z.iso.time({
  precision: -1,
  error: ({ input }) => (input === '' ? 'Enter a time.' : 'Enter a time, such as 2:30 PM.'),
});
/** A plausible ISO 8601 instant with an offset or Z. */
export const instant = z.iso
  .datetime({ offset: true, error: 'Enter a date and time, such as 9/14/2026 2:30 PM.' })
  .refine((value) => value >= '2000' && value < '2101', 'The date and time are out of range.');

export function minutes(max: number) {
  return z
    .int('Enter whole minutes.')
    .min(0, 'Enter at least 0 minutes.')
    .max(max, `Enter at most ${max.toLocaleString('en-US')} minutes.`);
}

export const version = z.int().min(0);

/** The name of the person in the field next to it. Set by the server. */
export const personName = z.string();
