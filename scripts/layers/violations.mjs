// Holds the files of a project and their imports against the rules of `scripts/check-layers.mjs`.
import path from 'node:path';
import { entitiesNamed, readEntities } from './engines.mjs';
import { importsOf, readAliases, resolve, sourceFiles } from './read-imports.mjs';

const generatedFiles = /\.gen\.ts$/;
const barrelsAllowed = new Set(['contract/index.ts']);
/** Loads the app under the name that its page says. */
const computedAllowed = new Set(['src/app/first-login.ts']);

/** @typedef {{ folder: string, mayImport: readonly string[], neverPackages?: RegExp, apart?: boolean }} Layer */
/** @typedef {{ file: string, line: number, reason: string }} Violation */
/**
 * @typedef {{
 *   layers: readonly Layer[],
 *   moduleOrder: readonly (readonly string[])[],
 *   restrictedFiles: Readonly<Record<string, readonly string[]>>,
 *   engines: readonly import('./engines.mjs').Engine[],
 *   namedByRecord: readonly string[],
 *   namedByFolder: readonly RegExp[],
 * }} Rules
 */

/**
 * In the order of the files.
 *
 * @param {string} root
 * @param {Rules} rules
 * @returns {Violation[]}
 */
export function violationsOf(root, rules) {
  const aliases = readAliases(root);
  const files = sourceFiles(root);
  const namesakes = namesakesOf(files, rules);
  const entities = readEntities(root);
  return files.flatMap((file) => {
    const layer = layerOf(file, rules.layers);
    /** @type {Violation[]} */
    const violations = [];
    const report = (/** @type {number} */ line, /** @type {string} */ reason) =>
      violations.push({ file, line, reason });
    for (const reason of faultsOfName(file, layer, rules)) report(1, reason);
    if (layer === undefined) return violations;
    for (const other of namesakes.get(file) ?? [])
      report(1, `${other} has the same name: rename one of them`);
    for (const { line, name } of entitiesNamed(root, file, entities, rules.engines)) {
      report(
        line,
        `an engine may not know ${name} by name: its declaration or src/sync/behaviors says what is special`,
      );
    }
    for (const found of importsOf(root, file)) {
      if (found.specifier === null) {
        if (layer.folder !== 'tests' && !computedAllowed.has(file)) {
          report(found.line, 'a computed import cannot be checked');
        }
        continue;
      }
      const target = resolve(file, found.specifier, aliases);
      if (found.all && !barrelsAllowed.has(file)) report(found.line, '`export *` makes a barrel');
      for (const reason of faults(file, layer, found.specifier, target, rules)) report(found.line, reason);
    }
    return violations;
  });
}

/** @param {string} file @param {Layer | undefined} layer @param {Rules} rules @returns {string[]} */
function faultsOfName(file, layer, { moduleOrder }) {
  const reasons = [];
  const isIndex = /^index\.tsx?$/.test(path.basename(file));
  if (isIndex && layer?.folder !== 'src/routes' && !barrelsAllowed.has(file)) {
    reasons.push('an index file is a barrel: name the file by its noun');
  }
  const module = moduleOf(file);
  if (module !== null && lineOf(module, moduleOrder) < 0) {
    reasons.push(`the order of modules in scripts/check-layers.mjs lacks ${module}`);
  }
  if (layer === undefined) reasons.push('no layer of the table in scripts/check-layers.mjs has this file');
  return reasons;
}

/**
 * Files of different layers that share a name, each with the earlier ones.
 *
 * @param {readonly string[]} files @param {Rules} rules
 * @returns {Map<string, string[]>}
 */
function namesakesOf(files, { layers, namedByRecord, namedByFolder }) {
  /** @type {Map<string, { file: string, part: string, isOfRecord: boolean }[]>} */
  const byName = new Map();
  /** @type {Map<string, string[]>} */
  const namesakes = new Map();
  for (const file of files) {
    const layer = layerOf(file, layers);
    const [name = ''] = path.basename(file).split('.');
    const isFirstOfFolder = path.basename(path.dirname(file)) === name;
    if (layer === undefined || layer.folder === 'tests' || isFirstOfFolder) continue;
    if (namedByFolder.some((pattern) => pattern.test(file))) continue;
    const isOfRecord = namedByRecord.some((folder) => file.startsWith(`${folder}/`));
    const own = { file, part: partOf(file, layer), isOfRecord };
    const known = byName.get(name) ?? [];
    const same = known.filter((one) => one.part !== own.part && !(one.isOfRecord && own.isOfRecord));
    if (same.length > 0)
      namesakes.set(
        file,
        same.map((one) => one.file),
      );
    byName.set(name, [...known, own]);
  }
  return namesakes;
}

/**
 * @param {string} file @param {Layer} layer @param {string} specifier
 * @param {string | null} target the imported file, or null for a package
 * @param {Rules} rules
 * @returns {string[]}
 */
function faults(file, layer, specifier, target, { layers, moduleOrder, restrictedFiles }) {
  if (target === null) {
    return layer.neverPackages?.test(specifier)
      ? [`${layer.folder} may not import the package ${specifier}`]
      : [];
  }
  const targetLayer = layerOf(target, layers);
  if (targetLayer === undefined && !(layer.folder === 'tests' && target.startsWith('scripts/'))) {
    return [`${specifier} leads to no layer`];
  }
  const reasons = [];
  if (restrictedFiles[target]?.every((opener) => !file.startsWith(opener))) {
    reasons.push(`${target} is written through server/records/call.ts`);
  }
  const ownPart = partOf(file, layer);
  const isHome = targetLayer === layer && partOf(target, layer) === ownPart;
  if (specifier.startsWith('..') && !isHome && !generatedFiles.test(file)) {
    reasons.push(`a relative import leaves ${ownPart}: use a subpath such as #domain/…`);
  }
  reasons.push(...outOfOrder(file, target, moduleOrder));
  if (isHome || targetLayer === undefined) return reasons;
  if (targetLayer === layer) {
    reasons.push(`${ownPart} may not import ${partOf(target, layer)}: features do not know each other`);
  } else if (!mayImport(layer, targetLayer)) {
    reasons.push(`${layer.folder} may not import ${targetLayer.folder}`);
  }
  return reasons;
}

/** @param {string} file @param {string} target @param {Rules['moduleOrder']} order @returns {string[]} */
function outOfOrder(file, target, order) {
  const own = moduleOf(file);
  const other = moduleOf(target);
  if (own === null || other === null || lineOf(other, order) <= lineOf(own, order)) return [];
  return [`the module ${own} may not know ${other}, which comes later in the order of modules`];
}

/** @param {string} file */
function moduleOf(file) {
  return /^server\/modules\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** @param {string} name @param {Rules['moduleOrder']} order */
function lineOf(name, order) {
  return order.findIndex((line) => line.includes(name));
}

/** @param {Layer} layer @param {Layer} target */
function mayImport(layer, target) {
  return layer.folder === 'tests' || layer.mayImport.includes(target.folder);
}

/** @param {string} file @param {readonly Layer[]} layers @returns {Layer | undefined} */
function layerOf(file, layers) {
  return layers
    .filter(({ folder }) => file === folder || file.startsWith(`${folder}/`))
    .filter(({ folder }) => folder !== 'src' || path.dirname(file) === 'src')
    .filter(({ folder }) => folder !== 'server' || path.dirname(file) === 'server')
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

/** The folder inside which relative imports stay. @param {string} file @param {Layer} layer */
function partOf(file, layer) {
  if (!layer.apart) return layer.folder;
  return file
    .split('/')
    .slice(0, layer.folder.split('/').length + 1)
    .join('/');
}
