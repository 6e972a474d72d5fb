import { EARNING_CODE_NAMES, EARNING_CODES, PAY_FILE_HEAD, type PayFileCell } from './pay-file.ts';

/** What a column of an organization's own pay file has: a column of the generic one. */
export const PAY_FILE_CONTENTS = [
  'provider_id',
  'last_name',
  'first_name',
  'employment',
  'period_start',
  'period_end',
  'code',
  'earning',
  'minutes',
  'hours',
  'rate',
  'amount',
] as const;
type PayFileContent = (typeof PAY_FILE_CONTENTS)[number];

/** Called as in the generic file. */
export const PAY_FILE_CONTENT_LABELS = Object.fromEntries(
  PAY_FILE_CONTENTS.map((content, at) => [content, PAY_FILE_HEAD[at]]),
) as Readonly<Record<PayFileContent, string>>;

export const MOST_COLUMNS = 40;

/** Columns of a file in their order, and what its payroll service calls each kind of earning. */
export interface PayFileLayout {
  /** None: there is only the generic file. `content` is one of `PAY_FILE_CONTENTS`. */
  columns: readonly { header: string; content: string }[];
  /** The payroll service's own codes for `EARNING_CODES`; one without keeps its usual code. */
  codes: readonly { code: string; own: string }[];
}

const contentAt = (content: string) => (PAY_FILE_CONTENTS as readonly string[]).indexOf(content);

/** The first that is there more than once. */
const repeated = (values: readonly string[]) => values.find((value, at) => values.indexOf(value) !== at);

/** Why a layout can't be used, by field; empty if it can. */
export function layoutProblems({ columns, codes }: PayFileLayout): {
  pay_file_columns?: string;
  pay_file_codes?: string;
} {
  return {
    ...problem('pay_file_columns', columnProblem(columns)),
    ...problem('pay_file_codes', codeProblem(codes)),
  };
}

const problem = <Field extends string>(field: Field, words: string | null) =>
  words === null ? {} : ({ [field]: words } as Record<Field, string>);

function columnProblem(columns: PayFileLayout['columns']): string | null {
  const headers = columns.map(({ header }) => header.trim());
  if (headers.includes('')) return 'Enter a heading for each column.';
  const twice = repeated(headers.map((header) => header.toLowerCase()));
  if (twice !== undefined) return `Two columns are called "${twice}".`;
  return columns.every(({ content }) => contentAt(content) >= 0) ? null : 'Choose what each column contains.';
}

function codeProblem(codes: PayFileLayout['codes']): string | null {
  const twice = repeated(codes.map(({ code }) => code));
  const known = EARNING_CODES.find((code) => code === twice);
  if (known !== undefined) return `${EARNING_CODE_NAMES[known]} has two codes.`;
  if (codes.some(({ code }) => !EARNING_CODES.some((one) => one === code)))
    return 'Choose an earning for each code.';
  return codes.some(({ own }) => own.trim() === '') ? 'Enter a code, or remove the line.' : null;
}

/**
 * The rows of the generic pay file as the organization's payroll service wants them; null without a layout. Nothing is
 * calculated again, so both files add up to the same.
 */
export function ownPayFile(
  rows: readonly (readonly PayFileCell[])[],
  { columns, codes }: PayFileLayout,
): { head: string[]; rows: PayFileCell[][] } | null {
  if (columns.length === 0) return null;
  const own = new Map<PayFileCell, string>(codes.map((one) => [one.code, one.own.trim()]));
  return {
    head: columns.map(({ header }) => header.trim()),
    rows: rows.map((row) =>
      columns.map(({ content }) => {
        const value = row[contentAt(content)] ?? '';
        return content === 'code' ? (own.get(value) ?? value) : value;
      }),
    ),
  };
}
