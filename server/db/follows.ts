import { type SQL, sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import { BY_MONTH, BY_YEAR, OPEN, type ScopePart } from '#domain/access/scope-parts.ts';
import { CHANGE_CHANNEL, MARK, READER_PREFIX } from './change-index.ts';
import type { Transaction } from './database.ts';
import { arrayParam } from './json-rows.ts';

/** A device of one person. */
export interface Follower {
  device_id: string;
  user_id: string;
}

/**
 * From now on the device follows the files of these students, as far as the person may see them: one transaction at a time per
 * person, so that no right ends between.
 * @returns the students that it follows now, and which of them it didn't follow before
 */
export async function followFiles(
  tx: Transaction,
  follower: Follower,
  students: readonly string[],
): Promise<{ students: string[]; added: string[] }> {
  await tx.execute(sql`select 1 from users where id = ${follower.user_id}::uuid for no key update`);
  const added = await writeFollows(tx, follower, students);
  await endFollows(tx, [follower.user_id]);
  const { rows } = await tx.execute<{ student: string }>(sql`
    select student::text as student from follows
    where user_id = ${follower.user_id}::uuid and device_id = ${follower.device_id}::uuid and not has_left order by 1
  `);
  const standing = rows.map(({ student }) => student);
  return { students: standing, added: standing.filter((student) => added.includes(student)) };
}

/**
 * From now on the device follows the files of exactly these students. Those that it followed before keep their place in the
 * order, so their files aren't sent again. The caller has checked that the person may see them.
 * @returns the students whose files it didn't follow before
 */
async function writeFollows(
  tx: Transaction,
  { device_id, user_id }: Follower,
  students: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ student: string }>(sql`
    with wanted as (select distinct unnest(${arrayParam(students, 'uuid')}) as student),
    standing as (
      select student from follows where user_id = ${user_id}::uuid and device_id = ${device_id}::uuid and not has_left
    ),
    difference as (
      select student, false as has_left from (select * from wanted except select * from standing) added
      union all
      select student, true from (select * from standing except select * from wanted) removed
    ),
    moved as (
      insert into follows as f (device_id, user_id, student, has_left, xid, seq, changed_at)
      select ${device_id}::uuid, ${user_id}::uuid, student, has_left, pg_current_xact_id(), nextval('change_seq'),
        clock_timestamp()
      from (select * from difference order by has_left, student) ordered
      on conflict (user_id, device_id, student) do update
        set has_left = excluded.has_left, xid = excluded.xid, seq = excluded.seq, changed_at = excluded.changed_at
      returning f.user_id, f.student, f.has_left
    ),
    marked as (${MARK} where exists (select from moved) on conflict do nothing),
    told as materialized (${notices('moved')})
    select student::text as student from moved where not has_left and (select count(*) >= 0 from told)
  `);
  return rows.map(({ student }) => student);
}

/**
 * Ends what devices of these people follow without a right to: of students whom the person neither serves, leads, nor
 * supervises any more, and of archived ones. The office may follow everyone, except a record that was merged into another one:
 * its file went there.
 *
 * A follow that outlives a membership of this transaction starts with it: a backfill of the membership may have been under way.
 */
export async function endFollows(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update follows f set xid = pg_current_xact_id(), seq = nextval('change_seq'), changed_at = clock_timestamp()
    where f.user_id = any(${arrayParam(userIds, 'uuid')}) and not f.has_left
      and exists (${memberOfFollowed(sql`m.has_left and m.xid = pg_current_xact_id()`)})
  `);
  await tx.execute(sql`
    with ended as (
      update follows f set has_left = true, xid = pg_current_xact_id(), seq = nextval('change_seq'),
        changed_at = clock_timestamp()
      from users u
      where f.user_id = u.id and u.id = any(${arrayParam(userIds, 'uuid')}) and not f.has_left
        and not (
          u.is_active and (
            u.role in (${ROLES.superAdmin}, ${ROLES.admin})
              and exists (select from students s where s.id = f.student and s.merged_into is null)
            or u.role in (${ROLES.provider}, ${ROLES.serviceLead}, ${ROLES.supervisor})
              and exists (select from students s where s.id = f.student and not s.archived)
              and (
                exists (select from student_providers sp where sp.student = f.student and sp.provider = u.id)
                or (u.role = ${ROLES.serviceLead} and exists (
                  select from student_services ss join provider_services ps on ps.service = ss.service
                  where ss.student = f.student and ps.provider = u.id
                ))
                or (u.role = ${ROLES.supervisor} and exists (
                  select from student_providers sp join supervisions sv on sv.supervisee = sp.provider
                  where sp.student = f.student and sv.supervisor = u.id
                ))
              )
          )
        )
      returning f.user_id
    ),
    marked as (${MARK} where exists (select from ended) on conflict do nothing)
    ${notices('ended')}
  `);
}

/** Tells every server process whose scopes changed. */
function notices(rows: 'moved' | 'ended'): SQL {
  return sql`
    select pg_notify(
      ${CHANGE_CHANNEL}::text,
      pg_current_xact_id()::text || ' ' || ${READER_PREFIX}::text || user_id || '=' || count(*)
    )
    from ${sql.raw(rows)} group by user_id`;
}

/** A person on a device. */
export interface ScopeReader {
  userId: string;
  /** Null for a reader without a device, which follows nothing. */
  deviceId: string | null;
  /** The months that the device holds of the scopes that have others' rows by months; `open` is one of them. */
  months: readonly ScopePart[];
  /** The fiscal years that it holds of the person's own rows, and of archived students; `open` is one of them. */
  years: readonly ScopePart[];
}

/**
 * The scopes of a person on a device, with the transaction since which they stand: memberships, parts of them, and followed
 * files. A student in both stands once.
 */
export function standingScopes(reader: ScopeReader): SQL {
  const { userId, deviceId } = reader;
  return sql`(
    select scope, xid from scope_members where user_id = ${userId}::uuid and not has_left
    ${ofParts(reader, (part) => sql`select m.scope || ':' || ${part} as scope, m.xid`, sql`not m.has_left`)}
    union all
    select 'student:' || f.student as scope, f.xid from follows f
    where f.user_id = ${userId}::uuid and f.device_id = ${deviceId}::uuid and not f.has_left
      and not exists (${memberOfFollowed(sql`not m.has_left`)})
  )`;
}

/** Memberships and follows written by `since` or later transactions, including past ones unless the other kind still stands. */
export function scopesSince(reader: ScopeReader, since: string): SQL {
  const { userId, deviceId } = reader;
  return sql`
    select m.scope, m.has_left, m.xid::text as xid from scope_members m
    where m.user_id = ${userId}::uuid and m.xid >= ${since}::xid8
      and not (m.has_left and m.scope like 'student:%' and exists (
        select from follows f where f.user_id = m.user_id and f.device_id = ${deviceId}::uuid and not f.has_left
          and 'student:' || f.student = m.scope
      ))
    ${ofParts(
      reader,
      (part) => sql`select m.scope || ':' || ${part}, m.has_left, m.xid::text`,
      sql`m.xid >= ${since}::xid8`,
    )}
    union all
    select 'student:' || f.student, f.has_left, f.xid::text from follows f
    where f.user_id = ${userId}::uuid and f.device_id = ${deviceId}::uuid and f.xid >= ${since}::xid8
      and not exists (${memberOfFollowed(sql`(not m.has_left or f.has_left and m.xid >= ${since}::xid8)`)})
    order by scope
  `;
}

/** Nothing of the months for readers who hold no others' rows: most of them, and a pull asks often. */
function ofParts({ userId, months, years }: ScopeReader, select: (part: SQL) => SQL, where: SQL): SQL {
  const of = (scopes: SQL, parts: readonly ScopePart[]) =>
    parts.length === 0
      ? sql``
      : sql`
    union all
    ${select(sql.raw('part'))} from scope_members m, unnest(${arrayParam(parts, 'text')}) part
    where m.user_id = ${userId}::uuid and ${scopes} and ${where}`;
  // The office's scope has months and years: what is open comes with the months.
  const byYear = sql`m.scope ~ ${BY_YEAR} and not (part = ${OPEN} and m.scope ~ ${BY_MONTH})`;
  return sql`${of(sql`m.scope ~ ${BY_MONTH}`, months)}${of(byYear, years)}`;
}

function memberOfFollowed(condition: SQL): SQL {
  return sql`select from scope_members m
    where m.user_id = f.user_id and m.scope = 'student:' || f.student and ${condition}`;
}
