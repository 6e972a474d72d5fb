import { type SQL, sql } from 'drizzle-orm';
import type { BillingLine } from '#contract/billing-reports.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { arrayParam } from '#server/db/json-rows.ts';
import { clientsInReach } from '#server/modules/clients/queries.ts';

/** Pacific days of service, and what narrows them. */
export interface LineQuery {
  start_date: string;
  end_date: string;
  /** `none`: without a client. */
  client?: string | undefined;
  provider?: string | undefined;
  /** `none`: without a location. */
  location?: string | undefined;
  service?: string | undefined;
}

/** Lines from one place in their order to another, both of a day and a time. */
export interface Stretch {
  /** @param date and `time` of a session or line */
  where: (date: SQL, time: SQL) => SQL;
  includes: (place: string) => boolean;
}

/** What else leaves out lines. */
export interface Narrowing {
  stretch?: Stretch | undefined;
  /** Only lines of late sessions. */
  isLate?: true;
  among?: Narrowed;
  /** Only these sessions. All that count toward a cap are among them, so the others of the month aren't read. */
  alone?: readonly string[];
}

/** The same on `sessions s`, and on `invoice_lines l` of `invoices i`: what was invoiced may be something else by now. */
interface Narrowed {
  sessions: SQL;
  fixed: SQL;
}

/** What narrows sessions and lines beside the days; null if nothing does. */
export function narrowingOf(query: LineQuery, { stretch, isLate, among, alone }: Narrowing): Narrowed | null {
  const both = [
    ...(query.client === undefined ? [] : [[ofClient(sql`s.client`, query), ofClient(sql`i.client`, query)]]),
    ...(['provider', 'location', 'service'] as const).flatMap((field) => {
      const held = query[field];
      if (held === undefined) return [];
      const [now, then] = [sql.raw(`s.${field}`), sql.raw(`l.facts->>'${field}'`)];
      return [
        held === 'none' ? [isNull(now), isNull(then)] : [sql`${now} = ${held}`, sql`${then} = ${held}`],
      ];
    }),
    ...(stretch === undefined
      ? []
      : [
          [
            stretch.where(sql`s.session_date`, sql`s.start_time`),
            stretch.where(sql`l.session_date`, sql`l.facts->>'start_time'`),
          ],
        ]),
    ...(isLate === undefined ? [] : [[sql`s.late_for_client`, sql`l.facts->'late_for_client' = 'true'`]]),
    ...(among === undefined ? [] : [[among.sessions, among.fixed]]),
    ...(alone === undefined ? [] : [[isOneOf(sql`s.id`, alone), isOneOf(sql`l.session`, alone)]]),
  ];
  if (both.length === 0) return null;
  const all = (at: 0 | 1) =>
    sql.join(
      both.map((one) => one[at] ?? sql`true`),
      sql` and `,
    );
  return { sessions: all(0), fixed: all(1) };
}

/** Not `= any`, which compares each session of the days with each of them. */
function isOneOf(column: SQL, sessions: readonly string[]): SQL {
  return sql`${column} in (select unnest(${arrayParam(sessions, 'uuid')}))`;
}

function isNull(column: SQL): SQL {
  return sql`${column} is null`;
}

function ofClient(column: SQL, { client }: LineQuery): SQL {
  if (client === undefined) return sql`true`;
  return client === 'none' ? isNull(column) : sql`${column} = ${client}`;
}

/**
 * On `sessions s`: the indirect time that counts toward the monthly cap of its client, which later lines of the month
 * depend on.
 */
export const capped = (
  query: LineQuery,
) => sql`(${ofClient(sql`s.client`, query)} and (s.setting = 'indirect' or s.indirect_minutes > 0) and s.client in (
  select client from billing_conditions where type = 'indirect_cap' and not archived))`;

/** On `s.client` of sessions: those whose clients the person may open; the office also sees those without one. */
export function billedInReach(actor: Actor): SQL {
  if (seesWholeOrganization(actor)) return sql`true`;
  return sql`s.client in (select c.id from client_accounts a join clients c on c.id = a.id
    where ${clientsInReach(actor)})`;
}

/** Whether a line is what was asked for, as it is listed. */
export function isAskedFor(line: BillingLine, { client, provider, location, service }: LineQuery): boolean {
  return (
    (client === undefined || (line.client ?? 'none') === client) &&
    (provider === undefined || line.provider === provider) &&
    (location === undefined || (line.location ?? 'none') === location) &&
    (service === undefined || line.service === service)
  );
}
