import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { openBlobs } from './blob-store.ts';
import { CommandProblem, createAdminCommand, seedCommand, seedWhenNew } from './commands.ts';
import { type Config, ConfigProblem, readConfig } from './config.ts';
import type { Database } from './db/database.ts';
import { DirectoryLocked } from './db/directory-lock.ts';
import { openDatabase } from './db/open-database.ts';
import { DEMO_SIGN_INS } from './db/seed/demo-sign-ins.ts';
import { createMailer } from './mail.ts';
import { sweep } from './modules/operations/sweep.ts';
import { describeFault } from './plugins/answer.ts';

const SWEEP_EVERY_MS = 3_600_000;
/** How long running requests may take to end once the server is asked to stop. */
const STOP_LIMIT_MS = 10_000;

/** The built page lies beside the built server, and in `dist` seen from the sources. */
function findWebDir(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, '../web'), join(here, '../dist/web')].find((folder) =>
    existsSync(join(folder, 'index.html')),
  );
}

function announce(config: Config, app: FastifyInstance): void {
  const { port } = app.server.address() as AddressInfo;
  const lines = [`Caseload is ready at http://localhost:${port}`];
  if (config.mode === 'demo') {
    lines.push('', 'Demo organisation, sign in as:');
    for (const { label, email, password } of DEMO_SIGN_INS) {
      lines.push(`  ${label.padEnd(13)} ${email.padEnd(36)} ${password}`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

async function serve(config: Config, db: Database): Promise<void> {
  if (config.mode === 'demo') await seedWhenNew(db, new Date());
  const blobs = openBlobs(config);
  const webDir = findWebDir();
  const app = await buildApp({
    db,
    config,
    mailer: createMailer(config),
    blobs,
    ...(webDir === undefined ? {} : { webDir }),
  });
  const runSweep = () =>
    sweep(db, blobs, new Date()).catch((error: unknown) =>
      app.log.error({ fault: describeFault(error) }, 'sweeping failed'),
    );
  void runSweep();
  const sweeping = setInterval(() => void runSweep(), SWEEP_EVERY_MS);

  // Nothing in the server lets a promise fail unheard; if one does, one request has failed, not all of them.
  process.on('unhandledRejection', (error) =>
    app.log.error({ fault: describeFault(error) }, 'a promise failed unheard'),
  );
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    app.log.info({ signal }, 'stopping');
    clearInterval(sweeping);
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await app.close();
    await db.close();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));

  await app.listen({ port: config.port, host: config.host });
  announce(config, app);
}

async function main([command = 'serve', ...args]: string[]): Promise<void> {
  const commands: Record<string, ((db: Database) => Promise<string>) | undefined> = {
    seed: (db) => seedCommand(db, args),
    'create-admin': (db) => createAdminCommand(db, args, process.env),
  };
  const run = commands[command];
  if (run === undefined && command !== 'serve') throw new CommandProblem(`There is no command ${command}.`);
  const config = readConfig(process.env);
  const db = await openDatabase(config);
  if (run === undefined) return serve(config, db);
  try {
    process.stdout.write(`${await run(db)}\n`);
  } finally {
    await db.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isForPeople =
    error instanceof ConfigProblem || error instanceof CommandProblem || error instanceof DirectoryLocked;
  process.stderr.write(`${isForPeople ? error.message : JSON.stringify(describeFault(error))}\n`);
  process.exit(1);
}
