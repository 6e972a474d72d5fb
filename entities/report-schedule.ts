import { z } from 'zod';
import { type MailedDays, type MailedReportId, RHYTHMS } from '#domain/reports/schedule-codes.ts';
import { ask, defineEntity, setByServer } from './define-entity.ts';
import { instant, personName, requiredText, text, uuid, wallTime } from './fields.ts';
import { author } from './server-fields.ts';

function between(first: number, last: number) {
  const words = `Enter a number from ${first} to ${last}.`;
  return z.int(words).min(first, words).max(last, words).nullable();
}

/** One of those that the contract lists: this file is part of the login page's bundle. */
const listed = <Code extends string>() => z.custom<Code>((value) => typeof value === 'string');

/** A report that is mailed on a schedule. */
export const report_schedule = defineEntity({
  reach: 'office',
  clear: [],
  once: { report: listed<MailedReportId>() },
  fields: {
    name: ask(requiredText(100)),
    /** Filters, sorting, and columns, as the report's URL has them after its `?`. */
    view: ask(text(2_000)),
    days: ask(listed<MailedDays>()),
    rhythm: ask(z.enum(RHYTHMS)),
    /** 0 is Sunday. */
    weekday: ask(between(0, 6)),
    month_day: ask(between(1, 31)),
    /** After the last day of a pay period. */
    days_after: ask(between(0, 14)),
    /** Pacific. */
    send_at: ask(wallTime),
    file_format: ask(z.enum(['csv', 'xlsx'])),
    // The contract says how many.
    recipients: ask(z.array(uuid)),
    is_paused: ask(z.boolean()),
  },
  setByServer: {
    /** Whose report it is: nothing is sent once they can't see it. */
    owner: author,
    owner_name: setByServer(personName, () => ''),
    /** What was due before isn't sent. */
    active_since: setByServer(instant, ({ captured_at }) => captured_at),
  },
});
