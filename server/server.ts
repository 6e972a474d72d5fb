import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { openBlobs } from './blob-store.ts';
import {
  CommandProblem,
  createAdminCommand,
  refuseDemoInProduction,
  resetSecondFactorCommand,
  seedCommand,
  seedWhenNew,
  verifyAuditCommand,
} from './commands.ts';
import { type Config, ConfigProblem, readConfig } from './config.ts';
import { copyAttachmentsCommand } from './copy-attachments.ts';
import { sealAudit } from './db/audit-chain.ts';
import type { Database } from './db/database.ts';
import { DirectoryLocked } from './db/directory-lock.ts';
import { openDatabase } from './db/open-database.ts';
import { UnfitPooler } from './db/pooler.ts';
import { keepPrivate, SharedDirectory } from './db/private-files.ts';
import { DEMO_SIGN_INS } from './db/seed/demo-sign-ins.ts';
import { openStandby } from './db/standby.ts';
import { examine } from './doctor.ts';
import { createMailer } from './mail.ts';
import { mailNotices } from './modules/notifications/mail-notices.ts';
import { pushNotices } from './modules/notifications/push-notices.ts';
import { sweep } from './modules/operations/sweep.ts';
import { describeFault } from './plugins/answer.ts';

const SWEEP_EVERY_MS = 3_600_000;
const MAIL_EVERY_MS = 300_000;
const PUSH_EVERY_MS = 15_000;
/** Reports leave within a minute of their time. */
const REPORTS_EVERY_MS = 60_000;
const SEAL_EVERY_MS = 10_000;
const TRACKER_EVERY_MS = 60_000;
/** How long running requests may take to end once the server is asked to stop. */
const STOP_LIMIT_MS = 10_000;

/** The built page is next to the built server, and in `dist` seen from the sources. */
function findWebDir(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, '../web'), join(here, '../dist/web')].find((folder) =>
    existsSync(join(folder, 'index.html')),
  );
}

function announce(config: Config, app: FastifyInstance): void {
  const { port, address } = app.server.address() as AddressInfo;
  const lines = [`Caseload is ready at http://localhost:${port}`];
  if (config.mode === 'demo') {
    lines.push('', ...reachOfDemo(address), '', 'Demo organization, log in as:');
    for (const { label, email, password } of DEMO_SIGN_INS) {
      lines.push(`  ${label.padEnd(13)} ${email.padEnd(36)} ${password}`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** Who can reach a demo, whose passwords are public. */
function reachOfDemo(address: string): string[] {
  return isLoopback(address)
    ? [`Only this computer can reach this demo (${address}). To open it on a phone, set HOST=0.0.0.0.`]
    : [
        `Everyone on your network can reach this demo (${address}), and its passwords are public.`,
        'Enter no real data.',
      ];
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Whom push services write to: the sender of the server's emails. */
function contactOf({ mailFrom }: Config): string {
  return `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

async function serve(config: Config, db: Database): Promise<void> {
  const blobs = openBlobs(config);
  if (config.mode === 'demo') await seedWhenNew(db, new Date(), blobs);
  const webDir = findWebDir();
  const mailer = createMailer(config);
  const standby =
    config.databaseReadUrl === null
      ? null
      : openStandby(db, config.databaseReadUrl, {
          onTrouble: (error) => app.log.warn({ fault: describeFault(error) }, 'the standby was not asked'),
        });
  const app: FastifyInstance = await buildApp({
    db,
    standby,
    config,
    mailer,
    blobs,
    ...(webDir === undefined ? {} : { webDir }),
  });
  const runSweep = () =>
    sweep(db, blobs, new Date()).catch((error: unknown) =>
      app.log.error({ fault: describeFault(error) }, 'cleanup failed'),
    );
  const runMail = () =>
    mailNotices(db, {
      ...{ mailer, publicUrl: config.publicUrl, now: new Date().toISOString() },
      onFailure: (error) => app.log.warn({ fault: describeFault(error) }, 'an email about notices failed'),
    }).catch((error: unknown) => app.log.error({ fault: describeFault(error) }, 'mailing notices failed'));
  const runPush = () =>
    pushNotices(db, {
      secret: config.secret,
      subject: contactOf(config),
      now: new Date().toISOString(),
      onFailure: (error) => app.log.warn({ fault: describeFault(error) }, 'a push notification failed'),
    }).catch((error: unknown) => app.log.error({ fault: describeFault(error) }, 'pushing notices failed'));
  // Dates that are due ring first.
  void runSweep().then(runMail);
  const sweeping = setInterval(() => void runSweep(), SWEEP_EVERY_MS);
  const mailing = setInterval(() => void runMail(), MAIL_EVERY_MS);
  const pushing = setInterval(() => void runPush(), PUSH_EVERY_MS);
  let sendingReports: Promise<unknown> | null = null;
  const runReports = () => {
    sendingReports ??= app
      .sendReports()
      .catch((error: unknown) => app.log.error({ fault: describeFault(error) }, 'mailing reports failed'))
      .finally(() => {
        sendingReports = null;
      });
  };
  const reporting = setInterval(runReports, REPORTS_EVERY_MS);
  // One step at a time, however long it takes.
  let sealing: Promise<unknown> | null = null;
  const runSeal = () => {
    sealing ??= sealAudit(db)
      .catch((error: unknown) => app.log.error({ fault: describeFault(error) }, 'sealing the audit failed'))
      .finally(() => {
        sealing = null;
      });
  };
  const sealingTimer = setInterval(runSeal, SEAL_EVERY_MS);

  void app.tracking.keepInStep();
  const tracking = setInterval(() => void app.tracking.keepInStep(), TRACKER_EVERY_MS);

  // No promise in the server should go unhandled; if one does, one request has failed, not all of them.
  process.on('unhandledRejection', (error) =>
    app.log.error({ fault: describeFault(error) }, 'unhandled promise rejection'),
  );
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    app.log.info({ signal }, 'stopping');
    clearInterval(sweeping);
    clearInterval(mailing);
    clearInterval(pushing);
    clearInterval(reporting);
    clearInterval(sealingTimer);
    clearInterval(tracking);
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await app.close();
    await Promise.all([sealing, sendingReports]);
    await standby?.close();
    await db.close();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));

  await app.listen({ port: config.port, host: config.host });
  announce(config, app);
}

/** Other users of the machine may read these; the start doesn't fail on a file system without permissions. */
function warnOfOpenFiles([first, ...rest]: string[]): void {
  if (first === undefined) return;
  const more = rest.length === 0 ? '' : ` and ${rest.length} more`;
  process.stderr.write(
    `The permissions of ${first}${more} can't be changed. Make sure that no other user can read them.\n`,
  );
}

async function main([command = 'serve', ...args]: string[]): Promise<void> {
  const commands: Record<string, ((db: Database, config: Config) => Promise<string>) | undefined> = {
    seed: (db, config) => seedCommand(db, args, config),
    'create-admin': (db) => createAdminCommand(db, args, process.env),
    'reset-second-factor': (db) => resetSecondFactorCommand(db, args),
    'verify-audit': (db) => verifyAuditCommand(db),
    'copy-attachments': (db, config) => copyAttachmentsCommand(db, args, config, process.env),
  };
  /** They lock the data directory themselves, or open the database in their own way. */
  const onFiles: Record<string, ((config: Config) => Promise<string>) | undefined> = {
    backup: (config) => backupCommand(config, args),
    restore: (config) => restoreCommand(config, args, new Date()),
    doctor: async (config) => {
      const { lines, isWell } = await examine(config);
      if (!isWell) process.exitCode = 1;
      return lines.join('\n');
    },
  };
  const run = commands[command];
  const runOnFiles = onFiles[command];
  if (run === undefined && runOnFiles === undefined && command !== 'serve')
    throw new CommandProblem(`Unknown command: ${command}.`);
  const config = readConfig(process.env);
  warnOfOpenFiles(keepPrivate(config.dataDir));
  if (runOnFiles !== undefined) {
    process.stdout.write(`${await runOnFiles(config)}\n`);
    return;
  }
  const db = await openDatabase(config);
  try {
    await refuseDemoInProduction(config, db);
    if (run === undefined) return await serve(config, db);
    process.stdout.write(`${await run(db, config)}\n`);
  } catch (error) {
    await db.close();
    throw error;
  }
  await db.close();
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isForPeople = [ConfigProblem, CommandProblem, DirectoryLocked, SharedDirectory, UnfitPooler].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(`${isForPeople ? (error as Error).message : JSON.stringify(describeFault(error))}\n`);
  process.exit(1);
}
