import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { openBlobs, readWhole } from './blob-store.ts';
import { nameOfPlace } from './blobs/s3-place.ts';
import { StoreRefused } from './blobs/s3-requests.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { migrationsFolder } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { hasStatementLimit, poolerProblem } from './db/pooler.ts';
import { openPostgres, type PostgresDatabase } from './db/postgres.ts';
import { readQueueAges } from './db/queue-ages.ts';
import { push_keys } from './db/schema/push-notifications.ts';
import { isDemo } from './db/seed/demo-mark.ts';
import { standbyProblem } from './db/standby.ts';
import { privatePushKey } from './modules/notifications/push-keys.ts';

/** What was looked at and found; `wrong` names what to do. */
interface Finding {
  state: 'good' | 'wrong' | 'hint';
  words: string;
}

const good = (words: string): Finding => ({ state: 'good', words });
const wrong = (words: string): Finding => ({ state: 'wrong', words });
const hint = (words: string): Finding => ({ state: 'hint', words });
const SIGNS: Record<Finding['state'], string> = { good: 'ok   ', wrong: 'WRONG', hint: 'note ' };

const GIGABYTE = 1024 ** 3;
const LEAST_FREE_GB = 2;
const OLDEST_POSTGRES = 15;
const LARGEST_CLOCK_GAP_MS = 5_000;
const OLDEST_AUDIT_S = 300;
const OLDEST_TRACKER_S = 3_600;
const OLDEST_QUARANTINE_S = 7 * 86_400;
const OLDEST_REPORT_S = 3_600;
const MAIL_LIMIT_MS = 10_000;

/** Each check by itself: one that fails says so, and the others still run. */
type Check = () => Promise<Finding[]>;

async function tried(what: string, check: Check): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    // A message of the database driver may hold values: only its code is safe.
    return [
      wrong(
        `${what} can't be checked: ${codeOf(error) ?? (error instanceof Error ? error.name : 'unknown error')}.`,
      ),
    ];
  }
}

/** The code of a system or driver error; null without one. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function checkSettings({ mode, publicUrl, databaseUrl, smtpUrl, metricsToken }: Config): Finding[] {
  if (mode === 'demo') return [hint('Demo mode: the passwords are public. Enter no real data.')];
  return [
    publicUrl.startsWith('https:')
      ? good(`The app is at ${publicUrl}.`)
      : wrong(
          `PUBLIC_URL is ${publicUrl}: set it to the https address that people open. Phones work offline only over https.`,
        ),
    databaseUrl === null
      ? hint('The embedded database can lose data in a power cut. Set DATABASE_URL to a PostgreSQL database.')
      : good('The database is PostgreSQL.'),
    smtpUrl === null
      ? wrong('SMTP_URL is missing: invitations and password resets are only written to DATA_DIR/mail.')
      : good('Outgoing email is set up.'),
    metricsToken === null ? hint('METRICS_TOKEN is missing: /metrics is off.') : good('/metrics is on.'),
  ];
}

async function checkMail({ smtpUrl }: Config): Promise<Finding[]> {
  if (smtpUrl === null) return [];
  const transport = createTransport({ url: smtpUrl, connectionTimeout: MAIL_LIMIT_MS });
  try {
    await transport.verify();
    return [good('The mail server lets us log in.')];
  } catch (error) {
    return [wrong(`The mail server doesn't accept us (${codeOf(error) ?? 'no answer'}): check SMTP_URL.`)];
  } finally {
    transport.close();
  }
}

async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const probe = await mkdtemp(join(dataDir, '.doctor-'));
  await rm(probe, { recursive: true });
  const { bavail, bsize } = await statfs(dataDir);
  const free = (bavail * bsize) / GIGABYTE;
  const words = `${free.toFixed(1)} GB are free in ${dataDir}.`;
  return [free < LEAST_FREE_GB ? wrong(`${words} Make room: attachments and backups need it.`) : good(words)];
}

/** Stores, reads, and deletes a file of its own. */
async function checkStore(config: Config): Promise<Finding[]> {
  const { attachments: place } = config;
  if (place === null) return [];
  const name = nameOfPlace(place);
  const [id, bytes] = [randomUUID(), Buffer.from('caseload doctor')];
  const blobs = openBlobs(config);
  try {
    await blobs.put(id, bytes);
    const isSame = Buffer.compare(bytes, (await readWhole(blobs, id)) ?? Buffer.alloc(0)) === 0;
    if (!isSame) return [wrong(`${name} doesn't give back what was stored.`)];
    await blobs.remove(id);
    if ((await readWhole(blobs, id)) !== null) return [wrong(`${name} doesn't delete.`)];
  } catch (error) {
    const advice =
      error instanceof StoreRefused
        ? 'check the bucket, the region, and the keys, which must be allowed to list, read, write, and delete'
        : 'check the endpoint of ATTACHMENTS_URL';
    return [wrong(`${(error as Error).message.replace(/\.$/, '')} (${name}): ${advice}.`)];
  }
  const isOpen = place.endpoint.startsWith('http:') && !/\/\/(127\.|localhost|\[::1\])/.test(place.endpoint);
  return [
    isOpen
      ? hint(`Attachments go to ${name} unencrypted: use https, or a private network.`)
      : good(`${name} stores, reads, and deletes.`),
  ];
}

async function checkPostgres(db: Database): Promise<Finding[]> {
  if (db.kind !== 'postgres') return [];
  const asked = Date.now();
  const { rows } = await db.execute<{ version: number; most: number; now: number }>(sql`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('max_connections')::int as most,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now
  `);
  const [found] = rows;
  if (found === undefined) return [];
  const gap = Math.abs(found.now - (asked + Date.now()) / 2);
  const { max } = (db as PostgresDatabase).pool.options;
  return [
    found.version < OLDEST_POSTGRES
      ? wrong(`PostgreSQL ${found.version} is too old: use ${OLDEST_POSTGRES} or newer.`)
      : good(`PostgreSQL ${found.version} answers.`),
    gap > LARGEST_CLOCK_GAP_MS
      ? wrong(
          `The clocks of this machine and the database differ by ${Math.round(gap / 1_000)} s: turn on time synchronization.`,
        )
      : good('The clocks agree.'),
    found.most < max * 2
      ? hint(`PostgreSQL allows ${found.most} connections; each server process takes up to ${max}.`)
      : good(
          `PostgreSQL allows ${found.most} connections, enough for ${Math.floor(found.most / max)} servers.`,
        ),
  ];
}

async function checkPooler(db: Database): Promise<Finding[]> {
  const postgres = db as PostgresDatabase;
  if (db.kind !== 'postgres' || !postgres.hasPooler) return [];
  const problem = await poolerProblem(postgres);
  if (problem !== null) return [wrong(problem)];
  return [
    good('The pooler leads to the same database.'),
    ...((await hasStatementLimit(postgres))
      ? []
      : [
          hint(
            "The pooler's sessions have no statement_timeout: add connect_query='set statement_timeout = 60000'.",
          ),
        ]),
  ];
}

/** Reports are older than this only if it is far behind. Bytes of the write-ahead log. */
const MOST_UNREPLAYED = 64 * 1024 * 1024;

async function checkStandby(db: Database, { databaseReadUrl }: Config): Promise<Finding[]> {
  if (databaseReadUrl === null) return [];
  const standby = openPostgres(databaseReadUrl);
  try {
    const problem = await standbyProblem(db, standby);
    if (problem !== null) return [wrong(problem)];
    const { rows: positions } = await db.execute<{ position: string }>(
      sql`select pg_current_wal_lsn()::text as position`,
    );
    const { rows } = await standby.execute<{ behind: number }>(sql`
      select greatest(0, ${positions[0]?.position ?? '0/0'}::pg_lsn - pg_last_wal_replay_lsn())::float8 as behind`);
    const behind = rows[0]?.behind ?? 0;
    return [
      behind > MOST_UNREPLAYED
        ? wrong(
            `The standby is ${Math.round(behind / 1_000_000)} MB behind: reports come from the primary. Look at its log.`,
          )
        : good('The standby follows the database; reports are read from it.'),
    ];
  } finally {
    await standby.close();
  }
}

async function checkVersion(db: Database): Promise<Finding[]> {
  const journal = await readFile(join(migrationsFolder(), 'meta/_journal.json'), 'utf8');
  const known = (JSON.parse(journal) as { entries: unknown[] }).entries.length;
  const { rows } = await db.execute<{ done: number }>(
    sql`select count(*)::int as done from drizzle.__drizzle_migrations`,
  );
  const { done = 0 } = rows[0] ?? {};
  if (done === known) return [good('The database fits this version of Caseload.')];
  return [
    done < known
      ? hint(
          `The database is ${known - done} steps older than this version. Starting the server upgrades it.`,
        )
      : wrong('The database is newer than this version of Caseload. Install the newer version.'),
  ];
}

/** The keys of push notifications are encrypted with the secret from the first start on. */
async function checkSecret(db: Database, { secret }: Config): Promise<Finding[]> {
  if ((await db.$count(push_keys)) === 0) {
    return [hint('Nothing is encrypted with CASELOAD_SECRET yet. The first start of the server does that.')];
  }
  try {
    await privatePushKey(db, secret);
  } catch (error) {
    if (codeOf(error) !== null) throw error;
    return [
      wrong(
        'CASELOAD_SECRET is not the one that this database was made with: second factors, encrypted uploads, and push notifications fail. Set the former one.',
      ),
    ];
  }
  return [good('CASELOAD_SECRET opens what is encrypted with it.')];
}

async function checkPeople(db: Database, { mode, secondFactor }: Config): Promise<Finding[]> {
  if (mode === 'production' && (await isDemo(db))) {
    return [wrong('This database holds the demo organization, whose passwords are public. Use a new one.')];
  }
  const { rows } = await db.execute<{ supers: number; open: number }>(sql`
    select count(*)::int as supers,
      (count(*) filter (where not exists (select from second_factors f where f.user_id = u.id and f.state = 'on')))::int as open
    from users u where u.role = '0' and u.is_active
  `);
  const { supers = 0, open = 0 } = rows[0] ?? {};
  if (supers === 0)
    return [
      wrong(
        'There is no super admin. Run npm run admin:create, or in a container node dist/server/server.js create-admin.',
      ),
    ];
  const one =
    supers === 1 ? [hint('There is only one super admin. Invite a second one for emergencies.')] : [];
  const unprotected =
    secondFactor === 'offered' && open > 0 && mode === 'production'
      ? [wrong(`${open} of ${supers} super admins have no second factor. Set SECOND_FACTOR=required.`)]
      : [];
  return [good(`${supers} super admin${supers === 1 ? '' : 's'}.`), ...one, ...unprotected];
}

async function checkQueues(db: Database): Promise<Finding[]> {
  const { audit, tracker, quarantine, reports } = await readQueueAges(db, new Date());
  const hours = (seconds: number) => `${(seconds / 3_600).toFixed(1)} hours`;
  return [
    audit > OLDEST_AUDIT_S
      ? hint(`Audit entries have waited ${hours(audit)} for the hash chain. A running server adds them.`)
      : good('The hash chain of the audit log is complete.'),
    tracker > OLDEST_TRACKER_S
      ? wrong(
          `Tickets have waited ${hours(tracker)} for the task tracker: check CLICKUP_KEY and CLICKUP_URL.`,
        )
      : good('No tickets are waiting for the task tracker.'),
    quarantine > OLDEST_QUARANTINE_S
      ? wrong(`A change has been held for ${hours(quarantine)}. Review it in Admin, Held changes.`)
      : good('No held change is older than a week.'),
    reports > OLDEST_REPORT_S
      ? wrong(`Scheduled reports have waited ${hours(reports)} for the mail server: check SMTP_URL.`)
      : good('No scheduled report is waiting for the mail server.'),
  ];
}

async function checkFiles(db: Database, config: Config): Promise<Finding[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from attachments where is_complete and deleted_at is null`,
  );
  const stored = new Set<string>();
  for await (const { id, is_whole } of openBlobs(config).list()) if (is_whole) stored.add(id);
  const missing = rows.filter(({ id }) => !stored.has(id)).length;
  return [
    missing > 0
      ? wrong(
          `${missing} of ${rows.length} attachments have no file: ${
            config.attachments === null
              ? 'restore DATA_DIR/attachments from a backup'
              : 'copy them from where they were with npm run attachments:copy, or restore them from a backup'
          }.`,
        )
      : good(`All ${rows.length} attachments have their files.`),
  ];
}

/**
 * `doctor`: looks for what is wrong with this installation, prints one line for each thing that it looked at,
 * and changes nothing.
 * @returns the lines, and whether something is wrong
 */
export async function examine(config: Config): Promise<{ lines: string[]; isWell: boolean }> {
  const findings = [
    ...checkSettings(config),
    ...(await tried('Outgoing email', () => checkMail(config))),
    ...(await tried('The disk', () => checkDisk(config))),
    ...(await tried('The store of attachments', () => checkStore(config))),
    ...(await tried('The database', () => examineDatabase(config))),
  ];
  return {
    lines: findings.map(({ state, words }) => `${SIGNS[state]}  ${words}`),
    isWell: findings.every(({ state }) => state !== 'wrong'),
  };
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  // PostgreSQL as it is: servers of another version may be running on it.
  const db =
    config.databaseUrl === null
      ? await openDatabase(config)
      : openPostgres(config.databaseUrl, { directUrl: config.databaseDirectUrl });
  try {
    const checks: [what: string, check: Check][] = [
      ['PostgreSQL', () => checkPostgres(db)],
      ['The pooler', () => checkPooler(db)],
      ['The standby', () => checkStandby(db, config)],
      ['The version', () => checkVersion(db)],
      ['The secret', () => checkSecret(db, config)],
      ['The accounts', () => checkPeople(db, config)],
      ['The queues', () => checkQueues(db)],
      ['The attachments', () => checkFiles(db, config)],
    ];
    const found: Finding[] = [];
    for (const [what, check] of checks) found.push(...(await tried(what, check)));
    return found;
  } finally {
    await db.close();
  }
}
