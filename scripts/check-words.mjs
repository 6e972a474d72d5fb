// The words of the product: what people read is plain American English. `npm run words` reads every text of the built
// page, its worker and its server (with its mails, prints, and the heads of files), the HTML, the README, and the docs,
// and names each one that has a phrase we don't use. It needs a build.
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
  [/\bof at most\b/, 'of up to'],
  [/\bno device has\b/, 'all devices have synced'],
  // The language of programmers.
  [/\bas (?:YYYY|HH:mm|MM\/)|\bdata URL\b/, 'an example: 9/14/2026, 2:30 PM'],
  [/\d:\d\d hours\b/, '7 h 53 min'],
  [/\b(?:saved|deleted|archived|activated) on the server\b/, 'saved'],
  // What a school office says.
  [/\bdecid(?:e|es|ed|ing) on\b|\bto decide$/, 'review, approve, deny'],
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

/** What engineers say to engineers, in the README and the docs. @type {RegExp[]} */
const TECHNICAL = [/\bsigned-in\b/, /\bgives up\b/, /\bstands for\b/, /\ba conflict to decide\b/];

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

/**
 * The paragraphs, list items, and cells of a Markdown text, without code and addresses.
 *
 * @param {string} markdown
 * @returns {string[]}
 */
export function textsOfMarkdown(markdown) {
  return markdown
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/`[^`]*`/g, '{}')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\S+/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\|/)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}

/**
 * What a page shows or says of itself before a script runs.
 *
 * @param {string} html
 * @returns {string[]}
 */
export function textsOfHtml(html) {
  const bare = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '');
  const said = [...bare.matchAll(/\b(?:content|title|alt|aria-label)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...said, ...bare.split(/<[^>]*>/)]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /[a-z] [a-z]/i.test(text));
}

/** @param {string} folder @param {string} ending @returns {string[]} its files, at any depth */
function filesIn(folder, ending, recursive = true) {
  return readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name));
}

/** @param {string} text @returns {string[]} */
function faultsOfDocs(text) {
  return faultsIn(TECHNICAL.reduce((left, phrase) => left.replace(new RegExp(phrase, 'gi'), '{}'), text));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  /** @type {(file: string, textsIn: (content: string) => string[], faults?: typeof faultsIn) => string[]} */
  const faultsOf = (file, textsIn, faults = faultsIn) =>
    textsIn(readFileSync(file, 'utf8')).flatMap((text) =>
      faults(text).map((fault) => `${file}: ${fault}\n    ${text.slice(0, 160)}`),
    );
  const faults = [
    ...filesIn('dist', '.js').flatMap((file) => faultsOf(file, textsOf)),
    ...filesIn('dist/web', '.html').flatMap((file) => faultsOf(file, textsOfHtml)),
    ...['README.md', 'CONTRIBUTING.md', ...filesIn('docs', '.md', false)].flatMap((file) =>
      faultsOf(file, textsOfMarkdown, faultsOfDocs),
    ),
  ];
  for (const fault of new Set(faults)) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log('No text of the build or the docs has a phrase that we do not use.');
}
