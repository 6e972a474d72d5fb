import path from 'node:path';
import { PurgeCSS } from 'purgecss';
import { runnerImport } from 'vite';

/** @import { Plugin } from 'vite' */

const SCRIPT = 'src/app/first-login.ts';
const PAGE = 'src/app/first-login-page.tsx';
const ENTRY = /<script type="module"[^>]* src="([^"]*\/start-[^"]*\.js)"><\/script>/;
const MODULES = /\s*<script type="module"[^>]*><\/script>/g;
const STYLESHEET = /<link rel="stylesheet"[^>]* href="\/([^"]*\/start-[^"]*\.css)">/;
const ROOT = '<div id="root"></div>';
/** What scripts set on the page before the app has started. */
const SET_BY_SCRIPTS = ['aria-busy', 'data-device', 'data-submitted', 'data-theme'];

/**
 * Writes `login.html` beside `index.html`: the same page with the login form in its HTML and a small script in
 * place of the app, which that script loads after the first paint. The rules that the form needs are in the page
 * too; the app's stylesheet comes with the app.
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
        const style = STYLESHEET.exec(html)?.[1];
        const styles = bundle[style ?? ''];
        if (app === undefined || styles?.type !== 'asset' || !html.includes(ROOT)) {
          throw new Error('index.html does not start the app.');
        }
        const { module } = await runnerImport(path.join(root, PAGE), { root, configFile: false });
        const page = /** @type {{ renderFirstLogin: () => string }} */ (module).renderFirstLogin();
        const file = this.getFileName(script);
        const login = html
          .replace(MODULES, '')
          .replace('<title>Caseload</title>', '<title>Log in · Caseload</title>')
          // After the root: as soon as the app shows something, its style hides it.
          .replace(
            ROOT,
            () => `${ROOT}\n    <div id="first-login" data-app="${app}" data-style="/${style}">${page}</div>`,
          )
          .replace('</head>', `  <script type="module" src="/${file}"></script>\n  </head>`);
        const code = bundle[file];
        const rules = await rulesFor(String(styles.source), login, code?.type === 'chunk' ? code.code : '');
        const source = login.replace(STYLESHEET, () => `<style>${rules}</style>`);
        this.emitFile({ type: 'asset', fileName: 'login.html', source });
      },
    },
  };
}

/**
 * The rules of a stylesheet that a page and its script need.
 *
 * @param {string} css @param {string} html @param {string} script
 */
async function rulesFor(css, html, script) {
  const [purged] = await new PurgeCSS().purge({
    content: [
      { raw: html, extension: 'html' },
      { raw: script, extension: 'js' },
    ],
    css: [{ raw: css }],
    // Names of rules may have any character, as in `pt-[max(2rem,9dvh)]`.
    defaultExtractor: (content) => content.match(/[^<>"'`\s]*[^<>"'`\s:]/g) ?? [],
    dynamicAttributes: SET_BY_SCRIPTS,
    keyframes: true,
    variables: true,
  });
  if (purged === undefined) throw new Error('The login page has no rules.');
  return purged.css;
}
