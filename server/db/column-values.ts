/** A value of a parameter in PostgreSQL's own text form; the server knows each parameter's type. */
export type ParameterText = string | null;

/** What both drivers send: text alone, so that neither applies a conversion of its own. */
export function parameterText(value: unknown): ParameterText {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(arrayElement).join(',')}}`;
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

function arrayElement(value: unknown): string {
  const text = parameterText(value);
  if (text === null) return 'NULL';
  return Array.isArray(value) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

type Reader = (text: string) => unknown;

const asPrinted: Reader = (text) => text;
const asNumber: Reader = (text) => Number(text);

/** A number as long as it is exact, else the digits. */
function asInteger(digits: string): number | string {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : digits;
}

const PRINTED_INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?(\+00)?$/;

/** As `Date.toISOString` writes it, with more digits only where microseconds are not zero; sessions run in UTC. */
function asIso(printed: string): string {
  const [, date, time, fraction = '', zone] = PRINTED_INSTANT.exec(printed) ?? [];
  // Infinity, years beyond 9999 or before Christ.
  if (date === undefined || time === undefined) return printed;
  return `${date}T${time}.${fraction.padEnd(3, '0')}${zone === undefined ? '' : 'Z'}`;
}

/** Type oid, oid of its array type, reader. The oids are fixed in PostgreSQL (pg_type.dat). */
const columnTypes: readonly (readonly [type: number, arrayType: number, read: Reader])[] = [
  [16, 1000, (text) => text === 't'], // bool
  [17, 1001, (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))], // bytea
  [18, 1002, asPrinted], // char
  [19, 1003, asPrinted], // name
  [20, 1016, asInteger], // int8
  [21, 1005, asNumber], // int2
  [23, 1007, asNumber], // int4
  [25, 1009, asPrinted], // text
  [26, 1028, asNumber], // oid
  [114, 199, (text) => JSON.parse(text)], // json
  [700, 1021, asNumber], // float4
  [701, 1022, asNumber], // float8
  [1042, 1014, asPrinted], // bpchar
  [1043, 1015, asPrinted], // varchar
  [1082, 1182, asPrinted], // date
  [1083, 1183, asPrinted], // time
  [1114, 1115, asIso], // timestamp
  [1184, 1185, asIso], // timestamptz
  [1186, 1187, asPrinted], // interval
  [1700, 1231, asPrinted], // numeric
  [2950, 2951, asPrinted], // uuid
  [3802, 3807, (text) => JSON.parse(text)], // jsonb
  [5069, 271, asPrinted], // xid8
];

/** Readers by type oid, the same for both drivers. A type that is not here reads as PostgreSQL prints it. */
export const columnReaders: Readonly<Record<number, Reader>> = Object.fromEntries(
  columnTypes.flatMap(([type, arrayType, read]): [number, Reader][] => [
    [type, read],
    [arrayType, (text) => readArray(text, read)],
  ]),
);

/** One element of a printed array: a quoted text, a brace, a comma, or a bare word. */
const ARRAY_PART = /"((?:[^"\\]|\\.)*)"|[{},]|[^{},"]+/gs;

/** A printed array, `{1,NULL,"a \"b\""}`, nested ones too. */
function readArray(printed: string, read: Reader): unknown[] {
  const outermost: unknown[] = [];
  const open: unknown[][] = [outermost];
  // Arrays with bounds of their own print them in front: `[0:1]={…}`.
  for (const [part, quoted] of printed.slice(printed.indexOf('{')).matchAll(ARRAY_PART)) {
    const current = open.at(-1) ?? outermost;
    if (part === '{') {
      const inner: unknown[] = [];
      current.push(inner);
      open.push(inner);
    } else if (part === '}') open.pop();
    else if (quoted !== undefined) current.push(read(quoted.replace(/\\(.)/gs, '$1')));
    else if (part !== ',') current.push(part === 'NULL' ? null : read(part));
  }
  return outermost[0] as unknown[];
}
