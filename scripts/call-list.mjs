import path from 'node:path';
import { runnerImport } from 'vite';

/** @import { Plugin } from 'vite' */

const LIST = 'contract/call-list.ts';

/**
 * Puts the list of calls into the build as data: the app doesn't load the schemas of calls, which only the server
 * checks, and doesn't construct them at every start.
 *
 * @param {string} root the project's folder
 * @returns {Plugin}
 */
export function inlineCallList(root) {
  const file = path.join(root, LIST);
  return {
    name: 'caseload-call-list',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (id !== file) return null;
      const { module } = await runnerImport(file, { root, configFile: false });
      const { callList: calls } = /** @type {{ callList: object }} */ (module);
      // Engines read JSON faster than an object literal.
      return `export const callList = JSON.parse(${JSON.stringify(JSON.stringify(calls))});`;
    },
  };
}
