import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDatabaseOn } from './postgres-cluster.ts';
import { builtFile, RealServer, root, SHORT_LIVED } from './real-server.ts';

/** All roles, states, and days, and the demo provider's whole caseload, with fewer colleagues. */
const SCALE = '0.4';
/** As much history in June as in September: what a page loads first doesn't grow with the fiscal year. */
const SCHOOL_WEEKS = '8';
const DEMO_DATABASE = 'demo';

/** A demo organization to copy. */
interface DemoTemplate {
  /** Its data directory, which holds the embedded database if there is no other. */
  folder: string;
  /** The maintenance database of the PostgreSQL cluster that holds its rows; null for the embedded database. */
  clusterUrl: string | null;
}

/** The same organization on both databases. */
export type DemoTemplates = Record<'embedded' | 'postgres', DemoTemplate>;

const run = promisify(execFile);

/**
 * Seeds the demo organization for today on both databases.
 *
 * @param folder receives the data directories
 * @param clusterUrl the maintenance database of a PostgreSQL cluster
 */
export async function makeDemoTemplates(folder: string, clusterUrl: string): Promise<DemoTemplates> {
  const templates: DemoTemplates = {
    embedded: { folder: path.join(folder, 'demo-embedded'), clusterUrl: null },
    postgres: { folder: path.join(folder, 'demo-postgres'), clusterUrl },
  };
  const { url } = await createDatabaseOn(clusterUrl, undefined, DEMO_DATABASE);
  await Promise.all([
    seed(templates.embedded.folder, {}),
    seed(templates.postgres.folder, { DATABASE_URL: url }),
  ]);
  return templates;
}

async function seed(folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await run(process.execPath, [builtFile, 'seed', '--scale', SCALE, '--school-weeks', SCHOOL_WEEKS], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      TZ: 'UTC',
      NODE_ENV: 'production',
      DATA_DIR: folder,
      ...env,
    },
  });
}

/**
 * Starts a server on its own copy of a template. `remove` ends it and deletes its data.
 * @param settings environment of the server
 */
export async function startDemoServer(
  template: DemoTemplate,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ server: RealServer; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caseload-e2e-'));
  const dataDir = path.join(folder, 'data');
  const [database] = await Promise.all([
    template.clusterUrl === null ? null : createDatabaseOn(template.clusterUrl, DEMO_DATABASE),
    cp(template.folder, dataDir, { recursive: true }),
  ]);
  const server = new RealServer(dataDir, {
    nodeArgs: SHORT_LIVED,
    env: { ...settings, ...(database === null ? {} : { DATABASE_URL: database.url }) },
  });
  await server.start();
  return {
    server,
    remove: async () => {
      await server.kill();
      await Promise.all([database?.drop(), rm(folder, { recursive: true, force: true })]);
    },
  };
}
