// `npm run verify`: types, lint, import rules, and unused code side by side, then the quick tests. For every commit.
import { installPackages, requireNode } from './prepare.mjs';
import { quietCheck, runStep, SOURCE_CHECKS } from './steps.mjs';
import { makeTestFolder } from './test-folder.mjs';
import { conclude } from './test-results.mjs';

requireNode();
installPackages();
const checks = await Promise.all(SOURCE_CHECKS.map((program) => quietCheck(program)));
const env = { ...process.env, TMPDIR: makeTestFolder() };
const isGreen = runStep('quick tests', 'npm', ['run', 'test:quick', '--silent'], env) === 0;
conclude([
  ...checks,
  isGreen ? { passed: 1, failures: [] } : { passed: 0, failures: [{ name: 'quick tests', message: '' }] },
]);
