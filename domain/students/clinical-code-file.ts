import type { CodeKind } from './student-file.ts';

/** One line of a code file, as it will be stored. */
export interface CodeLine {
  code: string;
  description: string;
  /** The service whose notes use it; null for all. */
  service: string | null;
}

export interface CodeFileProblem {
  /** Line number as in a text editor: the header is line 1. */
  line: number;
  message: string;
}

interface KnownService {
  id: string;
  name: string;
  short_name: string;
}

const MOST_CODES = 5_000;
const LONGEST_DESCRIPTION = 500;

const FORMS: Record<CodeKind, { pattern: RegExp; message: string }> = {
  cpt: {
    pattern: /^(\d{4}[0-9A-Z]|[A-Z]\d{4})$/,
    message: "isn't a valid procedure code (example: 97530).",
  },
  dx: {
    pattern: /^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/,
    message: "isn't a valid ICD-10-CM code (example: F80.2).",
  },
};

/**
 * Parses a CSV file of codes: a header with `code`, `description`, and optionally `service` (a service's name
 * or short name), then one code per line. A problem in any line rejects the whole file.
 */
export function readCodeFile(
  csv: string,
  kind: CodeKind,
  services: readonly KnownService[],
): { codes: CodeLine[]; problems: CodeFileProblem[] } {
  const records = recordsOf(csv.replace(/^\uFEFF/, ''));
  const heading = (records[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const [codeAt, descriptionAt, serviceAt] = ['code', 'description', 'service'].map((name) =>
    heading.indexOf(name),
  ) as [number, number, number];
  if (codeAt < 0 || descriptionAt < 0) {
    return {
      codes: [],
      problems: [{ line: 1, message: 'The first line must name the columns "code" and "description".' }],
    };
  }
  const rows = records.slice(1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length === 0) return { codes: [], problems: [{ line: 2, message: 'This file has no codes.' }] };
  if (rows.length > MOST_CODES) {
    const message = `A file can have up to ${MOST_CODES.toLocaleString('en-US')} codes. Split it into smaller files.`;
    return { codes: [], problems: [{ line: rows[MOST_CODES]?.line ?? 1, message }] };
  }
  const byName = new Map(
    services.flatMap(({ id, name, short_name }) => [
      [name.toLowerCase(), id],
      [short_name.toLowerCase(), id],
    ]),
  );
  const form = FORMS[kind];
  const seen = new Map<string, number>();
  const codes: CodeLine[] = [];
  const problems: CodeFileProblem[] = [];
  for (const { line, cells } of rows) {
    const cell = (at: number) => (at < 0 ? '' : (cells[at] ?? '').trim());
    const [code, description, service] = [
      cell(codeAt).toUpperCase(),
      cell(descriptionAt),
      cell(serviceAt).toLowerCase(),
    ];
    const note = (message: string) => problems.push({ line, message });
    const earlier = seen.get(code);
    if (code === '') note('The code is missing.');
    else if (!form.pattern.test(code)) note(`${code.slice(0, 20)} ${form.message}`);
    else if (earlier !== undefined) note(`${code} is already on line ${earlier}.`);
    if (description.length > LONGEST_DESCRIPTION) {
      note(`The description is longer than ${LONGEST_DESCRIPTION} characters.`);
    }
    if (service !== '' && !byName.has(service)) note(`No service is named ${service.slice(0, 40)}.`);
    seen.set(code, earlier ?? line);
    codes.push({ code, description, service: byName.get(service) ?? null });
  }
  return { codes: problems.length === 0 ? codes : [], problems };
}

/** Why a code is not valid for its list; null if it is. */
export function codeProblem(kind: CodeKind, code: string): string | null {
  const { pattern, message } = FORMS[kind];
  return pattern.test(code) ? null : `${code} ${message}`;
}

/** The cells of each line by RFC 4180; a quoted cell may contain line breaks. */
function recordsOf(csv: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = [];
  let [cells, cell, isQuoted, line, startedAt]: [string[], string, boolean, number, number] = [
    [],
    '',
    false,
    1,
    1,
  ];
  const endRecord = () => {
    records.push({ line: startedAt, cells: [...cells, cell] });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv.charAt(at);
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (csv.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === ',') {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      endRecord();
      startedAt = line;
    } else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || cells.length > 0) endRecord();
  return records;
}
