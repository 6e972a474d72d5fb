import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { shownName } from '#server/db/person-name.ts';
import { providers } from '#server/db/schema/providers.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { users } from '#server/db/schema/users.ts';
import type { SignedInActor } from '#server/records/call.ts';

/** A person with everything that row rules need, and the state of their sign-in. One query. */
export interface LoadedActor {
  actor: SignedInActor;
  is_active: boolean;
  signIn: { ended: boolean; expires_at: string; last_seen_at: string } | null;
}

/** Builds the set on first use: most calls look at only one of them. */
function lazySet(values: readonly string[]): () => ReadonlySet<string> {
  let set: ReadonlySet<string> | undefined;
  return () => (set ??= new Set(values));
}

const person = {
  user_id: users.id,
  username: users.username,
  name: sql<string>`${sql.raw(shownName('users', 'providers'))}`,
  role: users.role,
  grants: users.grants,
  is_active: users.is_active,
  forced_logout_at: users.forced_logout_at,
  provider_id: providers.id,
  credentials: providers.credentials,
  // As JSON, because the drivers parse arrays differently.
  service_ids: sql<
    string[]
  >`to_json(array(select service from provider_services where provider = ${users.id}))`,
  student_ids: sql<
    string[]
  >`to_json(array(select student from student_providers where provider = ${users.id}))`,
  supervisee_ids: sql<
    string[]
  >`to_json(array(select supervisee from supervisions where supervisor = ${users.id}))`,
};

interface PersonRow {
  user_id: string;
  username: string;
  name: string;
  role: string;
  grants: string[];
  is_active: boolean;
  provider_id: string | null;
  credentials: string | null;
  service_ids: string[];
  student_ids: string[];
  supervisee_ids: string[];
}

function actorOf(row: PersonRow, sign_in_id: string | null, forced_out: boolean): SignedInActor {
  const services = lazySet(row.service_ids);
  const students = lazySet(row.student_ids);
  const supervisees = lazySet(row.supervisee_ids);
  return {
    user_id: row.user_id,
    username: row.username,
    name: row.name,
    credentials: row.credentials ?? '',
    role: row.role,
    grants: row.grants,
    provider_id: row.provider_id,
    sign_in_id,
    forced_out,
    get service_ids() {
      return services();
    },
    get student_ids() {
      return students();
    },
    get supervisee_ids() {
      return supervisees();
    },
  };
}

/** The person of a sign-in; null if there is no such sign-in. */
export async function loadActorOfSignIn(db: Database, signInId: string): Promise<LoadedActor | null> {
  const [row] = await db
    .select({
      ...person,
      signed_in_at: sign_ins.signed_in_at,
      last_seen_at: sign_ins.last_seen_at,
      ended_at: sign_ins.ended_at,
      expires_at: sign_ins.expires_at,
    })
    .from(sign_ins)
    .innerJoin(users, eq(users.id, sign_ins.user_id))
    .leftJoin(providers, eq(providers.id, users.id))
    .where(eq(sign_ins.id, signInId));
  if (row === undefined) return null;
  const forcedOut =
    row.forced_logout_at !== null && Date.parse(row.signed_in_at) <= Date.parse(row.forced_logout_at);
  return {
    actor: actorOf(row, signInId, forcedOut),
    is_active: row.is_active,
    signIn: { ended: row.ended_at !== null, expires_at: row.expires_at, last_seen_at: row.last_seen_at },
  };
}

/** The person by id, without a sign-in: the author of an encrypted write. */
export async function loadActorOfUser(
  db: Database | Transaction,
  userId: string,
): Promise<LoadedActor | null> {
  const [row] = await db
    .select(person)
    .from(users)
    .leftJoin(providers, eq(providers.id, users.id))
    .where(eq(users.id, userId));
  if (row === undefined) return null;
  return { actor: actorOf(row, null, false), is_active: row.is_active, signIn: null };
}
