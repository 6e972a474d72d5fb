import { sql } from 'drizzle-orm';
import type { Client } from '#contract/catalog.ts';
import type { ClientBody, ClientFile } from '#contract/clients.ts';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import { clientProblems, usesWords } from '#domain/clients/client-rules.ts';
import { scopesOfStoredClient } from '#server/db/directory-places.ts';
import { type Stored, storedRow, tableFacts } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { clientInReach, isManager, usesOf } from './queries.ts';

type Account = EntityRow<'client_account'>;
type Changes = { [Field in keyof ClientBody]?: ClientBody[Field] | undefined } & { active?: 0 | 1 };

/** What devices know of a client. */
export async function clientRecords({ tx }: Pick<Call, 'tx'>, id: string): Promise<Records<Client>> {
  const scopes = await scopesOfStoredClient(tx, id);
  return { entity: 'client', scopes: () => scopes, about: () => ({}) };
}
const accounts: Records<Account> = { entity: 'client_account', scopes: () => [], about: () => ({}) };

export async function createClient(call: Call, body: ClientBody): Promise<ClientFile> {
  const { id, name, needs_codes, ...fields } = body;
  const account: Account = { id, ...fields, version: 1 };
  await refuseInvalid(call, account, null);
  await call.create(await clientRecords(call, id), {
    ...{ id, name, active: 1, needs_codes, makeup_windows: [], version: 1 },
  });
  await call.create(accounts, account);
  return clientInReach(call.tx, call.actor, id);
}

/** Saves what the office keeps and, if it changed, what devices know. */
export async function updateClient(call: Call, id: string, changes: Changes): Promise<ClientFile> {
  const { client, account } = await changeable(call, id);
  const { name, needs_codes, active, ...fields } = changes;
  const known = withTouched(client, { name, needs_codes, active });
  if (JSON.stringify(known) !== JSON.stringify(client))
    await call.change(await clientRecords(call, id), client, wireRow(known));
  const next = withTouched(account, fields);
  await refuseInvalid(call, wireRow(next), account);
  await call.change(accounts, account, wireRow(next));
  return clientInReach(call.tx, call.actor, id);
}

/** Deletes a client that nothing refers to. */
export async function deleteClient(call: Call, id: string): Promise<void> {
  const { client, account } = await changeable(call, id);
  await call.remove(await clientRecords(call, id), client);
  await call.remove(accounts, account);
  const uses = usesWords(await usesOf(call.tx, id));
  if (uses !== '') throw new ApiError('record.in-use');
}

async function changeable(
  { tx, actor, context }: Call,
  id: string,
): Promise<{ client: Stored<'client'>; account: Stored<'client_account'> }> {
  await clientInReach(tx, actor, id);
  const [client, account] = [await storedRow(tx, 'client', id), await storedRow(tx, 'client_account', id)];
  if (client === null || account === null) throw new ApiError('record.absent');
  refuseOutdated(account, context.base_version);
  return { client, account };
}

/** @param before null for a new client; records that it already names may be archived, others may not */
async function refuseInvalid(call: Call, next: Account, before: Account | null): Promise<void> {
  refuseProblems(clientProblems(next));
  const added = (field: 'services' | 'regions') =>
    next[field].filter((id) => before?.[field].includes(id) !== true);
  const [services, regions] = [added('services'), added('regions')];
  if (services.length > 0 && (await countOf(call, 'service', services)) < new Set(services).size) {
    refuseProblems({ services: 'Choose services from the list.' });
  }
  if (regions.length > 0) await holdRegions(call, regions);
  if (next.manager !== null && next.manager !== before?.manager) await refuseNoManager(call, next.manager);
  if (next.district !== null && next.district !== before?.district) await holdDistrict(call, next);
}

async function countOf({ tx }: Call, entity: 'service', ids: readonly string[]): Promise<number> {
  const found = await jsonRows(
    tx,
    sql`select id from ${sql.raw(tableFacts(entity).name)} where id = any(${arrayParam(ids, 'uuid')})`,
  );
  return found.length;
}

/** Writing the rows makes a deletion at the same time wait, and then see what was put into it. */
async function holdRegions({ tx }: Call, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ archived: boolean }>(
    sql`update regions set version = version
      where id = any(${arrayParam(ids, 'uuid')}) and deleted_at is null returning archived`,
  );
  if (rows.length < new Set(ids).size) refuseProblems({ regions: 'Region not found.' });
  if (rows.some(({ archived }) => archived)) {
    refuseProblems({ regions: "Choose a region that isn't archived." });
  }
}

async function refuseNoManager({ tx }: Call, id: string): Promise<void> {
  const found = await jsonRows(tx, sql`select id from users m where m.id = ${id} and ${isManager()}`);
  if (found.length === 0) refuseProblems({ manager: 'Choose someone from the list.' });
}

/** A district is an active client that belongs to no other; one with clients of its own joins none. */
async function holdDistrict({ tx }: Call, { id, district }: Account): Promise<void> {
  // Each row in a statement of its own, and the client first: after a wait for one row, a joined row would be read
  // as it was before. So a deletion or archiving at the same time waits, or is seen here.
  const { rows: active } = await tx.execute(
    sql`update clients set version = version
      where id = ${district} and active = 1 and deleted_at is null returning id`,
  );
  if (active.length === 0) refuseProblems({ district: "Choose a district that isn't archived." });
  const { rows } = await tx.execute<{ district: string | null }>(
    sql`update client_accounts set version = version where id = ${district} and deleted_at is null
      returning district`,
  );
  if (rows[0] === undefined) refuseProblems({ district: "Choose a district that isn't archived." });
  if (rows[0]?.district != null) refuseProblems({ district: 'This client belongs to a district itself.' });
  const { members } = await usesOf(tx, id);
  if (members > 0)
    refuseProblems({ district: "Other clients belong to this one, so it's a district itself." });
}
