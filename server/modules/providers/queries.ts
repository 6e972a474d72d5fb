import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { EMPLOYMENT_FIELDS, ProviderFile } from '#contract/providers.ts';
import { mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { OpenWork } from '#domain/providers/provider-rules.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { takesSubmission } from '#domain/timesheets/status-rules.ts';
import { TIMESHEET_STATUSES } from '#domain/timesheets/timesheet.ts';
import { occurrencesWithin } from '#server/db/calendar-occurrences.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import { providersInReach } from '#server/modules/catalog/queries.ts';
import { countOpenNotes } from '#server/modules/soap/queries.ts';
import type { Call } from '#server/records/call.ts';

interface Named {
  id: string;
  name: string;
}

const NAME = sql`p.provider_first || ' ' || p.provider_last`;
const BY_NAME = sql`lower(p.provider_last), lower(p.provider_first), p.id`;

/** On `providers p`: those whom the permission table gives the person; archived ones for the office only. */
export function providersSeen(actor: Actor): SQL {
  const reached = sql`p.id in (select id from providers where ${providersInReach(actor)})`;
  return seesWholeOrganization(actor) ? reached : sql`(not p.archived and ${reached})`;
}

/** The people on the other side of a supervision, by name. */
function supervisionList(of: 'supervisor' | 'supervisee'): SQL {
  const [own, other] = of === 'supervisor' ? ['supervisee', 'supervisor'] : ['supervisor', 'supervisee'];
  return sql`(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.provider_first || ' ' || o.provider_last)
      order by lower(o.provider_last), lower(o.provider_first), o.id), '[]')
    from supervisions sv join providers o on o.id = sv.${sql.raw(other)}
    where sv.${sql.raw(own)} = p.id and not o.archived)`;
}

async function filesWhere(tx: Transaction, actor: Actor, where: SQL): Promise<ProviderFile[]> {
  const files = await jsonRows<ProviderFile>(
    tx,
    sql`select ${fieldsOf('provider_account', 'a')},
        p.provider_first, p.provider_last, p.credentials, p.needs_co_sign, p.archived,
        array(select sp.service from provider_services sp where sp.provider = p.id order by 1) as services,
        array(select sv.supervisor from supervisions sv where sv.supervisee = p.id order by 1) as supervisors,
        u.username, u.email, u.role, u.emp, u.grants, u.password_hash = ${NO_PASSWORD} as is_invited,
        ${supervisionList('supervisor')} as supervisor_list, ${supervisionList('supervisee')} as supervisee_list,
        (select count(*)::int from student_providers l join students s on s.id = l.student
          where l.provider = p.id and not s.archived) as student_count
      from provider_accounts a join providers p on p.id = a.id join users u on u.id = a.id
      where ${providersSeen(actor)} and ${where} order by ${BY_NAME}`,
  );
  return seesWholeOrganization(actor)
    ? files
    : files.map((file) => ({ ...file, ...NO_EMPLOYMENT, ...NO_LOGIN }));
}

const NO_EMPLOYMENT: Pick<ProviderFile, (typeof EMPLOYMENT_FIELDS)[number]> = {
  ...{ emp: '', payroll_id: '', hired_on: null, left_on: null },
};

const NO_LOGIN: Pick<ProviderFile, 'is_invited' | 'grants'> = { is_invited: false, grants: [] };

export function listProviderFiles(tx: Transaction, actor: Actor, archived: boolean): Promise<ProviderFile[]> {
  return filesWhere(tx, actor, sql`p.archived = ${archived}`);
}

/** The provider, or `record.absent`, the same for inaccessible and nonexistent ones. */
export async function providerFile(tx: Transaction, actor: Actor, id: string): Promise<ProviderFile> {
  const [file] = await filesWhere(tx, actor, sql`p.id = ${id}`);
  if (file === undefined) throw new ApiError('record.absent');
  return file;
}

/** Active people who can supervise a provider. */
export function listSupervisors(tx: Transaction): Promise<Named[]> {
  return jsonRows(
    tx,
    sql`select p.id, ${NAME} as name from providers p join users u on u.id = p.id
      where ${canSupervise()} order by ${BY_NAME}`,
  );
}

/** @returns SQL on `providers p` and `users u` */
export function canSupervise(): SQL {
  return sql`not p.archived and u.role = ${ROLES.supervisor}`;
}

interface Group {
  supervisor: Named | null;
  providers: Named[];
}

/** Supervisors with their active providers, those without one last. Who has two supervisors is in both groups. */
export async function listGroups(tx: Transaction, actor: Actor): Promise<Group[]> {
  const people = await jsonRows<Named & { supervisors: Named[] }>(
    tx,
    sql`select p.id, ${NAME} as name, ${supervisionList('supervisor')} as supervisors
      from providers p where not p.archived and ${providersSeen(actor)} order by ${BY_NAME}`,
  );
  const groups = new Map<string, Group>();
  for (const { supervisors, ...person } of people) {
    for (const supervisor of supervisors.length === 0 ? [null] : supervisors) {
      const group = groups.get(supervisor?.id ?? '') ?? { supervisor, providers: [] };
      group.providers.push(person);
      groups.set(supervisor?.id ?? '', group);
    }
  }
  const nameOf = ({ supervisor }: Group) => supervisor?.name ?? '';
  return [...groups.values()].sort(
    (a, b) =>
      Number(a.supervisor === null) - Number(b.supervisor === null) || nameOf(a).localeCompare(nameOf(b)),
  );
}

const TO_SUBMIT_AGAIN = TIMESHEET_STATUSES.filter(takesSubmission);

/** How far ahead calendar events are counted. */
const DAYS_AHEAD = 366;

/** On `pay_periods p`: whether the provider has work in it. */
function worked(table: 'sessions' | 'timecards', day: 'session_date' | 'work_date', id: string): SQL {
  return sql`exists (select from ${sql.raw(table)} w where w.provider = ${id}
    and w.${sql.raw(day)} between p.start_date and p.end_date and w.deleted_at is null)`;
}

/** What is open under a provider's name; null for people who can't deactivate providers. */
export async function openWorkOf({ tx, actor, context }: Call, id: string): Promise<OpenWork | null> {
  if (!mayUse(actor, 'provider.record')) return null;
  const newestSheets = sql`timesheets t where t.provider_id = ${id} and t.deleted_at is null and not exists (
      select from timesheets n where n.provider_id = t.provider_id
        and n.period_start_date = t.period_start_date and n.revision > t.revision and n.deleted_at is null
    )`;
  const [counts] = await jsonRows<Omit<OpenWork, 'events' | 'notes'>>(
    tx,
    sql`select
      (select count(*)::int from student_providers l join students s on s.id = l.student
        where l.provider = ${id} and not s.archived) as students,
      (select count(*)::int from supervisions sv join providers o on o.id = sv.supervisee
        where sv.supervisor = ${id} and not o.archived) as supervisees,
      (select count(*)::int from ${newestSheets} and t.status = 'submitted') as timesheets,
      (select count(*)::int from ${newestSheets} and t.status = any(${arrayParam(TO_SUBMIT_AGAIN, 'text')})
        and not exists (select from pay_periods p where p.start_date = t.period_start_date and p.is_locked)
        ) + (select count(*)::int from pay_periods p where not p.is_locked
          and not exists (select from timesheets t
            where t.provider_id = ${id} and t.period_start_date = p.start_date and t.deleted_at is null)
          and (${worked('sessions', 'session_date', id)} or ${worked('timecards', 'work_date', id)})
        ) as timesheets_to_submit,
      (select count(*)::int from devices
        where user_id = ${id} and unsent_count > 0 and wiped_at is null) as devices`,
  );
  if (counts === undefined) throw new TypeError('The query gave no row.');
  const start = pacificDay(context.now);
  const planned = await occurrencesWithin(tx, sql`e.provider = ${id} and not e.is_lunch`, {
    ...{ start, end: dayPlus(start, DAYS_AHEAD) },
  });
  const notes = await countOpenNotes(tx, sql`provider = ${id} and deleted_at is null`);
  return {
    ...counts,
    notes,
    events: new Set(planned.map(({ id: one, original_id }) => original_id ?? one)).size,
  };
}
