// Checks who may import whom. `node scripts/check-layers.mjs` prints each import that
// breaks the table below with its place and reason, and exits with 1 if there is one.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { violationsOf } from './layers/violations.mjs';

/** @typedef {import('./layers/violations.mjs').Layer} Layer */
/** @typedef {import('./layers/engines.mjs').Engine} Engine */
/** @typedef {import('./layers/violations.mjs').Violation} Violation */

/** What the service worker must not load, by any way round: none of its layers may. */
const reactPackages = /^react(-dom)?(\/|$)|^@xstate\/react$|^dexie-react-hooks$|^@tanstack\/react-/;

/**
 * Every layer and the layers it may import, besides itself. A file belongs to the
 * layer with the longest fitting folder (a single file may be a layer). To open a door, add it here and say why
 * in the commit: everything that is not listed is forbidden, type imports too.
 * `apart`: the layer's folders are strangers to each other (feature → feature).
 * @type {readonly Layer[]}
 */
export const layers = [
  { folder: 'domain', mayImport: [], neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/ },
  { folder: 'entities', mayImport: ['domain'], neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/ },
  {
    folder: 'contract',
    mayImport: ['entities', 'domain'],
    neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/,
  },
  // What people read of each entity. Signed-in code alone may load it: the log-in page has no space for it.
  { folder: 'entities/words', mayImport: ['contract', 'domain'], neverPackages: /./ },

  { folder: 'src/db', mayImport: ['contract', 'entities', 'domain'], neverPackages: reactPackages },
  // No screen: what screens need of it as hooks is in src/screens/device.
  {
    folder: 'src/sync',
    mayImport: ['src/db', 'entities/words', 'contract', 'entities', 'domain'],
    neverPackages: reactPackages,
  },
  { folder: 'src/machines', mayImport: ['contract', 'domain'] },
  { folder: 'src/ui', mayImport: [] },
  // What several features show in the same way, such as a report, and what each of them asks this device. It knows no feature.
  {
    folder: 'src/screens',
    mayImport: ['src/sync', 'src/db', 'src/ui', 'entities/words', 'contract', 'entities', 'domain'],
  },
  {
    folder: 'src/features',
    mayImport: [
      'src/screens',
      'src/sync',
      'src/db',
      'src/machines',
      'src/ui',
      'entities/words',
      'contract',
      'entities',
      'domain',
    ],
    apart: true,
  },
  {
    folder: 'src/routes',
    mayImport: [
      'src/features',
      'src/screens',
      'src/sync',
      'src/db',
      'src/machines',
      'src/ui',
      'contract',
      'entities',
      'domain',
    ],
  },
  {
    folder: 'src/app',
    mayImport: [
      'src/routes',
      'src/features',
      'src/screens',
      'src/sync',
      'src/db',
      'src/machines',
      'src/ui',
      'contract',
      'entities',
      'domain',
    ],
  },
  {
    folder: 'src/sw',
    mayImport: ['src/sync', 'src/db', 'contract', 'entities', 'domain'],
    neverPackages: reactPackages,
  },
  // The page's entry, src/main.tsx.
  { folder: 'src', mayImport: ['src/app'] },

  // Leaves that every part of the server may read.
  { folder: 'server/config.ts', mayImport: ['contract'] },
  { folder: 'server/mail.ts', mayImport: ['server/config.ts'] },
  // The bytes of files: called inside and outside of transactions, so beside the database.
  { folder: 'server/blob-store.ts', mayImport: ['domain'] },
  { folder: 'server/db', mayImport: ['server/config.ts', 'contract', 'entities', 'domain'] },
  // One call of one person, and the door through which it writes rows.
  { folder: 'server/records', mayImport: ['server/db', 'contract', 'entities', 'domain'] },
  {
    folder: 'server/plugins',
    mayImport: [
      'server/config.ts',
      'server/mail.ts',
      'server/blob-store.ts',
      'server/records',
      'server/db',
      'contract',
      'entities',
      'domain',
    ],
  },
  {
    folder: 'server/tracker',
    mayImport: ['server/config.ts', 'server/db', 'contract', 'domain'],
  },
  {
    folder: 'server/modules',
    mayImport: [
      'server/config.ts',
      'server/mail.ts',
      'server/blob-store.ts',
      'server/plugins',
      'server/records',
      'server/tracker',
      'server/db',
      'contract',
      'entities',
      'domain',
    ],
  },
  // server/app.ts and server/server.ts.
  {
    folder: 'server',
    mayImport: [
      'server/config.ts',
      'server/mail.ts',
      'server/blob-store.ts',
      'server/modules',
      'server/plugins',
      'server/records',
      'server/tracker',
      'server/db',
      'contract',
      'entities',
      'domain',
    ],
  },

  // Tests look into every layer.
  { folder: 'tests', mayImport: ['domain', 'contract', 'entities', 'src', 'server', 'scripts'] },
];

/**
 * The order of the server's modules: each may know those of its own line and of the lines above it.
 *
 * @type {readonly (readonly string[])[]}
 */
const moduleOrder = [
  // Records: who and what there is.
  ['catalog', 'students'],
  // Time: when people work.
  ['calendar', 'timecards', 'lunch', 'timesheets'],
  // Care: what they do for students.
  ['sessions', 'soap', 'attachments'],
  // Money comes here.
  // How all of it gets to devices and back.
  ['auth', 'sync', 'quarantine'],
  // What looks at everything.
  ['home', 'operations'],
];

/**
 * What a row of records needs besides its own statement is written by one door: server/records. These files are for it,
 * for the database's own work, and for calls that write no record (signing in, devices, quarantine).
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const restrictedFiles = {
  'server/db/change-index.ts': [
    'server/records/',
    'server/db/',
    'server/modules/sync/',
    // Follows the calendar by night, when nobody calls.
    'server/modules/students/assignments.ts',
    'server/app.ts',
    'tests/',
  ],
  'server/db/audit.ts': [
    'server/records/',
    'server/db/',
    'server/plugins/checked-call.ts',
    'server/modules/auth/',
    'server/modules/sync/',
    'server/modules/quarantine/',
    'server/commands.ts',
    'tests/',
  ],
};

/**
 * These treat all entities alike: what is special about one stands in its declaration, or in the
 * table of behaviors. `calls`: they tell no call by its name either.
 *
 * @type {readonly Engine[]}
 */
const engines = [{ folder: 'src/sync/', except: 'src/sync/behaviors/', calls: true }, { folder: 'src/db/' }];

/**
 * Layers whose files bear the name of the record that they hold, as `contract/timecard.ts` and `src/machines/timecard.ts` do.
 * All other files are found by their name alone: no file of another layer has the same, unless it is the first of its
 * own folder (`src/features/home/home.tsx`).
 */
const namedByRecord = [
  'domain',
  'entities',
  'entities/words',
  'contract',
  'src/db',
  'src/machines',
  'server/db/schema',
  'server/db/seed',
];

/** Files that are found by their folder: a page's address, a module's parts. */
const namedByFolder = [/^src\/routes\//, /^server\/modules\/[^/]+\/(routes|operations|queries)\.ts$/];

/**
 * The violations of all files under `root`, in the order of the files.
 *
 * @param {string} root
 * @returns {Violation[]}
 */
export function checkLayers(root) {
  return violationsOf(root, { layers, moduleOrder, restrictedFiles, engines, namedByRecord, namedByFolder });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = checkLayers(path.resolve(import.meta.dirname, '..'));
  for (const { file, line, reason } of violations) console.log(`${file}:${line}  ${reason}`);
  console.log(
    violations.length === 0
      ? 'layers: every import keeps its direction'
      : `layers: ${violations.length} violations`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}
