// Checks who may import whom. `node scripts/check-rooms.mjs` prints each import that
// breaks the table below with its place and reason, and exits with 1 if there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * Every room and the rooms it may import, besides itself. A file belongs to the
 * room with the longest fitting folder (a single file may be a room). To open a door, add it here and say why
 * in the commit: everything that is not listed is forbidden, type imports too.
 *
 * @typedef {{ folder: string, mayImport: readonly string[], neverPackages?: RegExp, apart?: boolean }} Room
 * `apart`: the room's folders are strangers to each other (feature → feature).
 * @type {readonly Room[]}
 */
export const rooms = [
  { folder: 'domain', mayImport: [], neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/ },
  { folder: 'entities', mayImport: ['domain'], neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/ },
  {
    folder: 'contract',
    mayImport: ['entities', 'domain'],
    neverPackages: /^react|^dexie|^drizzle|^fastify|^node:/,
  },
  // What people read of each entity. Signed-in code alone may load it: the log-in page has no room for it.
  { folder: 'entities/words', mayImport: ['contract', 'domain'], neverPackages: /./ },

  { folder: 'src/db', mayImport: ['contract', 'entities', 'domain'] },
  { folder: 'src/sync', mayImport: ['src/db', 'entities/words', 'contract', 'entities', 'domain'] },
  { folder: 'src/machines', mayImport: ['contract', 'domain'] },
  { folder: 'src/ui', mayImport: [] },
  // What several features show in the same way, such as a report. It knows no feature.
  { folder: 'src/screens', mayImport: ['src/sync', 'src/db', 'src/ui', 'contract', 'entities', 'domain'] },
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
      'src/sync',
      'src/db',
      'src/machines',
      'src/ui',
      'contract',
      'entities',
      'domain',
    ],
  },
  { folder: 'src/sw', mayImport: ['src/sync', 'src/db', 'contract', 'entities', 'domain'] },
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

  // Tests look into every room.
  { folder: 'tests', mayImport: ['domain', 'contract', 'entities', 'src', 'server', 'scripts'] },
];

/**
 * The order of the server's modules: each may know those of its own line and of the lines above it.
 *
 * @type {readonly (readonly string[])[]}
 */
const moduleOrder = [
  // Records: who and what there is.
  ['catalogue', 'students'],
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
const narrowDoors = {
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
    'server/plugins/checked-ask.ts',
    'server/modules/auth/',
    'server/modules/sync/',
    'server/modules/quarantine/',
    'server/commands.ts',
    'tests/',
  ],
};

const reactPackages = /^(react|react-dom)(\/|$)|^@xstate\/react$|^dexie-react-hooks$|^@tanstack\/react-/;
const generatedFiles = /\.gen\.ts$/;
const barrelsAllowed = new Set(['contract/index.ts']);

/** @typedef {{ file: string, line: number, reason: string }} Violation */
/** @typedef {{ specifier: string | null, line: number, typeOnly: boolean, all: boolean }} Import */

/**
 * The violations of all files under `root`, in the order of the files.
 *
 * @param {string} root
 * @returns {Violation[]}
 */
export function checkRooms(root) {
  const aliases = readAliases(root);
  const files = sourceFiles(root);
  /** @type {Violation[]} */
  const violations = [];
  /** @type {Map<string, { to: string, line: number }[]>} what a file loads at run time */
  const loads = new Map();

  for (const file of files) {
    const room = roomOf(file);
    const report = (/** @type {number} */ line, /** @type {string} */ reason) =>
      violations.push({ file, line, reason });
    if (
      /^index\.tsx?$/.test(path.basename(file)) &&
      room?.folder !== 'src/routes' &&
      !barrelsAllowed.has(file)
    ) {
      report(1, 'an index file is a barrel: name the file by its noun');
    }
    const module = moduleOf(file);
    if (module !== null && lineOf(module) < 0) {
      report(1, `the order of modules in scripts/check-rooms.mjs lacks ${module}`);
    }
    if (room === undefined) {
      report(1, 'no room of the table in scripts/check-rooms.mjs has this file');
      continue;
    }
    const loaded = [];
    for (const found of importsOf(root, file)) {
      if (found.specifier === null) {
        if (room.folder !== 'tests') report(found.line, 'a computed import cannot be checked');
        continue;
      }
      const target = resolve(file, found.specifier, aliases);
      if (!found.typeOnly) loaded.push({ to: target ?? found.specifier, line: found.line });
      if (found.all && !barrelsAllowed.has(file)) report(found.line, '`export *` makes a barrel');
      for (const reason of faults(file, room, found.specifier, target)) report(found.line, reason);
    }
    loads.set(file, loaded);
  }
  violations.push(...reactInWorker(loads));
  return violations;
}

/**
 * @param {string} file @param {Room} room @param {string} specifier
 * @param {string | null} target the imported file, or null for a package
 * @returns {string[]}
 */
function faults(file, room, specifier, target) {
  if (target === null) {
    return room.neverPackages?.test(specifier)
      ? [`${room.folder} may not import the package ${specifier}`]
      : [];
  }
  const targetRoom = roomOf(target);
  if (targetRoom === undefined && !(room.folder === 'tests' && target.startsWith('scripts/'))) {
    return [`${specifier} leads to no room`];
  }
  const reasons = [];
  if (narrowDoors[target]?.every((opener) => !file.startsWith(opener))) {
    reasons.push(`${target} is written through server/records/call.ts`);
  }
  const ownPart = partOf(file, room);
  const isHome = targetRoom === room && partOf(target, room) === ownPart;
  if (specifier.startsWith('..') && !isHome && !generatedFiles.test(file)) {
    reasons.push(`a relative import leaves ${ownPart}: use a subpath such as #domain/…`);
  }
  reasons.push(...outOfOrder(file, target));
  if (isHome || targetRoom === undefined) return reasons;
  if (targetRoom === room) {
    reasons.push(`${ownPart} may not import ${partOf(target, room)}: features do not know each other`);
  } else if (!mayImport(room, targetRoom)) {
    reasons.push(`${room.folder} may not import ${targetRoom.folder}`);
  }
  return reasons;
}

/** @param {string} file @param {string} target @returns {string[]} */
function outOfOrder(file, target) {
  const own = moduleOf(file);
  const other = moduleOf(target);
  if (own === null || other === null || lineOf(other) <= lineOf(own)) return [];
  return [`the module ${own} may not know ${other}, which comes later in the order of modules`];
}

/** @param {string} file */
function moduleOf(file) {
  return /^server\/modules\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** @param {string} name */
function lineOf(name) {
  return moduleOrder.findIndex((line) => line.includes(name));
}

/** @param {Room} room @param {Room} target */
function mayImport(room, target) {
  return room.folder === 'tests' || room.mayImport.includes(target.folder);
}

/**
 * React must not reach the service worker by any way round.
 *
 * @param {Map<string, { to: string, line: number }[]>} loads
 * @returns {Violation[]}
 */
function reactInWorker(loads) {
  /** @type {Violation[]} */
  const violations = [];
  const starts = [...loads.keys()].filter((file) => file.startsWith('src/sw/'));
  const seen = new Set(starts);
  const ways = starts.map((file) => [file]);
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const file = /** @type {string} */ (way.at(-1));
    for (const { to, line } of loads.get(file) ?? []) {
      if (reactPackages.test(to)) {
        violations.push({ file, line, reason: `the service worker would load ${to}: ${way.join(' → ')}` });
      } else if (loads.has(to) && !seen.has(to)) {
        seen.add(to);
        ways.push([...way, to]);
      }
    }
  }
  return violations;
}

/** @param {string} file @returns {Room | undefined} */
function roomOf(file) {
  return rooms
    .filter(({ folder }) => file === folder || file.startsWith(`${folder}/`))
    .filter(({ folder }) => folder !== 'src' || path.dirname(file) === 'src')
    .filter(({ folder }) => folder !== 'server' || path.dirname(file) === 'server')
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

/** The folder inside which relative imports stay. @param {string} file @param {Room} room */
function partOf(file, room) {
  if (!room.apart) return room.folder;
  return file
    .split('/')
    .slice(0, room.folder.split('/').length + 1)
    .join('/');
}

/**
 * The file that a specifier names, relative to the root; null for a package.
 *
 * @param {string} from @param {string} specifier @param {[string, string][]} aliases
 */
function resolve(from, specifier, aliases) {
  if (specifier.startsWith('.')) {
    return path.posix.join(path.posix.dirname(from), specifier).replace(/\?.*$/, '');
  }
  for (const [prefix, folder] of aliases) {
    if (specifier.startsWith(prefix)) return folder + specifier.slice(prefix.length).replace(/\?.*$/, '');
  }
  return null;
}

/** The subpaths of package.json as [prefix, folder]. @param {string} root @returns {[string, string][]} */
function readAliases(root) {
  /** @type {{ imports?: Record<string, string> }} */
  const { imports = {} } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return Object.entries(imports).map(([name, to]) => [
    name.replace(/\*$/, ''),
    to.replace(/^\.\//, '').replace(/\*$/, ''),
  ]);
}

/** @param {string} root @param {string} file @returns {Import[]} */
function importsOf(root, file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {Import[]} */
  const found = [];
  /** @param {{ start: number }} node @param {unknown} source @param {boolean} typeOnly */
  const add = (node, source, typeOnly, all = false) => {
    const value = /** @type {{ value?: unknown } | null} */ (source)?.value;
    const line = text.slice(0, node.start).split('\n').length;
    found.push({ specifier: typeof value === 'string' ? value : null, line, typeOnly, all });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node, node.source, node.exportKind === 'type', true),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node, node.source, node.exportKind === 'type');
    },
    ImportExpression: (node) => add(node, node.source, false),
    TSImportType: (node) => add(node, node.source, true),
  }).visit(program);
  return found;
}

/** @param {string} root @returns {string[]} */
function sourceFiles(root) {
  return ['domain', 'contract', 'entities', 'src', 'server', 'tests']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.posix.join(folder, name.split(path.sep).join('/')),
      ),
    )
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = checkRooms(path.resolve(import.meta.dirname, '..'));
  for (const { file, line, reason } of violations) console.log(`${file}:${line}  ${reason}`);
  console.log(
    violations.length === 0
      ? 'rooms: every import keeps its direction'
      : `rooms: ${violations.length} violations`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}
