import { sql } from 'drizzle-orm';
import type { Provider } from '#contract/catalog.ts';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { ProviderBody, ProviderChanges, ProviderFile } from '#contract/providers.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { scopesOfProvider } from '#domain/access/scopes.ts';
import { providerProblems } from '#domain/providers/provider-rules.ts';
import { type Stored, storedRow } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { placesOfNotes } from '#server/db/note-places.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { changeUser, deactivateUser, reactivateUser } from '#server/modules/auth/account-state.ts';
import { inviteUser, type Mailing } from '#server/modules/auth/invitation.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { canSupervise, providerFile } from './queries.ts';

type Account = EntityRow<'provider_account'>;
/** Everything that people enter, an existing role and employment type as stored. */
type Entered = Omit<ProviderBody, 'role' | 'emp'> & { role: string; emp: string };

/** What devices know of a provider. */
const providers: Records<Provider> = { entity: 'provider', scopes: scopesOfProvider, about: () => ({}) };
const accounts: Records<Account> = { entity: 'provider_account', scopes: () => [], about: () => ({}) };

/** Adds a provider with a user of their own, who is invited by email. */
export async function createProvider(
  mailing: Mailing,
  call: Call,
  body: ProviderBody,
): Promise<ProviderFile> {
  const { tx } = call;
  const { id, role, username, email, emp } = body;
  await refuseInvalid(call, body, null);
  await inviteUser(mailing, call, { id, username, email, role, emp });
  await writeLinks(call, body);
  await call.create(providers, { ...rowIn(body), archived: false, version: 1 });
  await call.create(accounts, { ...accountIn(body), version: 1 });
  for (const supervisee of body.supervisees) await supervise(call, id, supervisee, true);
  await refreshScopeMembers(tx, new Set([id, ...body.supervisors]));
  return providerFile(tx, call.actor, id);
}

/** Saves what the office keeps and, if it changed, the user and what devices know. */
export async function updateProvider(
  call: Call,
  id: string,
  changes: ProviderChanges,
): Promise<ProviderFile> {
  const { tx, actor } = call;
  const { file, provider, account } = await changeable(call, id);
  const before: Entered = { ...file, supervisees: file.supervisee_list.map((one) => one.id) };
  const next = withTouched(before, changes);
  await refuseInvalid(call, next, before);
  await changeUser(call, id, next);
  await changeRow(call, provider, rowIn(next));
  await call.change(accounts, account, { ...accountIn(next), version: account.version });
  const isIn = (list: readonly string[]) => (one: string) => list.includes(one);
  for (const one of next.supervisees) {
    if (!isIn(before.supervisees)(one)) await supervise(call, id, one, true);
  }
  for (const one of before.supervisees) {
    if (!isIn(next.supervisees)(one)) await supervise(call, id, one, false);
  }
  await refreshScopeMembers(tx, new Set([id, ...before.supervisors, ...next.supervisors]));
  return providerFile(tx, actor, id);
}

/** Archives a provider and ends their access. What their devices haven't sent waits in quarantine. */
export async function deactivateProvider(call: Call, id: string): Promise<ProviderFile> {
  return setArchived(call, id, true);
}

export async function reactivateProvider(call: Call, id: string): Promise<ProviderFile> {
  return setArchived(call, id, false);
}

async function setArchived(call: Call, id: string, archived: boolean): Promise<ProviderFile> {
  const { file, provider, account } = await changeable(call, id);
  if (file.archived !== archived) {
    await (archived ? deactivateUser(call, id) : reactivateUser(call, id));
    await call.change(providers, provider, { ...wireRow(provider), archived });
    await call.change(accounts, account, wireRow(account), { fields: ['archived'] });
  }
  return providerFile(call.tx, call.actor, id);
}

async function changeable(
  { tx, actor, context }: Call,
  id: string,
): Promise<{ file: ProviderFile; provider: Stored<'provider'>; account: Stored<'provider_account'> }> {
  const file = await providerFile(tx, actor, id);
  const provider = await storedRow(tx, 'provider', id);
  const account = await storedRow(tx, 'provider_account', id);
  if (provider === null || account === null) throw new ApiError('record.absent');
  refuseOutdated(account, context.base_version);
  return { file, provider, account };
}

function rowIn(entered: Entered): Omit<Provider, 'archived' | 'version'> {
  const { id, provider_first, provider_last, credentials, services, supervisors, needs_co_sign } = entered;
  return { id, provider_first, provider_last, credentials, services, supervisors, needs_co_sign };
}

function accountIn(entered: Entered): Omit<Account, 'version'> {
  const { id, phone, npi, license_number, license_state, taxonomy_code, credential_records } = entered;
  const { payroll_id, hired_on, left_on, max_caseload, availability, time_off } = entered;
  return {
    ...{ id, phone, npi, license_number, license_state, taxonomy_code, credential_records },
    ...{ payroll_id, hired_on, left_on, max_caseload, availability, time_off },
  };
}

/** Writes what devices know, if it changed, and delivers the provider's notes to new supervisors. */
async function changeRow(
  call: Call,
  before: Stored<'provider'>,
  changes: Partial<Omit<Provider, 'version'>>,
): Promise<void> {
  const next = wireRow(withTouched(before, changes));
  const fields = (Object.keys(changes) as (keyof typeof changes)[]).filter(
    (field) => !isSame(next[field], before[field]),
  );
  if (fields.length === 0) return;
  await writeLinks(call, next);
  await call.change(providers, before, next, { fields });
  if (fields.includes('supervisors')) {
    await call.follow(await placesOfNotes(call.tx, sql`n.provider = ${before.id}`));
  }
}

/** Lists of ids are sets: their order doesn't matter. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return plain(a) === plain(b);
}

async function writeLinks(
  { tx }: Call,
  { id, services, supervisors }: Pick<Provider, 'id' | 'services' | 'supervisors'>,
): Promise<void> {
  const [delivered, leading] = [arrayParam(services, 'uuid'), arrayParam(supervisors, 'uuid')];
  await tx.execute(
    sql`delete from provider_services where provider = ${id} and service <> all (${delivered})`,
  );
  await tx.execute(
    sql`insert into provider_services (provider, service) select ${id}::uuid, unnest(${delivered}) on conflict do nothing`,
  );
  await tx.execute(sql`delete from supervisions where supervisee = ${id} and supervisor <> all (${leading})`);
  await tx.execute(
    sql`insert into supervisions (supervisee, supervisor) select ${id}::uuid, unnest(${leading}) on conflict do nothing`,
  );
}

/** Adds a supervisor to another provider, or removes one: both rows of theirs get a new version. */
async function supervise(
  call: Call,
  supervisor: string,
  supervisee: string,
  isTheirs: boolean,
): Promise<void> {
  const provider = await storedRow(call.tx, 'provider', supervisee);
  const account = await storedRow(call.tx, 'provider_account', supervisee);
  if (provider === null || account === null) throw new ApiError('record.absent');
  const others = provider.supervisors.filter((one) => one !== supervisor);
  await changeRow(call, provider, { supervisors: isTheirs ? [...others, supervisor] : others });
  await call.change(accounts, account, wireRow(account), { fields: ['supervisors'] });
}

/** @param before null for a new provider; people and services that it already has may be archived, others may not */
async function refuseInvalid(call: Call, next: Entered, before: Entered | null): Promise<void> {
  refuseProblems(providerProblems(next));
  if (next.role !== (before?.role ?? ROLES.provider) && !mayUse(call.actor, 'user.assign-role')) {
    refuseProblems({ role: "Only a super admin can change someone's role." });
  }
  const added = (field: 'services' | 'supervisors' | 'supervisees') =>
    next[field].filter((id) => before?.[field].includes(id) !== true);
  if (next.role !== ROLES.supervisor && next.supervisees.length > 0) {
    refuseProblems(
      added('supervisees').length > 0
        ? { supervisees: 'Only a supervisor can have supervisees.' }
        : next.role === before?.role
          ? {}
          : { role: 'Assign the supervisees another supervisor first.' },
    );
  }
  await refuseUnknown(call, 'services', added('services'));
  await refuseUnknown(call, 'supervisors', added('supervisors'));
  await refuseUnknown(call, 'supervisees', added('supervisees'));
}

const OFFERED = {
  services: [sql`select id from services where deleted_at is null`, 'Choose services from the list.'],
  supervisors: [
    sql`select p.id from providers p join users u on u.id = p.id where ${canSupervise()}`,
    'Choose active supervisors from the list.',
  ],
  supervisees: [
    sql`select p.id from providers p where not p.archived`,
    'Choose active providers from the list.',
  ],
} as const;

async function refuseUnknown(
  { tx }: Call,
  field: keyof typeof OFFERED,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const [offered, message] = OFFERED[field];
  const found = await jsonRows(
    tx,
    sql`select o.id from (${offered}) o where o.id = any(${arrayParam(ids, 'uuid')})`,
  );
  if (found.length < new Set(ids).size) refuseProblems({ [field]: message });
}
