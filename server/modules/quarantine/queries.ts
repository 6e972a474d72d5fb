import { type SQL, sql } from 'drizzle-orm';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { type Actor, MOST_HELD_CHANGES, maySeeWaitingWrite } from '#domain/access/row-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { shownName } from '#server/db/person-name.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import { readSubjects, type Subjects } from './subjects.ts';
import type { WriteContent } from './take-in.ts';

/** A held write with what is needed to judge and run it. Undecryptable ones are excluded. */
export interface StoredWrite
  extends Omit<QuarantinedWrite, 'endpoint' | 'params' | 'body' | 'student_names'> {
  content: WriteContent;
  base_version: number | null;
  depends_on: string[];
  device_now: string;
  author_services: string[];
}

interface WriteRow extends Omit<StoredWrite, 'content'> {
  content: string;
}

const writeFields = sql.raw(`
  q.write_id, q.author, ${shownName('au', 'ap')} as author_name,
  q.device_id, q.cause, q.note, q.content, q.base_version, q.depends_on,
  ${isoInstant('captured_at')}, ${isoInstant('device_now')}, ${isoInstant('received_at')},
  q.decision, ${shownName('du', 'dp')} as decided_by_name,
  ${isoInstant('decided_at')}, q.decision_note, q.problem,
  array(select s.service from provider_services s where s.provider = q.author) as author_services`);

/** @param rest a condition, and optional clauses after it */
async function selectWrites(tx: Transaction, rest: SQL): Promise<StoredWrite[]> {
  const rows = await jsonRows<WriteRow>(
    tx,
    sql`select ${writeFields} from quarantined_writes q
      join users au on au.id = q.author left join providers ap on ap.id = q.author
      left join users du on du.id = q.decided_by left join providers dp on dp.id = q.decided_by
      where q.content is not null and ${rest}`,
  );
  return rows.map((row) => ({ ...row, content: JSON.parse(row.content) as WriteContent }));
}

/** What the reader may know about the writes' subjects. */
interface Known {
  subjects: ReadonlyMap<string, Subjects>;
  /** Names of accessible students, by id. */
  names: ReadonlyMap<string, string>;
}

async function knownOf(tx: Transaction, actor: Actor, writes: readonly StoredWrite[]): Promise<Known> {
  const subjects = await readSubjects(tx, writes);
  const ids = new Set([...subjects.values()].flatMap(({ students }) => students));
  const students = await visibleStudents(tx, actor, [...ids]);
  const names = students.map(
    (student) => [student.id, `${student.first_name} ${student.last_name}`] as const,
  );
  return { subjects, names: new Map(names) };
}

function mayDecideOn(actor: Actor, write: StoredWrite, { subjects, names }: Known): boolean {
  const { students = [], services = [] } = subjects.get(write.write_id) ?? {};
  return maySeeWaitingWrite(actor, {
    author: write.author,
    is_handed_over: write.cause === 'handed-over',
    author_services: write.author_services,
    services,
    names_visible_student: students.some((id) => names.has(id)),
  });
}

function wireWrite(actor: Actor, write: StoredWrite, { subjects, names }: Known): QuarantinedWrite {
  const { content, ...rest } = write;
  const { students = [], current } = subjects.get(write.write_id) ?? {};
  const shown = students.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return {
    ...rest,
    endpoint: content.endpoint,
    params: content.params,
    body: content.body ?? null,
    student_names: Object.fromEntries(shown),
    ...(current !== undefined && seesWholeOrganization(actor) ? { current } : {}),
  };
}

/** Writes that the person may decide on: open ones, oldest first, or with decided ones, newest first. */
export async function listWrites(
  tx: Transaction,
  actor: Actor,
  withDecided: boolean,
): Promise<QuarantinedWrite[]> {
  const cause = seesWholeOrganization(actor) ? sql`true` : sql`q.cause = 'handed-over'`;
  const found = await selectWrites(
    tx,
    withDecided
      ? sql`${cause} order by q.seq desc limit ${MOST_HELD_CHANGES}::int`
      : sql`${cause} and q.decision = 'open' order by q.seq`,
  );
  const known = await knownOf(tx, actor, found);
  return found
    .filter((write) => mayDecideOn(actor, write, known))
    .slice(0, MOST_HELD_CHANGES)
    .map((write) => wireWrite(actor, write, known));
}

/** The number of open writes that the person may decide on. */
export async function countOpenWrites(tx: Transaction, actor: Actor): Promise<number> {
  if (!seesWholeOrganization(actor)) return (await listWrites(tx, actor, false)).length;
  const [row] = await jsonRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from quarantined_writes where decision = 'open' and content is not null`,
  );
  return row?.count ?? 0;
}

/** The write, locked until the transaction ends; null if it doesn't exist or isn't accessible. */
export async function lockedWrite(tx: Transaction, actor: Actor, id: string): Promise<StoredWrite | null> {
  await tx.execute(sql`select 1 from quarantined_writes where write_id = ${id}::uuid for update`);
  const [write] = await selectWrites(tx, sql`q.write_id = ${id}::uuid`);
  if (write === undefined) return null;
  if (write.author === actor.user_id) return write;
  return mayDecideOn(actor, write, await knownOf(tx, actor, [write])) ? write : null;
}

/** The write as shown to its reader. */
export async function shownWrite(tx: Transaction, actor: Actor, id: string): Promise<QuarantinedWrite> {
  const [write] = await selectWrites(tx, sql`q.write_id = ${id}::uuid`);
  if (write === undefined) throw new Error('A write has left the quarantine.');
  return wireWrite(actor, write, await knownOf(tx, actor, [write]));
}

/** Whether one of these writes of the author is still open. */
export async function waitsAmong(tx: Transaction, author: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const rows = await selectWrites(
    tx,
    sql`q.author = ${author}::uuid and q.decision = 'open'
      and q.write_id in (${sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      )}) limit 1`,
  );
  return rows.length > 0;
}
