import { type SQL, sql } from 'drizzle-orm';
import type { RateBody, RatePreview } from '#contract/rates.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { type RateChange, rateChange } from '#domain/money/rate-change.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { clientsInReach } from '#server/modules/clients/queries.ts';
import { billableSessions, linesOfSessions } from './line-facts.ts';

/** The most sessions that are named; the sums are over all. */
const MOST_NAMED = 200;

/** What saving a rate would do to sessions of its fiscal year that aren't on an invoice yet. */
export async function previewRate(tx: Transaction, actor: Actor, body: RateBody): Promise<RatePreview> {
  const sessions = await billableSessions(tx, sessionsOf(actor, body));
  const { rates, linesBy } = await linesOfSessions(tx, sessions);
  const others = rates.filter(({ id }) => id !== body.id);
  const billed = await billedAmong(tx, sessions);
  const before = linesBy(rates).filter(({ session }) => !billed.has(session));
  const after = linesBy([...others, { ...body, version: 1 }]).filter(({ session }) => !billed.has(session));
  const change = rateChange(before, after);
  return {
    ...{ before_cents: change.before_cents, after_cents: change.after_cents },
    ...{ newly_billable: change.newly_billable, newly_blocked: change.newly_blocked },
    count: change.changed.length,
    sessions: await named(tx, change),
  };
}

/** The sessions that are on a sent invoice. */
async function billedAmong(tx: Transaction, sessions: readonly { id: string }[]): Promise<Set<string>> {
  const rows = await jsonRows<{ session: string }>(
    tx,
    sql`select distinct l.session from invoice_lines l join invoices i on i.id = l.invoice
      where i.status in ('sent', 'paid') and l.session = any(${arrayParam(
        sessions.map(({ id }) => id),
        'uuid',
      )})`,
  );
  return new Set(rows.map(({ session }) => session));
}

/** On `sessions s`: those that the rate can apply to, and others of their clients that share a monthly cap. */
function sessionsOf(actor: Actor, body: RateBody): SQL {
  const { start_year, service } = body;
  const year = sql`s.session_date between ${`${start_year}-07-01`} and ${`${start_year + 1}-06-30`}`;
  const own = sql`s.service = ${service} and ${subjectOf(body)}`;
  const reach = sql`s.client in (select c.id from client_accounts a join clients c on c.id = a.id
    where ${clientsInReach(actor)})`;
  const capped = sql`s.client in (select b.client from billing_conditions b
      where b.type = 'indirect_cap' and b.choice = 'month' and not b.archived)
    and s.client in (select o.client from sessions o where o.deleted_at is null and o.service = ${service})`;
  return sql`${year} and ${reach} and ((${own}) or (${capped}))`;
}

/** On `sessions s`. */
function subjectOf({ level, student, client, region, setting }: RateBody): SQL {
  switch (level) {
    case 'student':
      return sql`${student} = any(s.student_ids)`;
    case 'client':
      return sql`s.client = ${client} and s.setting = ${setting}`;
    case 'region':
      return sql`s.client in (select r.id from client_accounts r where ${region} = any(r.regions))`;
    case 'service':
      return sql`true`;
  }
}

/** The first of the sessions that change, with what people call them. */
async function named(tx: Transaction, { changed }: RateChange): Promise<RatePreview['sessions']> {
  const amounts = new Map(changed.map((one) => [one.session, one]));
  const rows = await jsonRows<{
    id: string;
    session_date: string;
    start_time: string;
    client_name: string;
    students: string[];
  }>(
    tx,
    sql`select s.id, s.session_date, s.start_time, c.name as client_name,
        array(select t.first_name || ' ' || t.last_name from students t where t.id = any(s.student_ids)
          order by t.last_name, t.first_name, t.id) as students
      from sessions s join clients c on c.id = s.client
      where s.id = any(${arrayParam(amounts.keys(), 'uuid')})
      order by s.session_date, s.start_time, s.id limit ${MOST_NAMED}`,
  );
  return rows.map((row) => ({
    ...row,
    before_cents: amounts.get(row.id)?.before_cents ?? null,
    after_cents: amounts.get(row.id)?.after_cents ?? null,
  }));
}
