import { ROLES } from '#domain/access/roles.ts';
import type { client_accounts } from '#server/db/schema/client-accounts.ts';
import type { Catalog, SeededClient } from './catalog.ts';
import { FIRST_NAMES, LAST_NAMES } from './names.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import { fiscalYearStart } from './school-year.ts';
import type { Students } from './students.ts';

type SeededAccount = typeof client_accounts.$inferSelect;

interface AccountFacts {
  people: People;
  learners: Students;
  today: string;
}

const CONTACT_ROLES = ['Special education director', 'Program specialist', 'Accounts payable'] as const;
const STREETS = ['Alder', 'Bayview', 'Cannery', 'Depot', 'Orchard', 'Mission'] as const;
const TOWNS = ['Redbark', 'Quailhaven', 'Mesa Alondra', 'Harrow Bay', 'Tulebrook', 'Sagefield'] as const;

/** What the office keeps about each client: contracts for districts, insurance for some families. */
export function seedClientAccounts(random: Random, catalog: Catalog, facts: AccountFacts): SeededAccount[] {
  const managers = facts.people.users.filter(({ role }) => role === ROLES.superAdmin || role === ROLES.admin);
  const regions = catalog.officeLists.region.filter(({ archived }) => !archived);
  const startYear = Number(fiscalYearStart(facts.today).slice(0, 4));
  const [payer] = catalog.districts;
  const general = (client: SeededClient): SeededAccount => ({
    id: client.id,
    district: null,
    manager: random.pick(managers).id,
    services: servicesOf(client, catalog, facts.learners),
    regions: [random.pick(regions).id],
    is_insurance: client.needs_codes,
    contacts: [],
    contract_number: '',
    contract_start: null,
    contract_end: null,
    contract_cap_cents: null,
    purchase_order: '',
    invoice_address: '',
    deleted_at: null,
    version: 1,
  });
  const districts = catalog.districts.map(({ client }, index): SeededAccount => {
    const domain = `${client.name.split(' ')[0]?.toLowerCase()}.example`;
    return {
      ...general(client),
      // A charter organization whose invoices go to the district that it belongs to.
      district: client.name.includes('Charter') ? (payer?.client.id ?? null) : null,
      contacts: CONTACT_ROLES.slice(0, random.int(1, 3)).map((role) => contact(random, role, domain)),
      contract_number: `C-${startYear}-${String(index + 1).padStart(3, '0')}`,
      contract_start: `${startYear}-07-01`,
      contract_end: `${startYear + 1}-06-30`,
      contract_cap_cents: random.int(12, 80) * 1_000_000,
      purchase_order: random.chance(0.7) ? `PO ${random.int(100_000, 999_999)}` : '',
      invoice_address: addressOf(random, client.name),
    };
  });
  const families = catalog.families.map((client): SeededAccount => {
    const family = client.name.replace(/ Family$/, '');
    const email = `${family.toLowerCase()}@family.example`;
    const parent = {
      name: `${random.pick(FIRST_NAMES)} ${family}`,
      role: 'Parent',
      email,
      phone: phone(random),
    };
    return { ...general(client), contacts: [parent], invoice_address: addressOf(random, client.name) };
  });
  return [...districts, ...families];
}

/** The services that the client's students receive. */
function servicesOf(client: SeededClient, catalog: Catalog, learners: Students): string[] {
  const own = new Set(learners.students.filter((one) => one.client === client.id).map(({ id }) => id));
  const had = new Set(
    learners.student_services.filter(({ student }) => own.has(student)).map(({ service }) => service),
  );
  return catalog.services.filter(({ id }) => had.has(id)).map(({ id }) => id);
}

function contact(random: Random, role: string, domain: string) {
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  const email = `${first}.${last}@${domain}`.toLowerCase();
  return { name: `${first} ${last}`, role, email, phone: phone(random) };
}

/** In the range that is reserved for fiction. */
function phone(random: Random): string {
  return `(${random.pick(['209', '530', '707'])}) 555-01${String(random.int(0, 99)).padStart(2, '0')}`;
}

function addressOf(random: Random, name: string): string {
  return `${name}\n${random.int(100, 4_900)} ${random.pick(STREETS)} Street\n${random.pick(TOWNS)}, CA 95${random.int(100, 999)}`;
}
