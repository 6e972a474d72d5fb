import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { dayPlus, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import { createDatabaseOn } from './postgres-cluster.ts';
import { builtFile, RealServer, root, SHORT_LIVED } from './real-server.ts';

/** All roles, states, and days, and the demo provider's whole caseload, with fewer colleagues. */
const SCALE = '0.4';
/** As much history in June as in September: what a page loads first doesn't grow with the fiscal year. */
const SCHOOL_WEEKS = '8';
/** No story of `npm test` takes longer. */
const LONGEST_STORY_MS = 240_000;
const AFTER_MIDNIGHT_MS = 1_000;

export type DatabaseKind = 'embedded' | 'postgres';

/** Where a run keeps its demo organizations. */
export interface DemoPlace {
  folder: string;
  /** The maintenance database of a PostgreSQL cluster. */
  clusterUrl: string;
}

/** A demo organization to copy, the same on both databases. */
export interface Demo extends DemoPlace {
  name: string;
  /** The Pacific day that it was seeded for. */
  day: string;
}

const run = promisify(execFile);

/**
 * Resolves when the Pacific day still lasts so long: at once, or shortly after midnight. What the demo organization has
 * for today is of one day, so a story has to begin and end on it.
 * @param ms four minutes at least
 */
export async function untilDayLasts(ms = LONGEST_STORY_MS): Promise<void> {
  const now = Date.now();
  const left = Date.parse(pacificInstant(dayPlus(pacificDay(now), 1), '00:00')) - now;
  if (left >= Math.max(ms, LONGEST_STORY_MS)) return;
  await new Promise((resolve) => setTimeout(resolve, left + AFTER_MIDNIGHT_MS));
}

/**
 * Seeds the demo organization for today on both databases.
 *
 * @param name a new one in this place, of letters, digits, and underscores
 */
export async function makeDemo(place: DemoPlace, name: string): Promise<Demo> {
  await untilDayLasts();
  const demo = { ...place, name, day: pacificDay(Date.now()) };
  const { url } = await createDatabaseOn(place.clusterUrl, undefined, name);
  await Promise.all([
    seed(dataDirOf(demo, 'embedded'), {}),
    seed(dataDirOf(demo, 'postgres'), { DATABASE_URL: url }),
  ]);
  return demo;
}

/** The data directory of a demo organization, which holds the embedded database if there is no other. */
function dataDirOf({ folder, name }: Demo, kind: DatabaseKind): string {
  return path.join(folder, `${name}-${kind}`);
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
 * Starts a server on its own copy of a demo organization. `remove` ends it and deletes its data.
 * @param settings environment of the server
 */
export async function startDemoServer(
  demo: Demo,
  kind: DatabaseKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ server: RealServer; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caseload-e2e-'));
  const dataDir = path.join(folder, 'data');
  const [database] = await Promise.all([
    kind === 'embedded' ? null : createDatabaseOn(demo.clusterUrl, demo.name),
    cp(dataDirOf(demo, kind), dataDir, { recursive: true }),
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
