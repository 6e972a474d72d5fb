// The words of the built product: what people read is plain American English. `npm run words` reads every text of
// the built page, its worker and its server, and names each one that holds a phrase we don't use. It needs a build.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

/** @type {[RegExp, string][]} what we don't say, and what we say instead */
const BANNED = [
  [/\bcent(?:re|red|ring)s?\b/, 'center'],
  [/\b\w*(?:organis|authoris|recognis|summaris|synchronis|finalis)\w*/, 'organize, authorize'],
  [/\b(?:colour|behaviour|favour|honour|neighbour)\w*/, 'color, behavior'],
  [
    /\b(?:cancell(?:ed|ing)|practis\w+|licence|programme|judgement|acknowledgement|whilst)\b/,
    'American spelling',
  ],
  [/\b(?:by (?:itself|themselves))\b/, 'automatically, or say nothing'],
  [/\b(?:put (?:it |them )?right)\b/, 'fix'],
  [/\b(?:reckon|loosen|makings?-up)\w*/, 'calculate, clear, makeup'],
  [/\b(?:giv(?:e|en|es|ing)(?: \w+)? up)\b/, 'discard'],
  [/\b(?:in force)\b/, 'active'],
  [/\bon (?:its|their) way to\b/, 'sending, or waiting to sync'],
  [/\b(?:not|is|are) yours (?:to|now)\b/, "you don't have access"],
  [/\b(?:of yours)\b/, 'your'],
  [/^[^.]*\b(?<!there )(?:is|are) no (?!longer|more\b)[a-z]/, "isn't"],
  [
    /\bthe office (?:cannot|can't|did not|has not|never|answers|has it|decides)\b/,
    'your office, or the server',
  ],
  [/\bunsent (?:work|changes?)\b/, 'unsynced changes'],
  [/\b(?:sealed|anew|in the meantime)\b/, 'encrypted, again, while you were editing'],
  [/\bsign(?:s|ed|ing)?[- ]in\b/, 'log in'],
  [/\b(?:make-ups?|somebody has|nobody (?:can|may|on))\b/, 'makeup, someone, no one'],
  [/\b(?:take(?:s|n)? along|put aside|hold(?:s|ing)? .{0,20}against)\b/, 'export, hold, compare with'],
  [/\bwhat waits\b|\bnothing waits\b/, 'pending'],
  [/(?:\d|\}) %/, 'no space before the percent sign'],
];

/** Its errors are not ours to word. */
const DEXIE = 'db.open() was';

/**
 * The phrases in a text that we don't use.
 *
 * @param {string} text
 * @returns {string[]} each as `found → better`
 */
export function faultsIn(text) {
  return BANNED.flatMap(([phrase, better]) => {
    const found = new RegExp(phrase, 'i').exec(text);
    return found === null ? [] : [`${found[0]} → ${better}`];
  });
}

/**
 * The texts in a program that somebody may read: literals of several words, or of one that begins a sentence.
 * Placeholders of a template are read as `{}`.
 *
 * @param {string} code JavaScript
 * @returns {string[]}
 */
export function textsOf(code) {
  /** @type {string[]} */
  const texts = [];
  const keep = (/** @type {string} */ text) => {
    const isRead = /[a-z,.] [a-z{(]|^[A-Z][a-z]+$/.test(text);
    if (isRead && !text.startsWith(DEXIE) && !/^\s*(?:select|with|update|insert) /.test(text))
      texts.push(text.replace(/\s+/g, ' ').trim());
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') keep(node.value);
    },
    TemplateLiteral(node) {
      keep(node.quasis.map(({ value }) => value.cooked ?? '').join('{}'));
    },
  }).visit(parseSync('built.js', code).program);
  return texts;
}

/** @param {string} folder @returns {string[]} the scripts in it, at any depth */
function scriptsIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join(folder, name));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const faults = scriptsIn('dist').flatMap((file) =>
    textsOf(readFileSync(file, 'utf8')).flatMap((text) =>
      faultsIn(text).map((fault) => `${file}: ${fault}\n    ${text.slice(0, 160)}`),
    ),
  );
  for (const fault of new Set(faults)) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log('No text of the build holds a phrase that we do not use.');
}
