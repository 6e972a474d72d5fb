import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkLayers } from '#scripts/check-layers.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'layers-'));
  write('package.json', JSON.stringify({ imports: subpaths }));
});

afterEach(() => rmSync(root, { recursive: true }));

const subpaths = {
  '#domain/*': './domain/*',
  '#contract/*': './contract/*',
  '#db/*': './src/db/*',
  '#sync/*': './src/sync/*',
  '#machines/*': './src/machines/*',
  '#ui/*': './src/ui/*',
  '#screens/*': './src/screens/*',
  '#features/*': './src/features/*',
  '#routes/*': './src/routes/*',
  '#app/*': './src/app/*',
  '#server/*': './server/*',
  '#scripts/*': './scripts/*',
};

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function reasons() {
  return checkLayers(root).map(({ file, line, reason }) => `${file}:${line} ${reason}`);
}

describe('an allowed import', () => {
  test.each([
    ['contract/lunch.ts', `import { round } from '#domain/time/pacific.ts';`],
    ['src/db/open.ts', `import type { Lunch } from '#contract/lunch.ts';`],
    ['src/sync/drain.ts', `import { open } from '#db/open.ts';`],
    [
      'src/features/lunch/form.tsx',
      `import { Button } from '#ui/button.tsx'; import { x } from './write.ts';`,
    ],
    ['src/routes/index.tsx', `import { LunchForm } from '#features/lunch/form.tsx';`],
    ['src/app/routeTree.gen.ts', `import { Route } from './../routes/index';`],
    ['src/main.tsx', `import { App } from '#app/app.tsx';`],
    ['src/sw/worker.ts', `import { drain } from '#sync/outbox/drain.ts';`],
    ['server/app.ts', `import { lunchRoutes } from '#server/modules/lunch/routes.ts';`],
    ['server/app.ts', `import { lunchRoutes } from './modules/lunch/routes.ts';`],
    ['server/modules/lunch/routes.ts', `import { tx } from '#server/db/driver.ts';`],
    ['server/modules/sessions/routes.ts', `import { closed } from '#server/modules/timesheets/queries.ts';`],
    ['server/modules/lunch/routes.ts', `import { cards } from '#server/modules/timecards/queries.ts';`],
    ['server/plugins/answered-call.ts', `import type { Config } from '#server/config.ts';`],
    [
      'tests/sync/drain.test.ts',
      `import { drain } from '#sync/outbox/drain.ts'; import { app } from '#server/app.ts';`,
    ],
    ['contract/index.ts', `export * from './lunch.ts';`],
  ])('passes: %s', (file, text) => {
    write(file, text);
    expect(reasons()).toEqual([]);
  });
});

describe('a forbidden import', () => {
  test.each([
    ['domain/a.ts', `import '#contract/x.ts';`, 'domain may not import contract'],
    ['contract/a.ts', `import '#db/x.ts';`, 'contract may not import src/db'],
    ['src/db/a.ts', `import '#sync/x.ts';`, 'src/db may not import src/sync'],
    ['src/machines/a.ts', `import '#sync/x.ts';`, 'src/machines may not import src/sync'],
    ['src/ui/a.tsx', `import '#features/lunch/x.ts';`, 'src/ui may not import src/features'],
    ['src/screens/report/a.ts', `import '#features/lunch/x.ts';`, 'src/screens may not import src/features'],
    ['src/features/lunch/a.ts', `import '#routes/x.tsx';`, 'src/features may not import src/routes'],
    ['src/routes/a.tsx', `import '#app/x.tsx';`, 'src/routes may not import src/app'],
    ['src/main.tsx', `import '#ui/x.tsx';`, 'src may not import src/ui'],
    ['src/sw/a.ts', `import '#machines/x.ts';`, 'src/sw may not import src/machines'],
    ['src/sync/a.ts', `import '#server/app.ts';`, 'src/sync may not import server'],
    ['server/app.ts', `import '#db/x.ts';`, 'server may not import src/db'],
    ['server/config.ts', `import '#server/db/x.ts';`, 'server/config.ts may not import server/db'],
    ['server/plugins/a.ts', `import '#server/app.ts';`, 'server/plugins may not import server'],
    ['server/db/a.ts', `import '#server/plugins/x.ts';`, 'server/db may not import server/plugins'],
    ['server/plugins/a.ts', `import '#server/modules/x.ts';`, 'server/plugins may not import server/modules'],
    ['server/records/a.ts', `import '#server/plugins/x.ts';`, 'server/records may not import server/plugins'],
    [
      'server/modules/students/a.ts',
      `import { mine } from '#server/modules/sessions/x.ts';`,
      'the module students may not know sessions, which comes later in the order of modules',
    ],
    [
      'server/modules/invoices/a.ts',
      `import { day } from '#domain/time/x.ts';`,
      'the order of modules in scripts/check-layers.mjs lacks invoices',
    ],
    [
      'server/modules/lunch/a.ts',
      `import { audit } from '#server/db/audit.ts';`,
      'server/db/audit.ts is written through server/records/call.ts',
    ],
    [
      'server/modules/lunch/a.ts',
      `import { recordChange } from '#server/db/change-index.ts';`,
      'server/db/change-index.ts is written through server/records/call.ts',
    ],
  ])('is reported: %s', (file, text, reason) => {
    write(file, text);
    expect(reasons()).toEqual([`${file}:1 ${reason}`]);
  });

  test('is reported between two features', () => {
    write('src/features/lunch/form.ts', `import '#features/sessions/form.ts';`);
    expect(reasons()).toEqual([
      'src/features/lunch/form.ts:1 src/features/lunch may not import src/features/sessions: features do not know each other',
    ]);
  });

  test.each([
    ['a type import', `import type { A } from '#sync/a.ts';`],
    ['an inline type', `export type A = import('#sync/a.ts').A;`],
    ['a dynamic import', `export const load = () => import('#sync/a.ts');`],
    ['a re-export', `export { a } from '#sync/a.ts';`],
  ])('is reported for %s, with its line', (_kind, text) => {
    write('src/db/a.ts', `// first line\n${text}`);
    expect(reasons()).toEqual(['src/db/a.ts:2 src/db may not import src/sync']);
  });

  test('is reported if its path is computed', () => {
    write('src/db/a.ts', `export const load = (name: string) => import(name);`);
    expect(reasons()).toEqual(['src/db/a.ts:1 a computed import cannot be checked']);
  });
});

describe('a layer', () => {
  test("can't be left by a relative path, even in an allowed direction", () => {
    write('src/sync/a.ts', `import '../db/open.ts';`);
    expect(reasons()).toEqual([
      'src/sync/a.ts:1 a relative import leaves src/sync: use a subpath such as #domain/…',
    ]);
  });

  test('contains every file', () => {
    write('src/helpers/a.ts', `export const a = 1;`);
    expect(reasons()).toEqual([
      'src/helpers/a.ts:1 no layer of the table in scripts/check-layers.mjs has this file',
    ]);
  });

  test('has no barrel file', () => {
    write('src/ui/index.ts', `export * from './button.tsx';`);
    expect(reasons()).toEqual([
      'src/ui/index.ts:1 an index file is a barrel: name the file by its noun',
      'src/ui/index.ts:1 `export *` makes a barrel',
    ]);
  });

  test('of pure rules imports no package of either side', () => {
    write('domain/a.ts', `import { useState } from 'react';`);
    expect(reasons()).toEqual(['domain/a.ts:1 domain may not import the package react']);
  });
});

describe('an engine', () => {
  beforeEach(() =>
    write('entities/declared.ts', 'export const declared = {\n  session,\n  goal_entry: entry,\n};'),
  );

  test.each([
    ['src/sync/outbox/drain.ts', `export const is = (entity: string) => entity === 'session';`, 'session'],
    [
      'src/sync/drain.ts',
      `export const is = (call: string) => 'goal-entry.create' !== call;`,
      'goal-entry.create',
    ],
    [
      'src/sync/drain.ts',
      `export const is = (a: string) => { switch (a) { case 'session': return 1; } };`,
      'session',
    ],
    ['src/db/outbox.ts', `export const is = (entity: string) => entity === 'goal_entry';`, 'goal_entry'],
  ])('knows no entity by name: %s', (file, text, name) => {
    write(file, text);
    expect(reasons()).toEqual([
      `${file}:1 an engine may not know ${name} by name: its declaration or src/sync/behaviors says what is special`,
    ]);
  });

  test.each([
    ['src/sync/behaviors/session-behavior.ts', `export const is = (a: string) => a === 'session.request';`],
    ['src/sync/drain.ts', `export const is = (state: string) => state === 'waiting';`],
    ['src/features/sessions/a.ts', `export const is = (entity: string) => entity === 'session';`],
  ])('is not reported: %s', (file, text) => {
    write(file, text);
    expect(reasons()).toEqual([]);
  });
});

describe('React', () => {
  test.each(['src/sw', 'src/sync', 'src/db'])('is not for %s, which the service worker loads', (folder) => {
    write(`${folder}/a.ts`, `import { useState } from 'react';`);
    expect(reasons()).toEqual([`${folder}/a.ts:1 ${folder} may not import the package react`]);
  });

  test.each(['contract', 'entities', 'domain', 'entities/words'])('is not for %s either', (folder) => {
    write(`${folder}/a.ts`, `import { useLiveQuery } from 'dexie-react-hooks';`);
    expect(reasons()).toEqual([`${folder}/a.ts:1 ${folder} may not import the package dexie-react-hooks`]);
  });
});

describe('a file name', () => {
  test.each([
    ['two features', ['src/features/lunch/values.ts', 'src/features/sessions/values.ts']],
    ['a rule and a component', ['domain/lunch/meals.ts', 'src/features/lunch/meals.tsx']],
    ['the device and the server', ['src/sync/outbox/hand-over.ts', 'server/plugins/hand-over.ts']],
  ])("can't be shared by %s", (_who, [one = '', other = '']) => {
    write(one, 'export const a = 1;');
    write(other, 'export const a = 1;');
    const [first, second] = [one, other].sort();
    expect(reasons()).toEqual([`${second}:1 ${first} has the same name: rename one of them`]);
  });

  test.each([
    ['files that are named by their record', ['contract/timecard.ts', 'src/machines/timecard.ts']],
    ['a table of the server and one of the device', ['server/db/schema/goals.ts', 'src/db/goals.ts']],
    ['the first file of a folder', ['contract/home.ts', 'src/features/home/home.tsx']],
    ['modules of the server', ['server/modules/lunch/queries.ts', 'server/modules/soap/queries.ts']],
    ['pages', ['src/routes/reports/info.tsx', 'src/routes/students/info.tsx']],
    ['a file and its test', ['domain/lunch/meals.ts', 'tests/domain/lunch/meals.ts']],
  ])('may be shared by %s', (_who, [one = '', other = '']) => {
    write(one, 'export const a = 1;');
    write(other, 'export const a = 1;');
    expect(reasons()).toEqual([]);
  });
});
