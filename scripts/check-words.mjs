// The words of the built product: what people read is plain American English. `npm run words` reads every text of
// the built page, its worker and its server, and names each one that holds a phrase we don't use. It needs a build.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

/** @type {[RegExp, string][]} what we don't say, and what we say instead */
const BANNED = [
  // American spelling.
  [/\b(?:(?:cent|theat|fib|lit|met)res?|cent(?:red|ring))\b/, 'center'],
  [
    /\b\w*(?:organ|author|recogn|summar|synchron|final|priorit|categor|minim|maxim|custom|standard|normal|initial|apolog|special|util|memor|item|random|sanit)is(?:e|es|ed|er|ers|ing|ation|ations)\b/,
    'organize, authorize',
  ],
  [/\b(?:colour|behaviour|favour|honour|labour|neighbour)\w*/, 'color, behavior'],
  [
    /\b(?:cancell|labell|modell|travell|signall|diall|fuell|counsell)(?:ed|ing|ers?)\b/,
    'canceled, labeled: one l',
  ],
  [
    /\b(?:practis\w+|licences?|programmes?|catalogues?|cheques?|grey|judgement|acknowledgement|enrolment|fulfil|enrol|analys(?:e|es|ed|ing)|defence|offence|learnt|spelt|whilst|amongst|per cent)\b(?!\/)/,
    'American spelling',
  ],
  [/\be-mails?\b/, 'email'],
  [/\blog-(?:ins?|outs?)\b/, 'login, logout; the verbs are "log in" and "log out"'],
  // English that was translated.
  [/\b(?:by (?:itself|themselves))\b/, 'automatically, or say nothing'],
  [/\b(?:put (?:it |them )?right)\b/, 'fix'],
  [/\b(?:reckon|loosen|makings?-up)\w*/, 'calculate, clear, makeup'],
  [/\b(?:giv(?:e|en|es|ing)(?: \w+)? up)\b/, 'discard'],
  [/\b(?:in force)\b/, 'active'],
  [/\bon (?:its|their) way to\b/, 'sending, or waiting to sync'],
  [/\b(?:not|is|are) yours (?:to|now)\b/, "you don't have access"],
  [/\b(?:of yours)\b/, 'your'],
  [/^[^.]*\b(?<!there )(?:is|are) no (?!longer|more\b)[a-z]/, "isn't"],
  [/\b(?:sealed|anew|in the meantime)\b/, 'encrypted, again, while you were editing'],
  [/\b(?:take(?:s|n)? along|put aside|hold(?:s|ing)? .{0,20}against)\b/, 'export, hold, compare with'],
  [/\bwhat waits\b|\bnothing waits\b|^waits\b/, 'pending'],
  [/\bstands\b/, 'is; a choice is kept, a code is on its line'],
  [/\b(?:exists|(?:is|are|was|were) \w+) already\b/, 'already exists, is already approved'],
  [/\b(?:perhaps|shall|oneself|one's|thereof|therein|hereby|whereby)\b/, 'maybe, will, your'],
  [/\bswitch(?:ed|es)?(?: (?:it|them))? (?:on|off)\b/, 'turn on, turn off'],
  [/\bnoted as\b/, 'marked as'],
  [/\b(?:whoever|whomever|in spite of)\b/, 'the person who, anyway'],
  [/\b(?:came|comes?|coming) about\b/, 'was calculated'],
  [/\black(?:s|ed|ing)\b/, 'is missing'],
  [/\bof (?:its|their) own\b/, 'its own, separate'],
  [/\b(?:stays?|remains?) as (?:it|they) (?:is|are|was|were)\b/, "doesn't change"],
  [/\bas (?:it is|they are) now\b/, 'current'],
  [/\bleave (?:it |this |these )?empty\b/, 'leave blank'],
  [/\bany more\b(?! [a-z])/, 'anymore'],
  [/\balso (?:offline|while|after)\b/, 'even offline'],
  [/\b(?:that|who|those that) go(?:es)? on\b|\bgo(?:es)? on (?:at|where|with)\b/, 'continue, pick up'],
  [/\bof (?:some|these|those) days\b(?! are)/, 'for these days, in a date range'],
  // One name for one thing.
  [
    /\bthe office (?:cannot|can't|did not|has not|never|answers|has it|decides)\b/,
    'your office, or the server',
  ],
  [/\bunsent (?:work|changes?)\b/, 'unsynced changes'],
  [/\bsign(?:s|ed|ing)?[- ]in\b/, 'log in'],
  [/\b(?:make-ups?)\b/, 'makeup'],
  [/\b(?:some|any|every|no)body\b/, 'someone, no one'],
  [/\bworking days?\b/, 'workday, or timecard'],
  [/\bhand-?offs?\b/, 'hand-over'],
  [/\bchanges? of many records\b/, 'bulk changes'],
  [/\bcaptured (?:by|at)\b/, 'entered by'],
  [/(?:\d|\}) of (?:\d+|\{\}) parts\b/, 'a percentage: people do not know the parts of a file'],
  // Numbers.
  [/(?:\d|\}) %/, 'no space before the percent sign'],
];

/** Statements that people have certified keep the words they had. */
const CERTIFIED = 'that its times are true and complete, and that nobody asked me';

/** Its errors are not ours to word. */
const DEXIE = 'db.open() was';

/**
 * The phrases in a text that we don't use.
 *
 * @param {string} text
 * @returns {string[]} each as `found → better`
 */
export function faultsIn(text) {
  if (text.includes(CERTIFIED)) return [];
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
    const isRead = /[a-z,.] [A-Za-z{(]|^[A-Z][a-z]+[.:!?…]?$/.test(text);
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
