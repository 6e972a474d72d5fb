// Says what would break `npm ci` elsewhere or tomorrow: a platform's package that the
// lock file lacks, a download address in it, or a package wanted by a tag such as
// "latest", which means another version as soon as one is published, unless
// package.json's overrides pin it. Exits with 1 if there is one.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ version?: string, resolved?: string, optionalDependencies?: Record<string, string>, dependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Locked */
/** @type {Record<string, Locked>} */
const locked = JSON.parse(
  readFileSync(process.argv[2] ?? path.join(import.meta.dirname, '../package-lock.json'), 'utf8'),
).packages;

/** @type {Record<string, string>} */
const pinned = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')).overrides;

/** A range begins with a figure, a comparison, or a prefix for one; anything else is a tag. */
const ranges = /^(\s*$|v?\d|x\b|[<>=^~*|]|npm:)/i;

/**
 * Whether `name` is found from the package at `place` as Node would find it:
 * in its own node_modules, else in one further up.
 *
 * @param {string} place @param {string} name
 * @returns {boolean}
 */
function isFoundFrom(place, name) {
  if (`${place}${place === '' ? '' : '/'}node_modules/${name}` in locked) return true;
  return place !== '' && isFoundFrom(place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))), name);
}

const faults = Object.entries(locked).flatMap(([place, entry]) => {
  const missing = Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isFoundFrom(place, name));
  const wanted = { ...entry.dependencies, ...entry.peerDependencies, ...entry.optionalDependencies };
  const tagged = Object.entries(wanted).filter(([name, range]) => !ranges.test(range) && !(name in pinned));
  return [
    ...tagged.map(
      ([name, tag]) => `${place || 'the project'} wants ${name} as ${tag}; pin it in the overrides`,
    ),
    ...missing.map((name) => `${place || 'the project'} wants ${name}, which is not in the lock file`),
    ...(entry.resolved === undefined ? [] : [`${place} holds a download address`]),
  ];
});

for (const fault of faults) console.log(fault);
console.log(`lock file: ${Object.keys(locked).length} packages, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
