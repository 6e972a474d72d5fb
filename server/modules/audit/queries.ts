import { type SQL, sql } from 'drizzle-orm';
import type { AuditPage, AuditRecord } from '#contract/audit-log.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { RecordName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import type { Endpoints } from '#contract/index.ts';
import { AUDIT_KIND_PATTERNS, type AuditKind } from '#domain/access/audit-kinds.ts';
import { mayManageUser, mayUse, type Permission } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { fullName } from '#domain/students/student-name.ts';
import { searchFor } from '#domain/text/search-words.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { searchedEntry } from '#entities/words/audit-entry-words.ts';
import type { KnownNames } from '#entities/words/say.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows, jsonRowsOfEach } from '#server/db/json-rows.ts';
import { personNameOf, shownName } from '#server/db/person-name.ts';

type Asked = QueryOf<Endpoints['audit.list']>;

const MOST_ENTRIES = 2_000;
/** The whole record of a student, for a year or more. */
const MOST_OF_STUDENT = 10_000;

interface SearchLimits {
  /** So many entries are read at once, whatever the other filters leave of them. */
  portion: number;
  /** A search that took longer stops after its portion: the next request goes on. */
  ms: number;
}

const SEARCH_LIMITS: SearchLimits = { portion: 2_000, ms: 500 };

/** The newest entries that match, and how many there are in all. */
export async function listAudit(
  tx: Transaction,
  actor: Actor,
  asked: Asked,
  now: string,
): Promise<AuditPage> {
  if (asked.words !== undefined) return searchAudit(tx, actor, { ...asked, words: asked.words }, now);
  const where = sql`${inReach(actor)} and ${matching(asked)}`;
  const limit = asked.student === undefined ? MOST_ENTRIES : MOST_OF_STUDENT;
  const entries = await jsonRows<AuditRecord>(
    tx,
    sql`select ${recordFields(actor)} from audit_entries e where ${where} order by e.id desc limit ${limit}`,
  );
  if (entries.length < limit) return { as_of: now, total: entries.length, entries };
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from audit_entries e where ${where}`,
  );
  return { as_of: now, total: rows[0]?.total ?? entries.length, entries };
}

/**
 * The entries that have these words in what people read of them, newest first: those of a part of the audit, as far as the search gets
 * within its limits. `next` says where it goes on.
 */
export async function searchAudit(
  tx: Transaction,
  actor: Actor,
  asked: Asked & { words: string },
  now: string,
  { portion, ms }: SearchLimits = SEARCH_LIMITS,
): Promise<AuditPage> {
  const where = sql`${inReach(actor)} and ${matching(asked)}`;
  // Without "offset", PostgreSQL would look for each end along the primary key, past all entries of other days.
  const [bounds] = await jsonRows<{ first: number | null; last: number }>(
    tx,
    sql`select min(d.id) as first, max(d.id) as last from (
      select e.id from audit_entries e where ${onDays(asked)} offset 0
    ) d`,
  );
  const entries: AuditRecord[] = [];
  const page = () => ({ as_of: now, total: entries.length, entries });
  const first = bounds?.first ?? null;
  if (bounds === undefined || first === null) return { ...page(), next: null, searched_to: null };
  const { last } = bounds;
  const names = await knownNames(tx);
  const isFound = searchFor(asked.words);
  const stop = performance.now() + ms;
  let end = Math.min(last + 1, Number(asked.before ?? last + 1));
  while (end > first) {
    const start = Math.max(first, end - portion);
    const read = await jsonRows<AuditRecord>(
      tx,
      sql`select ${recordFields(actor)} from audit_entries e
        where e.id >= ${start} and e.id < ${end} and ${where} order by e.id desc`,
    );
    entries.push(...read.filter((entry) => isFound(searchedEntry(entry, names))));
    end = start;
    if (entries.length >= MOST_ENTRIES || performance.now() >= stop) break;
  }
  if (end <= first) return { ...page(), next: null, searched_to: null };
  const [oldest] = await jsonRows<{ at: string }>(
    tx,
    sql`select ${sql.raw(isoInstant('at', 'e'))} from audit_entries e where e.id >= ${end} order by e.id limit 1`,
  );
  return { ...page(), next: String(end), searched_to: oldest?.at ?? null };
}

/** The names that the list has, so that it is searched for what it shows. */
async function knownNames(tx: Transaction): Promise<KnownNames> {
  interface Named {
    id: string;
    name: string;
  }
  const { students, ...others } = await jsonRowsOfEach<{
    students: { id: string; first_name: string; last_name: string };
    services: Named;
    locations: Named;
    people: Named;
  }>(tx, {
    students: sql`select id, first_name, last_name from students`,
    services: sql`select id, name from services`,
    locations: sql`select id, name from locations`,
    people: sql`select u.id, ${sql.raw(shownName('u', 'p'))} as name from users u left join providers p on p.id = u.id`,
  });
  const named = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]));
  return {
    students: new Map(students.map((student) => [student.id, fullName(student)])),
    services: named(others.services),
    locations: named(others.locations),
    providers: named(others.people),
  };
}

/** One entry, or `record.absent`. */
export async function readAudit(
  tx: Transaction,
  actor: Actor,
  id: number,
): Promise<ReplyOf<Endpoints['audit.read']>> {
  const [entry] = await jsonRows<ReplyOf<Endpoints['audit.read']>>(
    tx,
    sql`select ${recordFields(actor)}, c.position, c.hash
      from audit_entries e left join audit_chain c on c.entry_id = e.id
      where e.id = ${id} and ${inReach(actor)}`,
  );
  if (entry === undefined) throw new ApiError('record.absent');
  return entry;
}

/** What is billed and paid: not everyone who reads the audit may read what changed of it. */
const MONEY = {
  'rate.read': ['rate'],
  'billing-condition.read': ['billing_condition'],
  'billing.view': ['invoice', 'invoice_payment', 'quickbooks_batch', 'claim_batch'],
  'payroll.view': ['provider_rate', 'pay_rate', 'extra_pay', 'payroll_run', 'payroll_decision'],
} as const satisfies Partial<Record<Permission, readonly RecordName[]>>;

function recordFields(actor: Actor): SQL {
  const hidden = Object.entries(MONEY).flatMap(([permission, entities]) =>
    mayUse(actor, permission as keyof typeof MONEY) ? [] : entities,
  );
  const readable = sql`coalesce(e.entity, '') <> all(${arrayParam(hidden, 'text')})`;
  return sql`e.id, ${sql.raw(isoInstant('at', 'e'))}, e.user_id as by,
    ${sql.raw(personNameOf('e.user_id'))} as by_name, e.action, e.entity, e.row_id, e.row_version, e.request_id,
    e.details, case when ${readable} then e.changes end as changes,
    (select row_to_json(f) from (
      select i.kind, i.file_name, ${sql.raw(isoInstant('started_at', 'i'))} from imports i
      where i.id = coalesce(e.details ->> 'import', case when e.entity = 'import' then e.row_id end)::uuid
    ) f) as imported,
    coalesce(
      (select nullif(s.reason, '') from pay_period_steps s
        where s.id = case when e.entity = 'pay_period_step' then e.row_id end::uuid),
      -- Each version of a run has added one step.
      (select nullif(r.steps -> (e.row_version - 1) ->> 'note', '') from payroll_runs r
        where ${readable} and r.id = case when e.entity = 'payroll_run' then e.row_id end::uuid)
    ) as reason`;
}

/** Everything, but for admins nothing about the accounts of super admins. */
function inReach(actor: Actor): SQL {
  if (mayManageUser(actor, { role: ROLES.superAdmin })) return sql`true`;
  return sql`not ((e.entity in ('user', 'sign_in') or e.action like 'auth.%') and exists (
    select from users x where x.role = ${ROLES.superAdmin}
      and x.id::text = case when e.entity = 'user' then e.row_id else e.user_id::text end))`;
}

function onDays({ start_date, end_date }: Pick<Asked, 'start_date' | 'end_date'>): SQL {
  const start = pacificInstant(start_date, '00:00');
  const end = pacificInstant(dayPlus(end_date, 1), '00:00');
  return sql`(e.at >= ${start} and e.at < ${end})`;
}

function matching({ person, student, kind, entity, record, before, ...days }: Asked): SQL {
  const conditions = [onDays(days)];
  if (before !== undefined) conditions.push(sql`e.id < ${Number(before)}`);
  if (person !== undefined) {
    conditions.push(
      sql`(e.user_id = ${person} or e.details ->> 'on_behalf_of' = ${person}
        or (e.entity in ('user', 'provider', 'provider_account') and e.row_id = ${person}))`,
    );
  }
  if (student !== undefined) conditions.push(aboutStudent(student));
  if (kind !== undefined) conditions.push(ofKind(kind));
  if (entity !== undefined) conditions.push(sql`e.entity = ${entity}`);
  if (record !== undefined) conditions.push(sql`e.row_id = ${record}`);
  return sql.join(conditions, sql` and `);
}

/** What is matched by the kind's pattern and by none before it. */
function ofKind(kind: AuditKind): SQL {
  const patterns = Object.entries(AUDIT_KIND_PATTERNS);
  const at = patterns.findIndex(([one]) => one === kind);
  const earlier = at === -1 ? patterns : patterns.slice(0, at);
  const own = patterns[at];
  return sql.join(
    [
      ...earlier.map(([, pattern]) => sql`e.action !~ ${pattern}`),
      ...(own === undefined ? [] : [sql`e.action ~ ${own[1]}`]),
    ],
    sql` and `,
  );
}

/** Records that are, or were, about a student. */
function aboutStudent(student: string): SQL {
  const ofRows = (entity: string, rows: SQL) => sql`(e.entity = ${entity} and e.row_id in (${rows}))`;
  const ofTable = (entity: string, table: string) =>
    ofRows(entity, sql`select r.id::text from ${sql.identifier(table)} r where r.student = ${student}`);
  return sql`(e.details ->> 'student' = ${student}
    or (e.entity in ('student', 'student_account') and e.row_id = ${student})
    or ${ofRows('session', sql`select r.id::text from sessions r where r.student_ids @> array[${student}::uuid]`)}
    or (e.entity = 'session' and strpos((e.changes -> 'student_ids')::text, ${student}) > 0)
    or ${ofTable('calendar_event', 'calendar_events')}
    or (e.entity = 'calendar_event' and strpos((e.changes -> 'student')::text, ${student}) > 0)
    or ${ofTable('soap_note', 'soap_notes')}
    or ${ofTable('goal_entry', 'goal_entries')}
    or ${ofTable('attachment', 'attachments')}
    or ${ofTable('parent', 'parents')}
    or ${ofTable('student_note', 'student_notes')}
    or ${ofTable('student_service', 'assigned_services')}
    or ${ofTable('goal', 'goals')}
    or ${ofTable('rate', 'rates')})`;
}
