// Reads the source files of a project and what each of them imports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * `specifier` is null where it is computed; `all` means `export *`.
 *
 * @typedef {{ specifier: string | null, line: number, all: boolean }} Import
 */

/**
 * The file that a specifier names, relative to the root; null for a package.
 *
 * @param {string} from @param {string} specifier @param {[string, string][]} aliases
 */
export function resolve(from, specifier, aliases) {
  if (specifier.startsWith('.')) {
    return path.posix.join(path.posix.dirname(from), specifier).replace(/\?.*$/, '');
  }
  for (const [prefix, folder] of aliases) {
    if (specifier.startsWith(prefix)) return folder + specifier.slice(prefix.length).replace(/\?.*$/, '');
  }
  return null;
}

/** The subpaths of package.json as [prefix, folder]. @param {string} root @returns {[string, string][]} */
export function readAliases(root) {
  /** @type {{ imports?: Record<string, string> }} */
  const { imports = {} } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return Object.entries(imports).map(([name, to]) => [
    name.replace(/\*$/, ''),
    to.replace(/^\.\//, '').replace(/\*$/, ''),
  ]);
}

/** @param {string} root @param {string} file @returns {Import[]} */
export function importsOf(root, file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {Import[]} */
  const found = [];
  /** @param {{ start: number }} node @param {unknown} source */
  const add = (node, source, all = false) => {
    const value = /** @type {{ value?: unknown } | null} */ (source)?.value;
    const line = text.slice(0, node.start).split('\n').length;
    found.push({ specifier: typeof value === 'string' ? value : null, line, all });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source),
    ExportAllDeclaration: (node) => add(node, node.source, true),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node, node.source);
    },
    ImportExpression: (node) => add(node, node.source),
    TSImportType: (node) => add(node, node.source),
  }).visit(program);
  return found;
}

/** @param {string} root @returns {string[]} */
export function sourceFiles(root) {
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
