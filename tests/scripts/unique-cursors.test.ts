import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const plugin = 'scripts/no-unique-cursors.grit';
let folder: string;

const refused = [
  "db.outbox.orderBy('entity_id').uniqueKeys()",
  "db.outbox.where('state').equals('waiting')?.eachUniqueKey(console.log)",
  "db.index('state').openKeyCursor(null, 'nextunique')",
  'db.index("state").openCursor(null, "prevunique")',
];
const fine = ["db.outbox.orderBy('entity_id').keys()", "db.index('state').openKeyCursor(null, 'next')"];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'caseload-lint-'));
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ plugins: [path.join(root, plugin)] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the linter rejects every way to open a unique cursor, and nothing else', () => {
  const lines = [...fine, ...refused].map((read, at) => `export const read${at} = (db: Source) => ${read};`);
  writeFileSync(path.join(folder, 'reads.ts'), lines.join('\n'));
  const biome = path.join(root, 'node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, ['lint', '--reporter=github', 'reads.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const found = [...stdout.matchAll(/line=(\d+).*WebKit fails a unique cursor/g)].map(([, line]) =>
    Number(line),
  );
  expect(found).toEqual(refused.map((_, at) => fine.length + at + 1));
});

test('the project is linted with that rule', () => {
  expect(readFileSync(path.join(root, 'biome.jsonc'), 'utf8')).toContain(`"./${plugin}"`);
});
