import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryLocked } from '#server/db/directory-lock.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { pgliteDatabase } from '#server/db/pglite.ts';
import { openThread } from '#server/db/pglite-thread.ts';
import { databaseTemplate } from '#server/db/template.ts';
import { buildEmbedded, type EmbeddedBuild } from '#tests/support/embedded-build.ts';
import { SHORT_LIVED } from '#tests/support/real-server.ts';

const KILLS = 2;

let built: EmbeddedBuild;
let dataDir: string;

beforeAll(async () => {
  built = await buildEmbedded();
});
afterAll(() => built.remove());
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'caseload-embedded-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = () => openDatabase({ databaseUrl: null, dataDir }, built.workerFile);

/** Starts a process on the directory; its lines are those printed so far. */
function start(
  task: string,
  environment: NodeJS.ProcessEnv = {},
): { process: ChildProcess; lines: string[] } {
  const child = spawn(process.execPath, [...SHORT_LIVED, built.processFile, dataDir, task], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return { process: child, lines };
}

async function runToItsEnd(task: string, environment?: NodeJS.ProcessEnv): Promise<string[]> {
  const { process: child, lines } = start(task, environment);
  await once(child, 'close');
  return lines;
}

describe('the embedded database', () => {
  test('keeps every committed row when its process is killed during a write', async () => {
    const committed: number[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const { process: child, lines } = start('write');
      await expect.poll(() => lines.length, { timeout: 30_000 }).toBeGreaterThan(5);
      await sleep(Math.random() * 200);
      child.kill('SIGKILL');
      await once(child, 'close');
      committed.push(...lines.map(Number));
    }
    const [found = ''] = await runToItsEnd('read');
    const rows = JSON.parse(found) as number[];
    // A row that was committed but not printed before the kill may be there too, never one less.
    expect(rows).toEqual(expect.arrayContaining(committed));
    expect(rows).toEqual(rows.map((_, index) => index));
    expect(committed.length).toBeGreaterThan(KILLS * 5);
  });

  test('rejects a second process, and says who holds it', async () => {
    const { process: child, lines } = start('hold');
    await expect.poll(() => lines, { timeout: 30_000 }).toEqual(['open']);
    await expect(open()).rejects.toThrow(`in use by process ${child.pid}`);
    expect(await runToItsEnd('read')).toEqual([expect.stringContaining(`in use by process ${child.pid}`)]);
    child.kill('SIGKILL');
    await once(child, 'close');
    const db = await open();
    await expect(open()).rejects.toThrow(DirectoryLocked);
    await db.close();
  });

  test('keeps its rows across an orderly shutdown', async () => {
    const first = await open();
    await first.execute(sql`insert into locations (id, name, is_billable) values ('1', 'School', true)`);
    await first.close();
    const second = await open();
    const { rows } = await second.execute(sql`select name from locations`);
    await second.close();
    expect(rows).toEqual([{ name: 'School' }]);
  });

  test("computes in UTC regardless of the machine's time zone", async () => {
    expect(await runToItsEnd('clock', { TZ: 'America/New_York' })).toEqual(['2026-07-01 19:00:00+00']);
  });

  test('starts over if an earlier first start was interrupted', async () => {
    const unfinished = path.join(dataDir, 'database.unfinished');
    mkdirSync(unfinished);
    writeFileSync(path.join(unfinished, 'PG_VERSION'), '18');
    const db = await open();
    const { rows } = await db.execute(sql`select count(*)::int as users from users`);
    await db.close();
    expect(rows).toEqual([{ users: 0 }]);
  });

  test("doesn't block the event loop while it works", async () => {
    const db = await open();
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 5);
    const start = performance.now();
    await db.execute(sql`select count(*) from generate_series(1, 1000000) n where sqrt(n) > 5`);
    const took = performance.now() - start;
    clearInterval(ticking);
    await db.close();
    // In this thread it would not tick at all, however slow the machine is.
    expect(took).toBeGreaterThan(100);
    expect(ticks).toBeGreaterThan(took / 5 / 10);
  });

  test('passes SQLSTATEs and notifications across its thread', async () => {
    const db = await open();
    await expect(db.execute(sql`select 'x'::uuid`)).rejects.toMatchObject({ cause: { code: '22P02' } });
    const heard: string[] = [];
    const stop = await db.listen('words', (payload) => heard.push(payload));
    await db.execute(sql`notify words, 'hello'`);
    await expect.poll(() => heard).toEqual(['hello']);
    await stop();
    await db.close();
  });

  test('rejects queries immediately once its thread has ended', async () => {
    const thread = await openThread({ dataDir: null, template: await databaseTemplate() }, built.workerFile);
    const db = pgliteDatabase(thread);
    await thread.close();
    await expect(db.execute(sql`select 1`)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('Connection terminated') },
    });
  });
});
