// Finds where an engine, which treats all entities alike, tells one by its name.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** @typedef {{ folder: string, except?: string, calls?: boolean }} Engine */

/** The names of the declared entities. @param {string} root @returns {ReadonlySet<string>} */
export function readEntities(root) {
  const file = path.join(root, 'entities/declared.ts');
  if (!existsSync(file)) return new Set();
  const list = /export const declared = \{([^}]*)\}/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return new Set(list.match(/[a-z_]+(?=[,:])/g));
}

/**
 * Where an engine compares something with the name of an entity, or of one of its calls.
 *
 * @param {string} root @param {string} file @param {ReadonlySet<string>} entities @param {readonly Engine[]} engines
 * @returns {{ line: number, name: string }[]}
 */
export function entitiesNamed(root, file, entities, engines) {
  const engine = engines.find(({ folder }) => file.startsWith(folder));
  if (engine === undefined || (engine.except !== undefined && file.startsWith(engine.except))) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  /** @type {{ line: number, name: string }[]} */
  const found = [];
  /** @param {{ start: number, type: string } | null} node */
  const look = (node) => {
    const value = /** @type {{ value?: unknown } | null} */ (node)?.value;
    if (node === null || node.type !== 'Literal' || typeof value !== 'string') return;
    const noun = engine.calls === true ? value.replace(/\..*$/, '').replaceAll('-', '_') : value;
    if (entities.has(noun)) found.push({ line: text.slice(0, node.start).split('\n').length, name: value });
  };
  new Visitor({
    BinaryExpression(node) {
      if (!/^[!=]==?$/.test(node.operator)) return;
      look(node.left);
      look(node.right);
    },
    SwitchCase: (node) => look(node.test),
  }).visit(parseSync(file, text).program);
  return found;
}
