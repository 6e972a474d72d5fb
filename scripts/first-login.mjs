import path from 'node:path';
import { runnerImport } from 'vite';

/** @import { Plugin } from 'vite' */

const SCRIPT = 'src/app/first-login.ts';
const PAGE = 'src/app/first-login-page.tsx';
const ENTRY = /<script type="module"[^>]* src="([^"]*\/start-[^"]*\.js)"><\/script>/;
const MODULES = /\s*<script type="module"[^>]*><\/script>/g;
const ROOT = '<div id="root"></div>';

/**
 * Writes `login.html` beside `index.html`: the same page with the login form in its HTML and a small script in
 * place of the app, which that script loads after the first paint.
 *
 * @param {string} root the project's folder
 * @returns {Plugin}
 */
export function firstLogin(root) {
  let script = '';
  return {
    name: 'caseload-first-login',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      script = this.emitFile({ type: 'chunk', id: path.join(root, SCRIPT), name: 'first-login' });
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('The build has no index.html.');
        const html = String(index.source);
        const app = ENTRY.exec(html)?.[1];
        if (app === undefined || !html.includes(ROOT)) throw new Error('index.html does not start the app.');
        const { module } = await runnerImport(path.join(root, PAGE), { root, configFile: false });
        const page = /** @type {{ renderFirstLogin: () => string }} */ (module).renderFirstLogin();
        const source = html
          .replace(MODULES, '')
          .replace('<title>Caseload</title>', '<title>Log in · Caseload</title>')
          // After the root: as soon as the app shows something, its style hides it.
          .replace(ROOT, () => `${ROOT}\n    <div id="first-login" data-app="${app}">${page}</div>`)
          .replace(
            '</head>',
            `  <script type="module" src="/${this.getFileName(script)}"></script>\n  </head>`,
          );
        this.emitFile({ type: 'asset', fileName: 'login.html', source });
      },
    },
  };
}
