// Cuts the app's typeface out of Inter: `npm run subset-font` writes src/ui/fonts/inter.woff2 and its
// license. The result is kept in the repository, so that a build needs neither this script nor its packages.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// Neither package has types.
const require = createRequire(import.meta.url);
/** @type {(font: Buffer, text: string, options: object) => Promise<Buffer>} */
const subsetFont = require('subset-font');
const fonts = path.join(import.meta.dirname, '../src/ui/fonts');
const inter = path.dirname(require.resolve('inter-ui/package.json'));

/** @param {number} first @param {number} last */
function characters(first, last) {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');
}

/** English, Spanish and the other languages of Latin script that names come in, and the signs the screens use. */
const text = [
  characters(0x20, 0x7e),
  characters(0xa0, 0x17f),
  '\u2007\u2009\u202f–—‑‘’‚“”„•…‹›€™№',
  '−×÷≤≥≈′″½¼¾←→↑↓↔⇄✓✕',
].join('');

const subset = await subsetFont(readFileSync(path.join(inter, 'variable/InterVariable.woff2')), text, {
  targetFormat: 'woff2',
  // The weights of `src/ui/theme.css`, drawn for text sizes.
  variationAxes: { wght: { min: 400, max: 600 }, opsz: 14 },
  keepFeatures: ['kern', 'tnum', 'ccmp', 'mark', 'mkmk', 'locl'],
});
writeFileSync(path.join(fonts, 'inter.woff2'), subset);
copyFileSync(path.join(inter, 'LICENSE.txt'), path.join(fonts, 'inter-license.txt'));
console.log(`src/ui/fonts/inter.woff2: ${subset.length} bytes`);
