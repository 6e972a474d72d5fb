import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryLocked, lockDirectory } from '#server/db/directory-lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'caseload-lock-'));
  file = path.join(folder, 'database.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A lock as another process left it; by default as this process would write it. */
function leaveLock(changes: Record<string, unknown>): void {
  const stat = readFileSync(`/proc/${process.pid}/stat`, 'utf8');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  writeFileSync(
    file,
    JSON.stringify({ pid: process.pid, host: hostname(), started, token: 'x', ...changes }),
  );
}

async function endedProcess(): Promise<number> {
  const child = spawn('true');
  await once(child, 'close');
  return child.pid ?? 0;
}

describe('the lock of a data directory', () => {
  test('is held by one process until released', async () => {
    const giveBack = await lockDirectory(folder);
    await expect(lockDirectory(folder)).rejects.toThrow(DirectoryLocked);
    await giveBack();
    const again = await lockDirectory(folder);
    await again();
  });

  test('is taken over from a process that has ended', async () => {
    leaveLock({ pid: await endedProcess() });
    await (await lockDirectory(folder))();
  });

  test('is taken over if its process id was reused, even by this process', async () => {
    leaveLock({ started: '1' });
    await (await lockDirectory(folder))();
  });

  test('is taken over if it was half written', async () => {
    writeFileSync(file, '{"pid":');
    await (await lockDirectory(folder))();
  });

  test('is respected for another machine as long as that one gives signs of life', async () => {
    leaveLock({ host: 'elsewhere', pid: 1 });
    await expect(lockDirectory(folder)).rejects.toThrow('in use by process 1 on elsewhere');
    const aMinuteAgo = new Date(Date.now() - 60_000);
    utimesSync(file, aMinuteAgo, aMinuteAgo);
    await (await lockDirectory(folder))();
  });

  test('goes to exactly one of many that want an abandoned one', async () => {
    leaveLock({ pid: await endedProcess() });
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(folder)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is not removed by a process that no longer holds it', async () => {
    const giveBack = await lockDirectory(folder);
    leaveLock({ token: 'of another' });
    await giveBack();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ token: 'of another' });
  });
});
