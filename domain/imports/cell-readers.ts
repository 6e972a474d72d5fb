import { scaledNumber } from '#domain/payroll/extra-pay.ts';

/** What a cell says, or what is wrong with it: a sentence without the column's name. */
export type ReadCell<Value> = { value: Value } | { fault: string };

/** Reads the trimmed text of a cell that isn't empty. */
export type CellReader<Value> = (text: string) => ReadCell<Value>;

const fault = (words: string): { fault: string } => ({ fault: words });

/** Text as it is, formula-like text too. */
export const plain =
  (most: number): CellReader<string> =>
  (text) =>
    text.length <= most
      ? { value: text }
      : fault(
          `is too long. Use up to ${most.toLocaleString('en-US')} characters.${
            text.includes('\n')
              ? ` It spans ${text.split('\n').length} lines: check the quotation marks.`
              : ''
          }`,
        );

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_HELP = "isn't a date. Write it as month/day/year, such as 9/5/2025.";
const LATEST = '2100-12-31';
/** Days of a spreadsheet count from here: its day 60 is a February 29, 1900 that never was. */
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/**
 * A day as spreadsheets write it: 9/5/2025, 9/5/25, 2025-09-05, Sep 5, 2025, or the serial number 45905.
 * @param clearFrom the first day that is taken from a year of two digits or a serial number; an earlier one is more likely a
 * slip or another number
 */
function dayFrom(earliest: string, clearFrom = earliest): CellReader<string> {
  return (text) => {
    const found = dayIn(text);
    if (found === null) return fault(DAY_HELP);
    if (found === 'swapped') return fault("isn't a date: there are 12 months. Write month/day/year.");
    if (found < earliest || found > LATEST) {
      return fault(`is out of range. Use a date from 1/1/${earliest.slice(0, 4)} on.`);
    }
    if (found < clearFrom && !WHOLE_YEAR.test(text)) {
      return fault("has a year that isn't clear. Write it with four digits.");
    }
    return { value: found };
  };
}

const WHOLE_YEAR = /(?:^|\D)\d{4}(?:\D|$)/;

export const day = dayFrom('2000-01-01');
/** Students were hardly born before 2000. */
export const birthDay = dayFrom('1920-01-01', '2000-01-01');
export const hireDay = dayFrom('1920-01-01', '1970-01-01');

/** Between a date and what follows it: a time of day. */
const TIME_AFTER = '(?:[T ]\\s*\\d{1,2}:\\d{2}.*)?$';
const ISO = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${TIME_AFTER}`);
const AMERICAN = new RegExp(`^(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|\\d{2})${TIME_AFTER}`);
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i;
const DAY_FIRST = /^(\d{1,2})[\s-]([a-z]{3,9})\.?[\s-](\d{4}|\d{2})$/i;

function dayIn(text: string): string | 'swapped' | null {
  const serial = /^\d{5}(?:\.\d+)?$/.exec(text);
  if (serial !== null) {
    const at = new Date(SERIAL_EPOCH + Math.floor(Number(text)) * DAY_MS);
    return at.toISOString().slice(0, 10);
  }
  const iso = ISO.exec(text);
  if (iso !== null) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const american = AMERICAN.exec(text);
  if (american !== null) {
    const [month, date] = [Number(american[1]), Number(american[3])];
    const year = wholeYear(american[4] ?? '');
    const read = calendarDay(year, month, date);
    return read === null && calendarDay(year, date, month) !== null ? 'swapped' : read;
  }
  const first = MONTH_FIRST.exec(text);
  if (first !== null) return calendarDay(Number(first[3]), monthOf(first[1] ?? ''), Number(first[2]));
  const last = DAY_FIRST.exec(text);
  if (last !== null) return calendarDay(wholeYear(last[3] ?? ''), monthOf(last[2] ?? ''), Number(last[1]));
  return null;
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** Two digits are read as Excel does: 29 is 2029, 30 is 1930. */
function wholeYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 30 ? 2000 + year : 1900 + year;
}

function calendarDay(year: number, month: number, date: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, date));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return isReal ? at.toISOString().slice(0, 10) : null;
}

const TIME_HELP = "isn't a time of day. Write it as 9:05 AM or 14:30.";

/** A wall time `HH:mm`: 9:05 AM, 14:30, 9 am, or the part of a day that spreadsheets store. */
export const time: CellReader<string> = (text) => {
  const portion = /^\d*[.]\d+(?:E-\d+)?$/i.test(text) ? Number(text) % 1 : null;
  if (portion !== null) return wallTime(Math.round(portion * 1440));
  const found = /^(?:.*[\sT])?(\d{1,2})(?::(\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i.exec(text);
  if (found === null) return fault(TIME_HELP);
  const [, hours = '', minutes, half] = found;
  if (minutes === undefined && half === undefined) return fault(TIME_HELP);
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return fault(TIME_HELP);
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  return hour > 23 || Number(minutes ?? 0) > 59
    ? fault(TIME_HELP)
    : wallTime(hour * 60 + Number(minutes ?? 0));
};

function wallTime(minutes: number): ReadCell<string> {
  if (minutes >= 1440) return fault(TIME_HELP);
  const two = (part: number) => String(part).padStart(2, '0');
  return { value: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` };
}

/** A whole number. A spreadsheet's number may have zeros after the point. */
export const wholeNumber =
  (least: number, most: number): CellReader<number> =>
  (text) => {
    const found = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.0+)?$/.exec(text);
    const value = found === null ? Number.NaN : Number((found[1] ?? '').replaceAll(',', ''));
    return value >= least && value <= most
      ? { value }
      : fault(`isn't a whole number from ${least} to ${most.toLocaleString('en-US')}.`);
  };

/** Whole minutes: 45, 45 min, 1:15, or the part of a day that spreadsheets store. */
export const minutes =
  (most: number): CellReader<number> =>
  (text) => {
    const hours = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text);
    const portion = /^0?\.\d+(?:E-\d+)?$/i.test(text) ? Math.round(Number(text) * 1440) : null;
    const value =
      hours !== null
        ? Number(hours[1]) * 60 + Number(hours[2])
        : (portion ??
          Number(/^(\d{1,5})(?:\.0+)?\s*(?:m|min|mins|minutes)?\.?$/i.exec(text)?.[1] ?? Number.NaN));
    return value >= 1 && value <= most
      ? { value }
      : fault(`isn't a number of minutes from 1 to ${most.toLocaleString('en-US')}.`);
  };

/** Cents: $1,234.50, 85, 85.5. */
export const amount =
  (most: number): CellReader<number> =>
  (text) => {
    const bare = text.replace(/^\$\s*/, '');
    const isAmount = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(bare);
    const dollars = isAmount ? Number(bare.replaceAll(',', '')) : Number.NaN;
    const cents = Math.round(dollars * 100);
    if (Number.isNaN(dollars) || Math.abs(cents - dollars * 100) > 1e-6)
      return fault("isn't an amount in dollars, such as 85.00.");
    return cents >= 0 && cents <= most
      ? { value: cents }
      : fault(`is more than $${(most / 100).toLocaleString('en-US')}.`);
  };

/**
 * A number as a whole number of its smallest part; negative ones take back.
 * @param places the most digits after the point
 * @param what "a number such as 12.4"
 */
export const scaled =
  (places: number, what: string): CellReader<number> =>
  (text) => {
    const value = scaledNumber(text, places);
    return value === null ? fault(`isn't ${what}.`) : { value };
  };

const YES = new Set(['yes', 'y', 'true', 't', '1', 'x', '✓']);
const NO = new Set(['no', 'n', 'false', 'f', '0', '-']);

export const yesNo: CellReader<boolean> = (text) => {
  const word = text.toLowerCase();
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : fault('must be yes or no.');
};

/**
 * One of some codes: by its label, the code itself, or another word for it.
 * @param others other words in lower case, each with its code
 */
export function choice<Code extends string>(
  labels: Readonly<Record<Code, string>>,
  others: Readonly<Record<string, NoInfer<Code>>> = {},
): CellReader<Code> {
  const codes = Object.keys(labels) as Code[];
  const plainWord = (words: string) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const known = new Map<string, Code>(Object.entries(others).map(([word, code]) => [plainWord(word), code]));
  for (const code of codes) known.set(plainWord(code), code).set(plainWord(labels[code]), code);
  const offered = codes.map((code) => labels[code]).join(', ');
  return (text) => {
    const value = known.get(plainWord(text));
    return value === undefined ? fault(`must be one of: ${offered}.`) : { value };
  };
}

/** Several values in one cell, separated by semicolons, bars, or line breaks; by commas if there are none. */
export const several =
  (most: number): CellReader<string[]> =>
  (text) => {
    const separator = /[;|\n]/.test(text) ? /[;|\n]/ : /,/;
    const value = [...new Set(text.split(separator).map((part) => part.trim()))].filter(
      (part) => part !== '',
    );
    if (value.some((part) => part.length > 200)) return fault('has a value of more than 200 characters.');
    return value.length <= most ? { value } : fault(`has more than ${most} values.`);
  };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Lower case, as email addresses of users are stored. */
export const email: CellReader<string> = (text) =>
  EMAIL.test(text) && text.length <= 254 ? { value: text.toLowerCase() } : fault("isn't an email address.");

/** The year in which a fiscal year begins: 2025, 2025–2026, 2025/26. */
export const fiscalYear: CellReader<number> = (text) => {
  const found = /^(20\d\d)(?:\.0+)?(?:\s*[-–/]\s*(20\d\d|\d\d))?$/.exec(text);
  const start = Number(found?.[1]);
  const end = found?.[2];
  const isNext = end === undefined || Number(end) % 100 === (start + 1) % 100;
  return found !== null && isNext
    ? { value: start }
    : fault("isn't a fiscal year. Write it as 2025-2026, or enter the year it starts.");
};

/** "Rivera, Maya" or "Maya Rivera". */
export const personName: CellReader<{ first: string; last: string }> = (text) => {
  const [last = '', first] = text.split(',').map((part) => part.trim());
  if (first !== undefined && first !== '' && last !== '') return { value: { first, last } };
  const words = text.replaceAll(',', ' ').trim().split(/\s+/);
  const end = words.pop() ?? '';
  return words.length === 0
    ? fault('needs a first and a last name, such as Rivera, Maya.')
    : { value: { first: words.join(' '), last: end } };
};
