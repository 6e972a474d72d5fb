import { spawnSync } from 'node:child_process';

/** What tests run against. A commit that changes only tests or docs is checked with the seeds of the commit that it mends. */
const PRODUCT = ['contract', 'domain', 'entities', 'server', 'src'];

/** A seed that differs by the last commit that changed the product, and is the same whenever that product is tested again. */
export function seedOfCommit(): number {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%H', '--', ...PRODUCT], {
    encoding: 'utf8',
  });
  return status === 0 && stdout !== '' ? Number.parseInt(stdout.slice(0, 7), 16) : 1;
}
