import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';

/** What a line named, or why it couldn't be found. */
export type Found<Row> = { row: Row } | { fault: string };

/** Records by a name that people write; case and doubled spaces don't matter. */
export class Names<Row> {
  readonly #rows = new Map<string, Row[]>();

  add(name: string, row: Row): void {
    const key = nameKey(name);
    if (key === '') return;
    const known = this.#rows.get(key);
    if (known === undefined) this.#rows.set(key, [row]);
    else if (!known.includes(row)) known.push(row);
  }

  all(name: string): readonly Row[] {
    return this.#rows.get(nameKey(name)) ?? [];
  }

  /** @param noun "client" */
  one(name: string, noun: string, hint = 'Correct the name, or add it first.'): Found<Row> {
    const [row, other] = this.all(name);
    if (row === undefined) return { fault: `No ${noun} is named "${name}". ${hint}` };
    return other === undefined ? { row } : { fault: `More than one ${noun} is named "${name}".` };
  }
}

/** What is wrong with a line that names an archived entry of a list. */
export function archivedFault({ name }: { name: string }): string {
  return `"${name}" is archived. Restore it under Services, regions, and locations.`;
}

export function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

export interface NamedClient {
  id: string;
  name: string;
  active: 0 | 1;
  district: string | null;
}

export interface NamedService {
  id: string;
  name: string;
  short_name: string;
  is_billable: boolean;
}

export async function clientNames(tx: Transaction): Promise<Names<NamedClient>> {
  const rows = await jsonRows<NamedClient>(
    tx,
    sql`select c.id, c.name, c.active, a.district from clients c join client_accounts a on a.id = c.id
      where c.deleted_at is null`,
  );
  const names = new Names<NamedClient>();
  for (const row of rows) names.add(row.name, row);
  return names;
}

/** Active clients only: nothing new is linked to an archived one. */
export function activeClient(names: Names<NamedClient>, name: string): Found<NamedClient> {
  const active = names.all(name).filter((one) => one.active === 1);
  if (active[0] !== undefined && active.length === 1) return { row: active[0] };
  if (active.length > 1) return { fault: `Client: more than one client is named "${name}".` };
  return names.all(name).length > 0
    ? { fault: `Client: "${name}" is archived.` }
    : { fault: `Client: no client is named "${name}". Import clients first, or correct the name.` };
}

export async function serviceNames(tx: Transaction): Promise<Names<NamedService>> {
  const rows = await jsonRows<NamedService>(
    tx,
    sql`select id, name, short_name, is_billable from services where deleted_at is null`,
  );
  const names = new Names<NamedService>();
  for (const row of rows) names.add(row.name, row);
  // A name counts before another service's short name.
  for (const row of rows) if (names.all(row.short_name).length === 0) names.add(row.short_name, row);
  return names;
}

/** The services of a list of names, or what is wrong with it. */
export function servicesOf(
  names: Names<NamedService>,
  wanted: readonly string[] | undefined,
): { ids: string[] | undefined; faults: string[] } {
  if (wanted === undefined) return { ids: undefined, faults: [] };
  const found = wanted.map((name) =>
    names.one(name, 'service', 'Import services first, or correct the name.'),
  );
  return {
    ids: [...new Set(found.flatMap((one) => ('row' in one ? one.row.id : [])))],
    faults: found.flatMap((one) => ('fault' in one ? one.fault : [])),
  };
}

interface NamedRow {
  id: string;
  name: string;
}

export async function regionNames(tx: Transaction): Promise<Names<NamedRow>> {
  const rows = await jsonRows<NamedRow & { region_number: string }>(
    tx,
    sql`select id, name, region_number from regions where deleted_at is null and not archived`,
  );
  const names = new Names<NamedRow>();
  for (const row of rows) names.add(row.name, row);
  for (const row of rows) if (names.all(row.region_number).length === 0) names.add(row.region_number, row);
  return names;
}

interface NamedLocation extends NamedRow {
  client: string | null;
}

export async function locationNames(tx: Transaction): Promise<Names<NamedLocation>> {
  // "5" is "Break", which is for lunch.
  const rows = await jsonRows<NamedLocation>(
    tx,
    sql`select id, name, client from locations where not archived and deleted_at is null and id <> '5'`,
  );
  const names = new Names<NamedLocation>();
  for (const row of rows) names.add(row.name, row);
  return names;
}

/** A school by its name; of several with one name, the client's. */
export function schoolOf(
  names: Names<NamedLocation>,
  name: string,
  client: string | null,
): Found<NamedLocation> {
  const own = names.all(name).filter((one) => one.client === client);
  return own[0] !== undefined && own.length === 1 ? { row: own[0] } : names.one(name, 'school');
}
