import { spawnSync } from 'node:child_process';

/** A seed that differs by commit, and is the same whenever that commit is tested again. */
export function seedOfCommit(): number {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : 1;
}
