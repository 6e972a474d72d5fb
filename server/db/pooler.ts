import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { openPostgres, type PostgresDatabase } from './postgres.ts';

/** What a session of the database says about itself. */
interface Session {
  database: string;
  /** The same for a PostgreSQL and its standbys. */
  cluster: string;
  is_standby: boolean;
  zone: string;
  statement_ms: number;
}

/** The pooler can't be used; the message says why, for the person who set it up. */
export class UnfitPooler extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnfitPooler';
  }
}

export async function describeSession(db: Pick<Database, 'execute'>): Promise<Session> {
  const { rows } = await db.execute<Session & Record<string, unknown>>(sql`
    select current_database() as database, pg_is_in_recovery() as is_standby,
      (select system_identifier::text from pg_control_system()) as cluster,
      current_setting('TimeZone') as zone,
      (select setting::int from pg_settings where name = 'statement_timeout') as statement_ms
  `);
  const [session] = rows;
  if (session === undefined) throw new TypeError('The database did not say which server it is.');
  return session;
}

/**
 * Why the pooler between us and PostgreSQL can't be used, in words for the person who set it up; null if it can, or if
 * there is none.
 */
export async function poolerProblem(db: PostgresDatabase): Promise<string | null> {
  if (!db.hasPooler) return null;
  const direct = openPostgres(db.directUrl);
  try {
    const [pooled, own] = [await describeSession(db), await describeSession(direct)];
    if (pooled.database !== own.database || pooled.cluster !== own.cluster) {
      return 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.';
    }
    if (own.is_standby) return 'DATABASE_DIRECT_URL leads to a standby. It must be the primary.';
    return pooled.zone === 'UTC'
      ? null
      : `The pooler's sessions are in ${pooled.zone}: let it pass on TimeZone, as PgBouncer does.`;
  } finally {
    await direct.close();
  }
}

/** Whether statements through the pooler end by themselves. */
export async function hasStatementLimit(db: PostgresDatabase): Promise<boolean> {
  return (await describeSession(db)).statement_ms > 0;
}
