import type { RecordName } from '#contract/entity-name.ts';
import * as care from './care.ts';
import * as catalog from './catalog.ts';
import type { EntityWords, TitlePart } from './entity-words.ts';
import * as invoices from './invoices.ts';
import * as notifications from './notifications.ts';
import * as officeLists from './office-lists.ts';
import * as organization from './organization.ts';
import * as payroll from './payroll.ts';
import * as reportSchedules from './report-schedules.ts';
import { type KnownNames, linked, plain, type Say } from './say.ts';
import * as studentFile from './student-file.ts';
import * as tickets from './tickets.ts';
import * as workingDay from './working-day.ts';

/** What people read of each entity: its name, its title, and each field once. */
const WORDS: { readonly [Name in RecordName]: EntityWords<Name> } = {
  ...{ ...care, ...catalog, ...invoices, ...notifications, ...officeLists, ...organization, ...payroll },
  ...{ ...reportSchedules, ...studentFile, ...tickets, ...workingDay },
};

/** "note": what one of it is called on its own screen. */
export function entityName(entity: RecordName): string {
  const { one, short = one } = WORDS[entity];
  return short;
}

/** "client details": what one of it is called where other records are too. */
export function wholeEntityName(entity: RecordName): string {
  return WORDS[entity].one;
}

interface Write {
  entity: RecordName;
  effect: 'create' | 'update' | 'delete';
  /** Its name in the contract, where it is known. */
  endpoint?: string;
}

/** "New session"; of a command what it did: "Lunch started". */
export function writeTitle({ entity, effect, endpoint = '' }: Write): string {
  const { one, commands = {} } = WORDS[entity];
  const command = Object.hasOwn(commands, endpoint) ? commands[endpoint] : undefined;
  if (command !== undefined) return command;
  if (effect === 'create') return `New ${one}`;
  return effect === 'update' ? `Changed ${one}` : `Deleted ${one}`;
}

/** "11/21/2026, 09:00 AM, Maya R.": what tells a row from others, as far as it is known. */
export function rowTitle(entity: RecordName, row: object, names: KnownNames): string {
  return said(WORDS[entity].title(row as never), names);
}

/** The title with what weighs for who decides on the row. */
export function weighedTitle(entity: RecordName, row: object, names: KnownNames): string {
  const { title, weighed = title } = WORDS[entity];
  return said((weighed as typeof title)(row as never), names);
}

function said(parts: readonly TitlePart[], names: KnownNames): string {
  return parts
    .map(([say, value]) => (value === undefined || value === null || value === '' ? '' : say(value, names)))
    .filter((part) => part !== '')
    .join(', ');
}

/** What a field is called; one that this version does not know by its own name. */
export function fieldLabel(entity: RecordName | null, name: string): string {
  return wordOf(entity, name)?.label ?? name.replaceAll('_', ' ');
}

/** A value of a field in words. */
export function fieldWords(
  entity: RecordName | null,
  name: string,
  value: unknown,
  names: KnownNames,
): string {
  return (wordOf(entity, name)?.say ?? plain)(value, names);
}

/** What is decided as one, a field or a bundle of fields, in words. */
export function fieldGroupLabel(entity: RecordName, name: string): string {
  return WORDS[entity].together?.[name]?.label ?? fieldLabel(entity, name);
}

/** @param row with all fields of the matter */
export function fieldGroupWords(
  entity: RecordName,
  name: string,
  row: Readonly<Record<string, unknown>>,
  names: KnownNames,
): string {
  const together = WORDS[entity].together?.[name];
  return together === undefined ? fieldWords(entity, name, row[name], names) : together.say(row, names);
}

/** The fields of a body that have words, in the order in which people read them, then all others. */
export function inReadingOrder(entity: RecordName | null, names: Iterable<string>): string[] {
  const rest = new Set(names);
  if (entity === null) return [...rest];
  const known = Object.keys(wordsOf(entity)).filter((name) => rest.has(name));
  return [...new Set([...known, ...rest])];
}

/** Whether the entity has words for a field. */
export function hasField(entity: RecordName, name: string): boolean {
  return wordOf(entity, name) !== undefined;
}

/** Whether the field names another record of which nothing more can be said. */
export function isLink(entity: RecordName, name: string): boolean {
  return wordOf(entity, name)?.say === linked;
}

function wordOf(entity: RecordName | null, name: string): { label: string; say: Say } | undefined {
  if (entity === null) return undefined;
  const own = wordsOf(entity);
  const word = Object.hasOwn(own, name) ? own[name] : undefined;
  return typeof word === 'string' ? { label: word, say: plain } : word;
}

type OwnWords = Readonly<Record<string, string | { label: string; say: Say }>>;

const ownWords = new Map<RecordName, OwnWords>();

/** The words of all fields of an entity. Made once: thousands of entries of the audit are put into words at once. */
function wordsOf(entity: RecordName): OwnWords {
  const known = ownWords.get(entity);
  if (known !== undefined) return known;
  const { fields, extraFields = {} } = WORDS[entity];
  const own: OwnWords = { ...extraFields, ...fields };
  ownWords.set(entity, own);
  return own;
}
