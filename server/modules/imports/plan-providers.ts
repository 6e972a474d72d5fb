import { sql } from 'drizzle-orm';
import type { Provider } from '#contract/catalog.ts';
import type { EntityRow } from '#contract/entities.ts';
import type { ProviderFile } from '#contract/providers.ts';
import { ROLES } from '#domain/access/roles.ts';
import { scopesOfProvider } from '#domain/access/scopes.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { providerProblems } from '#domain/providers/provider-rules.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { userRecords } from '#server/modules/auth/invitation.ts';
import { listProviderFiles } from '#server/modules/providers/queries.ts';
import type { Call, Records } from '#server/records/call.ts';
import { Names, serviceNames, servicesOf } from './named-records.ts';
import { faulty, fieldFaults, newRow, type Plan, type Planner, updateOf } from './plan.ts';

type Account = EntityRow<'provider_account'>;
type Links = Pick<Provider, 'id' | 'services' | 'supervisors'>;

const providers: Records<Provider> = { entity: 'provider', scopes: scopesOfProvider, about: () => ({}) };
const accounts: Records<Account> = { entity: 'provider_account', scopes: () => [], about: () => ({}) };

/**
 * Providers by email address, each with a user who can't log in until the office invites them: importing files emails
 * no one.
 */
export async function planProviders({ tx, actor, context }: Call): Promise<Planner<'provider'>> {
  const files = [
    ...(await listProviderFiles(tx, actor, false)),
    ...(await listProviderFiles(tx, actor, true)),
  ];
  const byEmail = new Map<string, ProviderFile>(files.map((file) => [file.email, file]));
  const users = await jsonRows<{ username: string; email: string }>(
    tx,
    sql`select username, email from users`,
  );
  const emails = new Set(users.map(({ email }) => email));
  const usernames = new Set(users.map(({ username }) => username.toLowerCase()));
  const services = await serviceNames(tx);
  const supervisors = new Names<{ id: string }>();
  for (const file of files) {
    if (file.archived || file.role !== ROLES.supervisor) continue;
    supervisors.add(file.email, file);
    supervisors.add(providerName(file), file);
  }
  const added = new Map<string, Links>();

  return {
    plan(values, idOf): Plan {
      const { email = '', emp = 'w2_nonexempt', provider_first = '', provider_last = '' } = values;
      const offered = servicesOf(services, values.services);
      const leading = values.supervisors?.map((name) => supervisors.one(name, 'supervisor'));
      const faults = [
        ...offered.faults,
        ...(leading ?? []).flatMap((one) => ('fault' in one ? one.fault : [])),
      ];
      if (faults.length > 0) return faulty(...faults);
      const wanted = {
        ...{ provider_first, provider_last, credentials: values.credentials, services: offered.ids },
        supervisors: leading && [...new Set(leading.flatMap((one) => ('row' in one ? one.row.id : [])))],
        ...{ needs_co_sign: values.needs_co_sign, emp, phone: values.phone, npi: values.npi },
        ...{ license_number: values.license_number, license_state: values.license_state },
        ...{ taxonomy_code: values.taxonomy_code, hired_on: values.hired_on },
        ...{ payroll_id: values.payroll_id, max_caseload: values.max_caseload },
      };
      const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
      const found = byEmail.get(email);
      const id = found?.id ?? idOf();
      const empty = { ...emptyAccount(id), ...emptyProvider(id) };
      const next = { ...empty, ...found, ...given, supervisees: [] };
      const problems = fieldFaults('provider', providerProblems(next));
      if (problems.length > 0) return faulty(...problems);
      if (found !== undefined) return updateOf('provider_account', id, found, given);
      if (emails.has(email)) return faulty(`Email: someone who isn't a provider has ${email}.`);
      const username = values.username ?? email;
      if (usernames.has(username.toLowerCase()) || username.length > 100) {
        return faulty(`User name: ${username.slice(0, 100)} is taken or too long.`);
      }
      emails.add(email);
      usernames.add(username.toLowerCase());
      const role = values.role ?? ROLES.provider;
      if (role === ROLES.supervisor) {
        supervisors.add(email, { id });
        supervisors.add(`${provider_first} ${provider_last}`, { id });
      }
      const user = { id, username, full_name: '', email, role, grants: [], emp, is_active: true, version: 1 };
      const locked = { password_hash: NO_PASSWORD, last_password_update: context.now };
      const { provider, account } = partsOf(next);
      added.set(id, provider);
      return {
        outcome: 'add',
        rows: [
          newRow(userRecords, { ...user, ...locked }),
          newRow(providers, provider),
          newRow(accounts, account),
        ],
      };
    },
    async finish(ids) {
      const links = ids.flatMap((id) => added.get(id) ?? []);
      if (links.length === 0) return;
      const services = links.flatMap((one) => one.services.map((service) => [one.id, service]));
      const leading = links.flatMap((one) => one.supervisors.map((supervisor) => [one.id, supervisor]));
      const column = (pairs: string[][], at: number) =>
        arrayParam(
          pairs.map((pair) => pair[at] ?? ''),
          'uuid',
        );
      await tx.execute(
        sql`insert into provider_services (provider, service)
          select * from unnest(${column(services, 0)}, ${column(services, 1)}) on conflict do nothing`,
      );
      await tx.execute(
        sql`insert into supervisions (supervisee, supervisor)
          select * from unnest(${column(leading, 0)}, ${column(leading, 1)}) on conflict do nothing`,
      );
      await refreshScopeMembers(tx, new Set([...ids, ...links.flatMap((one) => one.supervisors)]));
    },
  };
}

function emptyProvider(id: string): Provider {
  return {
    ...{ id, provider_first: '', provider_last: '', credentials: '', services: [], supervisors: [] },
    ...{ needs_co_sign: false, archived: false, version: 1 },
  };
}

function emptyAccount(id: string): Account {
  return {
    ...{ id, phone: '', npi: '', license_number: '', license_state: '', taxonomy_code: '' },
    ...{
      credential_records: [],
      payroll_id: '',
      hired_on: null,
      left_on: null,
      max_caseload: null,
      availability: '',
    },
    ...{ time_off: '', version: 1 },
  };
}

function partsOf(next: Provider & Account): { provider: Provider; account: Account } {
  const pick = <Part extends object>(empty: Part): Part =>
    Object.fromEntries(Object.keys(empty).map((field) => [field, next[field as keyof typeof next]])) as Part;
  return { provider: pick(emptyProvider(next.id)), account: pick(emptyAccount(next.id)) };
}
