import type { PromiseExtended } from 'dexie';
import { mayBeCommon } from '#domain/students/code-words.ts';
import { searchedText, wordsOf } from '#domain/text/search-words.ts';
import { type LocalRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase, StoredClinicalCode } from './local-database.ts';

export type LocalSoapOption = LocalRow<'goal_option'>;
export type LocalClinicalCode = LocalRow<'clinical_code'>;
type Kind = LocalClinicalCode['kind'];
type Fits = (row: StoredClinicalCode) => boolean;

/** The entries of a bank by text, including archived ones. */
export async function bankOptions(
  db: LocalDatabase,
  bank: 'goal_option' | 'plan_option',
): Promise<LocalSoapOption[]> {
  const options = await openRows(db, bank, await db.rowsOf(bank).toArray());
  return options.sort((a, b) => a.option_text.localeCompare(b.option_text));
}

export interface CodeSearch {
  /** Beginnings of words of the code and its description, in any order; all codes without any. */
  words: string;
  /** Only codes of this service and those of all services. */
  service: string | undefined;
  withArchived: boolean;
  /** Codes at most. */
  limit: number;
}

export interface FoundCodes {
  /** In order of the codes. */
  codes: LocalClinicalCode[];
  hasMore: boolean;
}

/** Rows per read. */
const CHUNK = 500;
/** Rows of one word that are compared with the other words. No word that narrows a search has more. */
const MOST_ROWS = 20_000;

/** How many codes of a kind there are, including archived ones. */
export function countCodes(db: LocalDatabase, kind: Kind): Promise<number> {
  return db.clinicalCodes.where('listed').startsWith(`${kind}|`).count();
}

/** The first codes of a kind that fit a search. Reads the index and decrypts only what it returns. */
export async function searchCodes(
  db: LocalDatabase,
  kind: Kind,
  { words, service, withArchived, limit }: CodeSearch,
): Promise<FoundCodes> {
  const starts = wordsOf(searchedText(words));
  const fits: Fits = (row) =>
    row.is_gone === 0 &&
    (withArchived || row.is_archived === '0') &&
    (service === undefined || row.of_service === '' || row.of_service === service) &&
    starts.every((start) => row.searched.includes(` ${start}`));
  const rows = await firstThatFit(db, kind, starts, fits, limit + 1);
  rows.sort((a, b) => (a.listed < b.listed ? -1 : 1));
  return {
    codes: await openRows(db, 'clinical_code', rows.slice(0, limit)),
    hasMore: rows.length > limit,
  };
}

/** The codes of a kind with these names, including archived ones. */
export async function codesNamed(
  db: LocalDatabase,
  kind: Kind,
  names: readonly string[],
): Promise<LocalClinicalCode[]> {
  const rows = await db.clinicalCodes
    .where('listed')
    .anyOf(names.map((name) => `${kind}|${name}`))
    .toArray();
  return openRows(db, 'clinical_code', rows);
}

/** Reads the rows with the rarest word. Words that most rows have are of no help: then it reads the list in order. */
async function firstThatFit(
  db: LocalDatabase,
  kind: Kind,
  starts: readonly string[],
  fits: Fits,
  most: number,
): Promise<StoredClinicalCode[]> {
  const rare = starts.filter((start) => !mayBeCommon(start));
  if (rare.length > 0) return firstWithWord(db, kind, await rarestOf(db, kind, rare), fits, most);
  const [start] = starts;
  const named = start === undefined ? [] : await firstOf(db, await codesFrom(db, kind, start), fits, most);
  if (named.length >= most) return named;
  const known = new Set(named.map(({ id }) => id));
  return [...named, ...(await firstListed(db, kind, (row) => !known.has(row.id) && fits(row), most))].slice(
    0,
    most,
  );
}

async function rarestOf(db: LocalDatabase, kind: Kind, starts: readonly string[]): Promise<string> {
  let [rarest = '', fewest] = [starts[0], Number.POSITIVE_INFINITY];
  for (const start of starts.length > 1 ? starts : []) {
    const count = (await coded(db, kind, start).count()) + (await described(db, kind, start).count());
    if (count < fewest) [rarest, fewest] = [start, count];
  }
  return rarest;
}

/** Codes that begin like this. */
function coded(db: LocalDatabase, kind: Kind, start: string) {
  return db.clinicalCodes.where('listed').startsWith(`${kind}|${start.toUpperCase()}`);
}

/** Codes with a word in their description that begins like this. */
function described(db: LocalDatabase, kind: Kind, start: string) {
  return db.clinicalCodes.where('words').startsWith(`${kind}|${start}`);
}

function codesFrom(db: LocalDatabase, kind: Kind, start: string): PromiseExtended<string[]> {
  return coded(db, kind, start).limit(MOST_ROWS).primaryKeys();
}

async function firstWithWord(
  db: LocalDatabase,
  kind: Kind,
  start: string,
  fits: Fits,
  most: number,
): Promise<StoredClinicalCode[]> {
  const ids = await codesFrom(db, kind, start);
  const others = await described(db, kind, start).limit(MOST_ROWS).primaryKeys();
  return firstOf(db, [...new Set([...ids, ...others])], fits, most);
}

/** The first rows with these ids that fit. */
async function firstOf(
  db: LocalDatabase,
  ids: readonly string[],
  fits: Fits,
  most: number,
): Promise<StoredClinicalCode[]> {
  const found: StoredClinicalCode[] = [];
  for (let at = 0; at < ids.length && found.length < most; at += CHUNK) {
    const rows = await db.clinicalCodes.bulkGet(ids.slice(at, at + CHUNK));
    found.push(...rows.filter((row) => row !== undefined).filter(fits));
  }
  return found.slice(0, most);
}

/** The first rows of the list that fit. */
async function firstListed(
  db: LocalDatabase,
  kind: Kind,
  fits: Fits,
  most: number,
): Promise<StoredClinicalCode[]> {
  const found: StoredClinicalCode[] = [];
  for (let after = `${kind}|`; ; ) {
    const rows = await db.clinicalCodes
      .where('listed')
      .between(after, `${kind}|\uffff`, false)
      .limit(CHUNK)
      .toArray();
    found.push(...rows.filter(fits));
    const last = rows.at(-1);
    if (found.length >= most || last === undefined || rows.length < CHUNK) return found.slice(0, most);
    after = last.listed;
  }
}
