// Refuses a build whose files import each other in a circle: then a screen can run before what it needs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

/** @type {Record<string, { file: string, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(path.join(root, 'dist/web/.vite/manifest.json'), 'utf8'));

/** Parts of which all imports have been followed. @type {Set<string>} */
const done = new Set();

/** @param {string} part @param {string[]} above the parts that lead here */
function follow(part, above) {
  if (above.includes(part)) {
    const circle = [...above.slice(above.indexOf(part)), part].map((one) => manifest[one]?.file ?? one);
    console.error(`These files import each other in a circle: ${circle.join(' → ')}`);
    process.exit(1);
  }
  if (done.has(part)) return;
  for (const needed of manifest[part]?.imports ?? []) follow(needed, [...above, part]);
  done.add(part);
}

for (const part of Object.keys(manifest)) follow(part, []);
