// `npm run test:rank`: runs the tests without the simulator and browsers, and writes the slowest files to `tests/slow-files.json`.
// `npm run verify` leaves those out, so that it stays quick. Run it on an idle machine when verify takes longer than three minutes.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireNode, root } from './prepare.mjs';
import { makeTestFolder } from './test-folder.mjs';

/** What the files that stay may take together, of the time of all. */
const SHARE = 0.02;
const PROJECTS = ['device', 'screen', 'server'];
/** These start processes, and are left out anyway. */
const STARTING = 'tests/server/fault-injection/';

/** @typedef {{ name: string, startTime: number, endTime: number }} RunFile */

requireNode();
const report = path.join(makeTestFolder(), 'rank.json');
const args = PROJECTS.map((name) => `--project=${name}`);
spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', ...args, '--reporter=json', `--outputFile=${report}`],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TMPDIR: path.dirname(report) } },
);

/** @type {{ testResults: RunFile[] }} */
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
const files = testResults
  .map(({ name, startTime, endTime }) => ({ file: path.relative(root, name), time: endTime - startTime }))
  .filter(({ file }) => !file.startsWith(STARTING))
  .sort((a, b) => a.time - b.time);
const whole = files.reduce((sum, { time }) => sum + time, 0);
let kept = 0;
const slow = files.filter(({ time }) => {
  kept += time;
  return kept > whole * SHARE;
});
writeFileSync(
  path.join(root, 'tests/slow-files.json'),
  `${JSON.stringify(slow.map(({ file }) => file).sort(), null, 2)}\n`,
);
console.log(
  `${slow.length} of ${files.length} files are slow: ${Math.round((1 - SHARE) * 100)}% of ${Math.round(whole / 1000)} s`,
);
