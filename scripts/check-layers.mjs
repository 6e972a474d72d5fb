// Checks who may import whom. `node scripts/check-layers.mjs` prints each import that
// breaks the table below with its place and reason, and exits with 1 if there is one.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { violationsOf } from './layers/violations.mjs';

/** @typedef {import('./layers/violations.mjs').Layer} Layer */
/** @typedef {import('./layers/engines.mjs').Engine} Engine */
/** @typedef {import('./layers/violations.mjs').Violation} Violation */

/** Packages that the service worker must not load, even indirectly: no layer that it imports may. */
const reactPackages = /^react(-dom)?(\/|$)|^@xstate\/react$|^dexie-react-hooks$|^@tanstack\/react-/;

/**
 * Every layer and the layers that it may import besides itself. A file belongs to the layer with the longest
 * matching folder (a single file can be a layer). To allow another import, add it here and say why in the commit:
 * everything that isn't listed is forbidden, including type imports.
 * `apart`: the layer's folders may not import each other (feature → feature).
 * @type {readonly Layer[]}
 */
export const layers = [
  { folder: 'domain', mayImport: ['domain/files'], neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/ },
  // CSV and Excel files, which the page and the server write alike.
  { folder: 'domain/files', mayImport: [], neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/ },
  { folder: 'entities', mayImport: ['domain'], neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/ },
  {
    folder: 'contract',
    mayImport: ['entities', 'domain'],
    neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/,
  },
  // What files of reports have, which the page downloads and the server mails. Only signed-in code may load it.
  {
    folder: 'contract/report-files',
    mayImport: ['contract', 'entities', 'domain', 'domain/files'],
    neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/,
  },
  // The words of each entity. Only signed-in code may load them: they would make the login page too large.
  { folder: 'entities/words', mayImport: ['contract', 'domain'], neverPackages: /./ },

  { folder: 'src/db', mayImport: ['contract', 'entities', 'domain'], neverPackages: reactPackages },
  // No React: the hooks that screens use are in src/screens/device.
  {
    folder: 'src/sync',
    mayImport: ['src/db', 'entities/words', 'contract', 'entities', 'domain'],
    neverPackages: reactPackages,
  },
  { folder: 'src/machines', mayImport: ['contract', 'domain'] },
  { folder: 'src/ui', mayImport: ['domain/files'] },
  // What several features share, such as reports and hooks over the device's data. It knows no feature.
  {
    folder: 'src/screens',
    mayImport: [
      'src/sync',
      'src/db',
      'src/ui',
      'entities/words',
      'contract/report-files',
      'contract',
      'entities',
      'domain',
      'domain/files',
    ],
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
      'contract/report-files',
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

  // Used by every part of the server.
  { folder: 'server/config.ts', mayImport: ['server/blobs', 'contract', 'domain'] },
  { folder: 'server/mail.ts', mayImport: ['server/config.ts'] },
  // The bytes of files: called inside and outside of transactions, so not part of the database.
  { folder: 'server/blobs', mayImport: ['domain'] },
  { folder: 'server/blob-store.ts', mayImport: ['server/blobs', 'domain'] },
  {
    folder: 'server/db',
    mayImport: ['server/config.ts', 'contract', 'entities', 'domain', 'domain/files'],
  },
  // The context of one call, and the only way to write records.
  { folder: 'server/records', mayImport: ['server/db', 'contract', 'entities', 'domain'] },
  {
    folder: 'server/plugins',
    mayImport: [
      'server/config.ts',
      'server/mail.ts',
      'server/blob-store.ts',
      'server/blobs',
      'server/records',
      // A service of the modules, as mail is.
      'server/tracker',
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
      'domain/files',
      'contract/report-files',
      // The audit is searched for what people read of it.
      'entities/words',
      'server/config.ts',
      'server/mail.ts',
      'server/blob-store.ts',
      'server/blobs',
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
      'server/blobs',
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

  // Tests may import every layer.
  { folder: 'tests', mayImport: ['domain', 'contract', 'entities', 'src', 'server', 'scripts'] },
];

/**
 * The order of the server's modules: each may import those of its own line and of the lines above it.
 *
 * @type {readonly (readonly string[])[]}
 */
const moduleOrder = [
  // Records: who and what there is.
  ['catalog', 'students', 'clients'],
  // Time: when people work.
  ['calendar', 'timecards', 'lunch', 'timesheets'],
  // Care: what they do for students.
  ['sessions', 'soap', 'attachments'],
  // Money: what is billed and paid.
  ['billing', 'payroll'],
  // What ends when someone leaves.
  ['archiving', 'caseloads'],
  // What people are told.
  ['notifications'],
  // Devices: signing in, syncing, quarantine.
  ['auth', 'sync', 'quarantine'],
  // What reads everything.
  ['home', 'reports', 'audit', 'timeline', 'operations', 'providers', 'tickets', 'imports', 'bulk-changes'],
];

/**
 * The change index and the audit of a record are written only by server/records. Besides it, these files may be
 * imported by the database's own code and by calls that write no record (signing in, devices, quarantine).
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const restrictedFiles = {
  'server/db/change-index.ts': [
    'server/records/',
    'server/db/',
    'server/modules/sync/',
    // Updates assignments at night, outside of any call.
    'server/modules/students/assignments.ts',
    // Rings about dates that are due, at night, outside of any call.
    'server/modules/notifications/due-dates.ts',
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
 * These treat all entities alike: entity-specific behavior is in its declaration or in the table of behaviors.
 * `calls`: they don't compare call names either.
 *
 * @type {readonly Engine[]}
 */
const engines = [{ folder: 'src/sync/', except: 'src/sync/behaviors/', calls: true }, { folder: 'src/db/' }];

/**
 * Layers whose files are named after the record that they hold, as `contract/timecard.ts` and
 * `src/machines/timecard.ts` are. All other file names are unique across layers, except the main file of a folder
 * (`src/features/home/home.tsx`).
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

/** Files that are identified by their folder: a page's URL, a module's parts. */
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
