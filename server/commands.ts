import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { SHORTEST_PASSWORD } from '#domain/access/password-rules.ts';
import { ROLES } from '#domain/access/roles.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { openBlobs } from './blob-store.ts';
import { type Config, ConfigProblem } from './config.ts';
import { audit } from './db/audit.ts';
import { verifyAudit } from './db/audit-chain.ts';
import type { Database } from './db/database.ts';
import { hashPassword } from './db/password-hash.ts';
import { type PostgresDatabase, underAdvisoryLock } from './db/postgres.ts';
import { users } from './db/schema/users.ts';
import { refreshScopeMembers } from './db/scope-members.ts';
import type { DemoFiles } from './db/seed/attachments.ts';
import { LEAST_SCHOOL_WEEKS, seedDemo } from './db/seed/demo.ts';
import { isDemo } from './db/seed/demo-mark.ts';
import { endSignIns } from './modules/auth/signing-in.ts';
import { factorOf, removeFactor } from './modules/auth/stored-second-factor.ts';

/** A user error on the command line, with its message. */
export class CommandProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandProblem';
  }
}

/**
 * Keeps production off a database that contains, or once contained, the demo organization, whose passwords
 * are public.
 * @throws ConfigProblem
 */
export async function refuseDemoInProduction(config: Pick<Config, 'mode'>, db: Database): Promise<void> {
  if (config.mode !== 'production' || !(await isDemo(db))) return;
  throw new ConfigProblem(
    'This database holds the demo organization, whose passwords are public, so it cannot run with CASELOAD_MODE=production. Set DATA_DIR or DATABASE_URL to a new one.',
  );
}

async function hasUsers(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from users) as found`);
  return rows[0]?.found === true;
}

/** Any number; the same in every process of this product. */
const SEED_LOCK = 728_302;

/** Seeds a new database with the demo organization. Processes that start together do it once. */
export async function seedWhenNew(db: Database, now: Date, files: DemoFiles): Promise<void> {
  const seed = async () => {
    if (await hasUsers(db)) return;
    await seedDemo(db, { today: pacificDay(now), now: now.toISOString(), files });
  };
  if (db.kind === 'pglite') return seed();
  return underAdvisoryLock(db as PostgresDatabase, SEED_LOCK, seed);
}

/** The smallest demo that tests seed. */
const SMALLEST_SCALE = 0.1;
const MOST_YEARS = 15;

/**
 * `seed --scale 10`: the demo organization at a multiple of its size (or, under 1, a part of it), in an empty
 * database. `--school-weeks 8` records work for so many weeks with school only; `--years 3` for this fiscal year and the two before,
 * with notes, events, timecards, and timesheets of all days.
 */
export async function seedCommand(
  db: Database,
  args: string[],
  config: Pick<Config, 'mode' | 'dataDir' | 'attachments'>,
): Promise<string> {
  if (config.mode === 'production') {
    throw new CommandProblem("Demo data can't be added in production (CASELOAD_MODE=production).");
  }
  const options = {
    scale: { type: 'string', default: '1' },
    'school-weeks': { type: 'string' },
    years: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args, options });
  const scale = z.coerce.number().min(SMALLEST_SCALE).max(1_000).safeParse(values.scale);
  if (!scale.success) throw new CommandProblem(`--scale needs a number from ${SMALLEST_SCALE} to 1000.`);
  const weeks = z.coerce.number().int().min(LEAST_SCHOOL_WEEKS).optional().safeParse(values['school-weeks']);
  if (!weeks.success) throw new CommandProblem(`--school-weeks needs ${LEAST_SCHOOL_WEEKS} or more.`);
  const years = z.coerce.number().int().min(1).max(MOST_YEARS).optional().safeParse(values.years);
  if (!years.success) throw new CommandProblem(`--years needs a number from 1 to ${MOST_YEARS}.`);
  if (years.data !== undefined && weeks.data !== undefined) {
    throw new CommandProblem('Give --years or --school-weeks, not both.');
  }
  if (await hasUsers(db)) {
    throw new CommandProblem('This database already has data. Set DATA_DIR or DATABASE_URL to a new one.');
  }
  const now = new Date();
  const files = openBlobs(config);
  await seedDemo(db, {
    ...{ scale: scale.data, schoolWeeks: weeks.data, years: years.data },
    ...{ today: pacificDay(now), now: now.toISOString(), files },
  });
  return `Added the demo organization at ${scale.data} times its usual size.`;
}

const Admin = z.object({
  email: z.email("isn't an email address").max(254).toLowerCase(),
  username: z.string().trim().min(2, 'needs at least 2 characters').max(100),
  password: z.string().min(SHORTEST_PASSWORD, `needs at least ${SHORTEST_PASSWORD} characters`).max(200),
});

/**
 * `create-admin [--email …] [--username …]`: creates a super admin. Missing values are prompted for. The
 * password comes from CASELOAD_ADMIN_PASSWORD or a prompt, never from the command line, which other programs
 * can read.
 */
export async function createAdminCommand(
  db: Database,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { values } = parseArgs({
    args,
    options: { email: { type: 'string' }, username: { type: 'string' } },
  });
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (given: string | undefined, question: string) =>
    given ?? (await terminal.question(question));
  const answers = {
    email: await ask(values.email, 'Email: '),
    username: await ask(values.username, 'User name: '),
    password: await ask(
      environment.CASELOAD_ADMIN_PASSWORD,
      `Password (at least ${SHORTEST_PASSWORD} characters): `,
    ),
  };
  terminal.close();
  const admin = Admin.safeParse(answers);
  if (!admin.success) {
    throw new CommandProblem(
      admin.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
    );
  }
  const { email, username, password } = admin.data;
  const id = uuidv7();
  const now = new Date().toISOString();
  const password_hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const added = await tx
      .insert(users)
      .values({
        id,
        email,
        username,
        password_hash,
        last_password_update: now,
        role: ROLES.superAdmin,
        emp: 'w2_exempt',
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (added.length === 0) throw new CommandProblem('Someone already has this email address or user name.');
    await refreshScopeMembers(tx, [id]);
    await audit(
      tx,
      { now, request_id: 'create-admin' },
      { user_id: null, action: 'user.create', entity: 'user', row_id: id },
    );
  });
  return `${username} is a super admin and can log in.`;
}

/**
 * `reset-second-factor --email …`: for a super admin who has lost phone and recovery codes, and whom no other super
 * admin can help. Their sessions end.
 */
export async function resetSecondFactorCommand(db: Database, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { email: { type: 'string' } } });
  const email = (values.email ?? '').trim().toLowerCase();
  if (email === '') throw new CommandProblem('--email needs the email address of the account.');
  const context = { now: new Date().toISOString(), request_id: 'reset-second-factor' };
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(eq(users.email, email));
    if (user === undefined) throw new CommandProblem(`No account has the email address ${email}.`);
    if ((await factorOf(tx, user.id, 'on')) === null) {
      throw new CommandProblem(`${user.username} has no second factor.`);
    }
    await removeFactor(tx, user.id);
    await endSignIns(tx, user.id, context);
    const action = 'user.reset-second-factor';
    await audit(tx, context, { user_id: null, action, entity: 'user', row_id: user.id });
    return `${user.username} can log in with the password alone, until a second factor is set up.`;
  });
}

/** `verify-audit`: checks the hash chain of the audit, record by record. */
export async function verifyAuditCommand(db: Database): Promise<string> {
  const { verified, head, unsealed, broken } = await verifyAudit(db);
  const count = countWords(verified);
  if (broken !== null) {
    const { position, entry_id, problem } = broken;
    throw new CommandProblem(
      `Record ${position} (audit entry ${entry_id}): ${problem}. ${count} before it verified.`,
    );
  }
  const newer = unsealed === 0 ? [] : [`${countWords(unsealed)} not in the chain yet.`];
  return [`${count} verified.`, `Last hash: ${head}`, ...newer].join('\n');
}

function countWords(records: number): string {
  return records === 1 ? '1 record' : `${records} records`;
}
