import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import type { Endpoints } from '#contract/index.ts';
import {
  authorizationFile,
  PLAIN_COLUMNS,
  PLAIN_FILTERS,
  type Row,
} from '#contract/report-files/authorization-file.ts';
import { filteredRows, sortValue } from '#contract/report-files/chosen-rows.ts';
import type { CellValue, FileColumn } from '#contract/report-files/file-report.ts';
import { AUTHORIZATION_PLACE, type AuthorizedService } from '#contract/reports.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { sortedRows } from '#domain/files/row-order.ts';
import type { Transaction } from '#server/db/database.ts';
import { fiscalYearOf, type StoredRow, storedRows, withMinutes } from './authorization-forecasts.ts';

type Page = ReplyOf<Endpoints['report.authorizations']>;
type PageQuery = QueryOf<Endpoints['report.authorizations']>;

/** The last service of a page, with what it was sorted by. */
interface Place {
  id: string;
  /** Undefined where it's a name: an address names no one. */
  value: CellValue | undefined;
}

/** The service knows these names itself, also once it's deleted. */
const NAMES: readonly string[] = ['student', 'client', 'service', 'provider'];

/**
 * A page of the assigned services of this fiscal year that the actor may see, with what becomes of each. The report's own
 * rules filter and sort them. Sessions are read of the page's services only, unless the order or a filter depends on them.
 */
export async function authorizationPage(
  tx: Transaction,
  actor: Actor,
  today: string,
  { sort, after, limit, ...filters }: PageQuery,
): Promise<Omit<Page, 'as_of' | 'unsynced'>> {
  const year = fiscalYearOf(today);
  const place = after === undefined ? null : placeOf(after);
  const found = await storedRows(tx, actor, year, today, place?.id);
  const listed = found.filter(({ is_listed }) => is_listed);
  const figures = (rows: readonly StoredRow[]) => withMinutes(tx, actor, year, today, rows, listed.length);
  const id = sort.replace('-', '');
  const plainColumn = Object.values(PLAIN_COLUMNS).find((column) => column.id === id);
  if (plainColumn !== undefined && filters.status === undefined && filters.used === undefined) {
    const columns = [plainColumn];
    const fit = new Set(filteredRows({ filters: PLAIN_FILTERS, columns, sort: PAGE_SORT }, listed, filters));
    const { own, next } = pageAfter(plainColumn, sort, found, fit, place, limit);
    return { ...year, services: (await figures(own)).map(sentRow), next };
  }
  const column = authorizationFile.columns.find((one) => one.id === id) ?? PLAIN_COLUMNS.student;
  const rows = await figures(found);
  const isListed = new Set(listed.map((row) => row.id));
  const fit = filteredRows(
    authorizationFile,
    rows.filter((row) => isListed.has(row.id)),
    filters,
  );
  const { own, next } = pageAfter(column, sort, rows, new Set(fit), place, limit);
  return { ...year, services: own.map(sentRow), next };
}

/** Rows are sorted with their place, after they are filtered. */
const PAGE_SORT = { id: '', desc: false };

/**
 * The next rows in order. The place has the value that it was sorted by, so that a service that was changed, deleted, or
 * archived since then leaves no gap and repeats nothing.
 * @param rows all, and the place
 * @param fit those of them that the page is filled from
 */
function pageAfter<Found extends { id: string }>(
  column: FileColumn<Found>,
  sort: string,
  rows: readonly Found[],
  fit: ReadonlySet<Found>,
  place: Place | null,
  limit: number | undefined,
): { own: readonly Found[]; next: string | null } {
  const valueIn = sortValue(column);
  const placed = sortedRows(
    rows,
    (row) => (row.id === place?.id && place.value !== undefined ? place.value : valueIn(row)),
    sort.startsWith('-'),
  );
  const at = placed.findIndex(({ id }) => id === place?.id);
  if (place !== null && at < 0) {
    throw new ApiError('request.invalid', { fields: { after: 'Use the `next` of the page before.' } });
  }
  const left = placed.slice(at + 1).filter((row) => fit.has(row));
  const own = left.slice(0, limit);
  const last = own.at(-1);
  if (last === undefined || own.length === left.length) return { own, next: null };
  const value = NAMES.includes(column.id) ? '' : ` ${JSON.stringify(valueIn(last))}`;
  return { own, next: `${last.id}${value}` };
}

function placeOf(after: string): Place {
  const [, id = '', value] = AUTHORIZATION_PLACE.exec(after) ?? [];
  return { id, value: value === undefined ? value : (JSON.parse(value) as CellValue) };
}

function sentRow({ today: _, ...service }: Row): AuthorizedService {
  return service;
}
