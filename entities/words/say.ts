import { centsOf, moneyText } from '#domain/money/money-text.ts';
import { ABSENT_STUDENT } from '#domain/students/student-name.ts';
import { hoursText } from '#domain/time/duration.ts';
import {
  displayDay,
  displaySpan,
  displayTime,
  pacificDay,
  pacificDisplay,
  pacificTime,
} from '#domain/time/pacific.ts';

/** What the reader knows by id, as people call it. */
export interface KnownNames {
  readonly students?: Names;
  /** As in narrow places; where it is left out, made of the whole name. */
  readonly shortStudents?: Names;
  readonly services?: Names;
  readonly locations?: Names;
  readonly providers?: Names;
  readonly clients?: Names;
  readonly regions?: Names;
  /** Of services. */
  readonly categories?: Names;
  /** Day and time of sessions. */
  readonly sessions?: Names;
}
/** A map, or what finds names as they are asked for. */
type Names = Pick<ReadonlyMap<string, string>, 'get'>;

/**
 * Puts a value into words. Bodies in quarantine were checked by no one, so any value
 * may come; `Value` is what the field holds and is held against the row's type alone.
 */
export interface Say<in Value = never> {
  (value: unknown, names: KnownNames): string;
  readonly takes?: (value: Value) => void;
}

export const NONE = 'None';

/** Unchanged, for texts, numbers, and flags. */
export const plain: Say<string | number | boolean | object> = (value) => {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
};

const matching =
  (pattern: RegExp, words: (text: string) => string): Say<string> =>
  (value, names) =>
    typeof value === 'string' && pattern.test(value) ? words(value) : plain(value, names);
const atInstant =
  (words: (instant: string) => string): Say<string> =>
  (value, names) =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? words(value) : plain(value, names);

export const day = matching(/^\d{4}-\d{2}-\d{2}$/, displayDay);
export const time = matching(/^\d{2}:\d{2}$/, displayTime);
const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{2}:\d{2}$/.test(value);
/** "9:00–9:30 AM"; "9:00 AM – no end yet", where one side is no time. */
export const timeSpan = (start: unknown, end: unknown, names: KnownNames): string =>
  isTime(start) && isTime(end) ? displaySpan(start, end) : `${time(start, names)} – ${time(end, names)}`;
/** "Pacific time" for "America/Los_Angeles"; names that the platform doesn't know as they are. */
export const zone: Say<string> = (value, names) => {
  if (typeof value !== 'string' || value === '') return plain(value, names);
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: value, timeZoneName: 'longGeneric' });
    return (
      format
        .formatToParts(0)
        .find(({ type }) => type === 'timeZoneName')
        ?.value.replace('Time', 'time') ?? value
    );
  } catch {
    return value;
  }
};
/** Pacific. */
export const instant = atInstant(pacificDisplay);
export const dayOfInstant = atInstant((value) => displayDay(pacificDay(value)));
export const timeOfInstant = atInstant((value) => displayTime(pacificTime(value)));
/** For who decides on it: a session may be in another zone. */
export const timeWithZone = atInstant((value) => `${displayTime(pacificTime(value))} Pacific`);

export const minutes: Say<number> = (value, names) => {
  if (typeof value !== 'number') return plain(value, names);
  return value === 1 ? '1 minute' : `${value} minutes`;
};

/** Cents, or an amount as a form holds it: as it was typed. */
export const money: Say<number> = (value, names) => {
  const cents = typeof value === 'string' ? centsOf(value) : value;
  return typeof cents === 'number' ? moneyText(cents) : plain(value, names);
};

/** By its label; codes of a newer version of the app as they are. */
export const coded =
  <Code extends string>(labels: Readonly<Record<Code, string>>): Say<Code> =>
  (value, names) =>
    (typeof value === 'string' && Object.hasOwn(labels, value) ? labels[value as Code] : undefined) ??
    plain(value, names);

const named =
  (kind: keyof KnownNames, unknown: string): Say<string> =>
  (value, names) =>
    typeof value === 'string' ? (names[kind]?.get(value) ?? unknown) : plain(value, names);

export const student = named('students', ABSENT_STUDENT);
export const service = named('services', 'an unknown service');
export const location = named('locations', 'a former location');
export const person = named('providers', 'someone not on this device');
export const client = named('clients', 'a client not on this device');
export const region = named('regions', 'an unknown region');
export const category = named('categories', 'an unknown category');
export const session = named('sessions', 'a session not on this device');

/** Each item in words, one after the other. */
export const each =
  <Item>(say: Say<Item>): Say<readonly Item[]> =>
  (value, names) =>
    Array.isArray(value) ? value.map((one) => say(one, names)).join(', ') || NONE : plain(value, names);

/** Another record, of which only whether there is one can be said. */
export const linked: Say<string> = (value) => (value === null || value === undefined ? 'No' : 'Yes');

/** A list of which only the length can be said. */
export const counted: Say<readonly unknown[]> = (value) =>
  Array.isArray(value) ? String(value.length) : '0';

/** Bytes, as people read them. */
export const size: Say<number> = (value, names) => {
  if (typeof value !== 'number') return plain(value, names);
  return value < 1_048_576
    ? `${Math.max(1, Math.round(value / 1_024))} KB`
    : `${(value / 1_048_576).toFixed(1)} MB`;
};

export const weekdays: Say<readonly number[]> = each(
  (value) => ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][Number(value)] ?? String(value),
);

export const paidTime: Say<object> = (value, names) => {
  const { paid_minutes }: { paid_minutes?: unknown } = Object(value);
  return typeof paid_minutes === 'number' ? hoursText(paid_minutes) : plain(value, names);
};

/** "Lunch 12:00–12:30 PM" */
export const workBreak: Say<object> = (value, names) => {
  const { kind, started_at, ended_at }: Record<string, unknown> = Object(value);
  const [start, end] = [started_at, ended_at].map((at) =>
    typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? pacificTime(at) : at,
  );
  return `${kind === 'pause' ? 'Pause' : 'Lunch'} ${timeSpan(start, end ?? 'no end yet', names)}`;
};

/** How a text begins. */
export const beginning: Say<string> = (value, names) => {
  const text = plain(value, names);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

/** "Maya R.", for small spaces or when others may be watching; "a student" for one the reader doesn't know. */
export const shortStudent: Say<string> = (value, names) => {
  return shortNameOf(value, names) ?? 'a student';
};

/** "Maya R., Leo S., 1 other student" */
export const shortStudents: Say<readonly string[]> = (value, names) => {
  if (!Array.isArray(value)) return '';
  const known = value.flatMap((id) => shortNameOf(id, names) ?? []);
  const others = value.length - known.length;
  if (known.length === 0) return others < 2 ? (others === 1 ? 'a student' : '') : `${others} students`;
  if (others > 0) known.push(others === 1 ? '1 other student' : `${others} other students`);
  return known.join(', ');
};

function shortNameOf(id: unknown, names: KnownNames): string | undefined {
  const name = names.students?.get(String(id));
  return names.shortStudents?.get(String(id)) ?? (name === undefined ? undefined : shortened(name));
}

/** "Maya Rivera" as "Maya R." */
function shortened(name: string): string {
  const [last, ...others] = name.split(' ').reverse();
  return others.length === 0 ? name : `${others.reverse().join(' ')} ${last?.slice(0, 1)}.`;
}
