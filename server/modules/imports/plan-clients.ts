import { sql } from 'drizzle-orm';
import type { Client } from '#contract/catalog.ts';
import type { EntityRow } from '#contract/entities.ts';
import { scopesOfClient } from '#domain/access/scopes.ts';
import { clientProblems } from '#domain/clients/client-rules.ts';
import type { LineValues } from '#domain/imports/import-columns.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';
import { isManager } from '#server/modules/clients/queries.ts';
import type { Call, Records } from '#server/records/call.ts';
import { Names, nameKey, regionNames, serviceNames, servicesOf } from './named-records.ts';
import { faulty, fieldFaults, newRow, type Plan, type Planner, updateOf } from './plan.ts';

type Account = EntityRow<'client_account'>;
type Contact = Account['contacts'][number];
type KnownClient = Client & { account: Account };

/** New clients: none has students yet. */
const clients: Records<Client> = {
  entity: 'client',
  scopes: ({ id }) => scopesOfClient({ id, services: [], providers: [] }),
  about: () => ({}),
};
const accounts: Records<Account> = { entity: 'client_account', scopes: () => [], about: () => ({}) };

/** Clients by name and, where two have the same name, by district. */
export async function planClients({ tx }: Call): Promise<Planner<'client'>> {
  const known = new Names<KnownClient>();
  const byId = new Map<string, KnownClient>();
  const add = (client: KnownClient) => {
    known.add(client.name, client);
    byId.set(client.id, client);
  };
  const stored = new Map((await keptRows(tx, 'client_account', sql`true`)).map((row) => [row.id, row]));
  for (const client of await keptRows(tx, 'client', sql`true`)) {
    const account = stored.get(client.id);
    if (account !== undefined) add({ ...client, account });
  }
  const [services, regions, managers] = [
    await serviceNames(tx),
    await regionNames(tx),
    await managerNames({ tx }),
  ];

  function districtOf(name: string | undefined): { id: string | null; fault: string | null } {
    if (name === undefined) return { id: null, fault: null };
    // A district belongs to no district itself.
    const found = known.all(name).filter(({ account, active }) => account.district === null && active === 1);
    if (found[0] !== undefined && found.length === 1) return { id: found[0].id, fault: null };
    const fault =
      found.length > 1
        ? `District: more than one client is named "${name}".`
        : known.all(name).length > 0
          ? `District: "${name}" is archived, or belongs to a district itself.`
          : `District: no client is named "${name}". It can be on another line of the same file.`;
    return { id: null, fault };
  }

  return {
    plan(values, idOf): Plan {
      const { name = '' } = values;
      const district = districtOf(values.district);
      const offered = servicesOf(services, values.services);
      const inRegions = values.regions?.map((region) => regions.one(region, 'region'));
      const manager = values.manager === undefined ? null : managers.one(values.manager, 'manager');
      const faults = [
        ...(district.fault === null ? [] : [district.fault]),
        ...offered.faults,
        ...(inRegions ?? []).flatMap((one) => ('fault' in one ? one.fault : [])),
        ...(manager !== null && 'fault' in manager ? [manager.fault] : []),
      ];
      if (faults.length > 0) return faulty(...faults);
      const same = known
        .all(name)
        .filter(
          ({ account }) =>
            district.id === null || account.district === district.id || account.district === null,
        );
      const [found, other] = same;
      if (other !== undefined) {
        return faulty(`More than one client is named "${name}". Add the district, or rename one of them.`);
      }
      const wanted = {
        ...{ needs_codes: values.needs_codes, district: district.id ?? undefined, services: offered.ids },
        manager: manager !== null && 'row' in manager ? manager.row.id : undefined,
        regions: inRegions && [...new Set(inRegions.flatMap((one) => ('row' in one ? one.row.id : [])))],
        contacts: contactsOf(found?.account.contacts ?? [], values),
        ...{ is_insurance: values.is_insurance, contract_number: values.contract_number },
        ...{ contract_start: values.contract_start, contract_end: values.contract_end },
        ...{ contract_cap_cents: values.contract_cap_cents, purchase_order: values.purchase_order },
        invoice_address: values.invoice_address,
      };
      const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
      const account: Account = { ...(found?.account ?? emptyAccount(idOf())), ...given };
      const problems = fieldFaults('client', clientProblems(account));
      if (problems.length > 0) return faulty(...problems);
      if (found !== undefined) {
        return updateOf('client_account', found.id, { ...found.account, ...found }, given);
      }
      const { needs_codes, ...own } = account as Account & { needs_codes?: boolean };
      const client: Client = {
        ...{ id: own.id, name, active: 1, version: 1 },
        ...{ needs_codes: needs_codes ?? false, makeup_windows: [] },
      };
      add({ ...client, account: own });
      return { outcome: 'add', rows: [newRow(clients, client), newRow(accounts, own)] };
    },
  };
}

function emptyAccount(id: string): Account {
  return {
    ...{ id, district: null, manager: null, services: [], regions: [], is_insurance: false, contacts: [] },
    ...{ contract_number: '', contract_start: null, contract_end: null, contract_cap_cents: null },
    ...{ purchase_order: '', invoice_address: '', version: 1 },
  };
}

/** The contacts with the line's one: another one of that name is replaced. Absent if the line names none. */
function contactsOf(
  now: readonly Contact[],
  { contact_name, contact_role, contact_email, contact_phone }: LineValues<'client'>,
): Contact[] | undefined {
  const name = contact_name ?? contact_email;
  if (name === undefined) return undefined;
  const before = now.find((one) => nameKey(one.name) === nameKey(name));
  const contact: Contact = {
    name: (before?.name ?? name).slice(0, 100),
    role: contact_role ?? before?.role ?? '',
    email: contact_email ?? before?.email ?? '',
    phone: contact_phone ?? before?.phone ?? '',
  };
  return before === undefined ? [...now, contact] : now.map((one) => (one === before ? contact : one));
}

/** People who can manage a client, by name, email address, and user name. */
async function managerNames({ tx }: Pick<Call, 'tx'>): Promise<Names<{ id: string }>> {
  const rows = await jsonRows<{ id: string; name: string; email: string; username: string }>(
    tx,
    sql`select m.id, ${sql.raw(personNameOf('m.id'))} as name, m.email, m.username from users m
      where ${isManager()}`,
  );
  const names = new Names<{ id: string }>();
  for (const row of rows)
    for (const name of new Set([row.name, row.email, row.username])) names.add(name, row);
  return names;
}
