import { GRANTS, type Grant, ROLES } from '#domain/access/roles.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import type { provider_services, providers, supervisions } from '#server/db/schema/providers.ts';
import type { users } from '#server/db/schema/users.ts';
import type { Catalog, District, SeededService } from './catalog.ts';
import { FIRST_NAMES, LAST_NAMES } from './names.ts';
import type { Random } from './random.ts';

type SeededUser = typeof users.$inferSelect;

/** A person who delivers services, with what their days consist of. */
export interface SeededProvider {
  row: typeof providers.$inferSelect;
  role: string;
  emp: string;
  /** Services that they deliver; a lead leads them too. */
  services: SeededService[];
  district: District;
  isDemo: boolean;
}

export interface People {
  users: SeededUser[];
  providers: SeededProvider[];
  provider_services: (typeof provider_services.$inferSelect)[];
  supervisions: (typeof supervisions.$inferSelect)[];
}

/** Credentials by service: of those who sign alone, and of those who need a co-signature. */
const CREDENTIALS: Readonly<Record<string, { full: readonly string[]; assistant: readonly string[] }>> = {
  SLP: { full: ['M.S., CCC-SLP', 'M.A., CCC-SLP', 'Ph.D., CCC-SLP'], assistant: ['M.S., CF-SLP', 'SLPA'] },
  OT: { full: ['OTR/L', 'M.S., OTR/L', 'OTD, OTR/L'], assistant: ['COTA/L'] },
  SAI: { full: ['M.Ed.', 'M.A.T.'], assistant: ['B.A.'] },
  PT: { full: ['PT, DPT'], assistant: ['PTA'] },
  Counsel: { full: ['M.A., LMFT', 'M.S., PPS'], assistant: ['AMFT'] },
  Behavior: { full: ['M.A., BCBA', 'BCBA-D'], assistant: ['RBT'] },
};

function credentialsOf(service: string, isAssistant: boolean, place: number): string {
  const choices = CREDENTIALS[service]?.[isAssistant ? 'assistant' : 'full'] ?? [''];
  return choices[place % choices.length] ?? '';
}

const PROVIDERS = 40;
const DOMAIN = 'demo.caseload.example';

/** The login page's accounts come first, so that they have the same ids in every demo. */
export function seedPeople(
  random: Random,
  catalog: Catalog,
  facts: { today: string; scale: number; password_hash: string },
): People {
  const users: SeededUser[] = [];
  const providers: SeededProvider[] = [];
  const taken = new Set<string>();
  const last_password_update = pacificInstant(dayPlus(facts.today, -60), '09:00');

  /** @param mailbox the local part of the email address, if it isn't the user name */
  function addUser(
    role: string,
    emp: string,
    username: string,
    grants: readonly Grant[] = [],
    mailbox?: string,
    id = random.id(),
    isProvider = false,
  ): string {
    let free = username;
    for (let copy = 2; taken.has(free); copy += 1) free = `${username}${copy}`;
    taken.add(free);
    users.push({
      id,
      username: free,
      full_name: isProvider ? '' : nameOf(free),
      email: `${mailbox ?? free}@${DOMAIN}`,
      password_hash: facts.password_hash,
      last_password_update,
      role,
      grants: [...grants],
      emp,
      is_active: true,
      forced_logout_at: null,
      invited_at: null,
      time_format: null,
      mail_settings: null,
      version: 1,
    });
    return id;
  }

  function addProvider(role: string, emp: string, serviceAt: number, username?: string): SeededProvider {
    const provider_first = random.pick(FIRST_NAMES);
    const provider_last = random.pick(LAST_NAMES);
    const id = addUser(
      role,
      emp,
      username ?? usernameOf(provider_first, provider_last),
      [],
      undefined,
      random.id(),
      true,
    );
    const { delivered, districts } = catalog;
    const first = delivered[serviceAt % delivered.length];
    const district = districts[providers.length % districts.length];
    if (first === undefined || district === undefined)
      throw new RangeError('There are no services to assign.');
    // They need a supervisor's co-signature.
    const isAssistant = role === ROLES.provider && providers.length % 3 === 0;
    const others = random.chance(0.2) ? [random.pick(delivered)] : [];
    const provider = {
      row: {
        id,
        provider_first,
        provider_last,
        credentials: credentialsOf(first.short_name, isAssistant, providers.length),
        needs_co_sign: isAssistant,
        archived: false,
        version: 1,
      },
      role,
      emp,
      services: [...new Set([first, ...others])],
      district,
      isDemo: username === 'provider',
    };
    providers.push(provider);
    return provider;
  }

  addUser(ROLES.superAdmin, 'w2_exempt', 'renata.solano', [], 'superadmin');
  addUser(ROLES.admin, 'w2_exempt', 'marcus.ellery', [], 'admin');
  addProvider(ROLES.provider, 'w2_nonexempt', 0, 'provider');
  addProvider(ROLES.serviceLead, 'w2_exempt', 0, 'lead');
  addProvider(ROLES.supervisor, 'w2_exempt', 0, 'supervisor');
  // The named staff of the specification: six with all grants, one found by email with two.
  for (let index = 0; index < 7; index += 1) {
    const username = usernameOf(random.pick(FIRST_NAMES), random.pick(LAST_NAMES));
    const grants: readonly Grant[] = index < 6 ? GRANTS : ['payroll.view', 'billing.view'];
    addUser(ROLES.admin, 'w2_exempt', username, grants);
  }
  for (let service = 1; service < catalog.delivered.length; service += 1) {
    addProvider(ROLES.serviceLead, 'w2_exempt', service);
  }
  for (let index = 0; index < 3; index += 1) addProvider(ROLES.supervisor, 'w2_exempt', index);
  while (providers.length < Math.ceil(PROVIDERS * facts.scale)) {
    const emp = random.chance(0.8) ? 'w2_nonexempt' : random.pick(['w2_exempt', 'contractor']);
    // Half of the work is speech and occupational therapy.
    addProvider(ROLES.provider, emp, random.pick([0, 0, 0, 1, 1, 2, 2, 3, 4, 5]));
  }
  archiveLast(providers, users, 2);
  // Invited, and not in yet: the link of one still works, that of the other doesn't. Their ids are fixed, so that they
  // don't change the rest of the organization.
  for (const [username, daysAgo, id] of [
    ['ines.calloway', 2, '01980000-0000-7000-8000-00000000a001'],
    ['tobias.renner', 12, '01980000-0000-7000-8000-00000000a002'],
  ] as const) {
    addUser(ROLES.admin, 'w2_exempt', username, [], undefined, id);
    const invited = users.find((user) => user.id === id);
    if (invited === undefined) continue;
    invited.password_hash = NO_PASSWORD;
    invited.invited_at = pacificInstant(dayPlus(facts.today, -daysAgo), '09:20');
  }

  return {
    users,
    providers,
    provider_services: providers.flatMap(({ row, services }) =>
      services.map((service) => ({ provider: row.id, service: service.id })),
    ),
    supervisions: supervise(providers),
  };
}

/** Providers who have left: their rows stay, but no one can log in as them. */
function archiveLast(
  providers: readonly SeededProvider[],
  users: readonly SeededUser[],
  count: number,
): void {
  for (const { row } of providers.slice(-count)) {
    row.archived = true;
    const user = users.find(({ id }) => id === row.id);
    if (user !== undefined) user.is_active = false;
  }
}

/**
 * Every provider has one supervisor, in turn, of their own profession where there is one; the demo supervisor has
 * the demo provider.
 */
function supervise(providers: readonly SeededProvider[]): People['supervisions'] {
  const supervisors = providers.filter(({ role }) => role === ROLES.supervisor);
  const supervised = providers.filter(({ role }) => role === ROLES.provider);
  const turns = new Map<SeededService | undefined, number>();
  return supervised.map(({ row, services: [profession] }) => {
    const turn = turns.get(profession) ?? 0;
    turns.set(profession, turn + 1);
    const peers = supervisors.filter(({ services }) => services[0] === profession);
    const chosen = peers.length > 0 ? peers : supervisors;
    return { supervisor: chosen[turn % chosen.length]?.row.id ?? row.id, supervisee: row.id };
  });
}

function usernameOf(first: string, last: string): string {
  return `${first}.${last}`.toLowerCase();
}

/** "Renata Solano" of "renata.solano" */
function nameOf(username: string): string {
  return username
    .replace(/\d+$/, '')
    .split('.')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(' ');
}
