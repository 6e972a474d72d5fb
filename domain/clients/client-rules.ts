import { counted } from '#domain/text/counted.ts';

/** What is checked before a client is saved, on the device and on the server. */
interface ClientFields {
  id: string;
  district: string | null;
  contacts: readonly { name: string; email: string }[];
  contract_start: string | null;
  contract_end: string | null;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Validation errors by field; empty if the client can be saved. */
export function clientProblems(client: ClientFields): Partial<Record<keyof ClientFields, string>> {
  const problems: Partial<Record<keyof ClientFields, string>> = {};
  if (client.district === client.id) problems.district = "A client can't be its own district.";
  const unnamed = client.contacts.some(({ name }) => name.trim() === '');
  const wrong = client.contacts.find(({ email }) => email.trim() !== '' && !EMAIL.test(email.trim()));
  if (unnamed) problems.contacts = 'Enter a name for each contact.';
  else if (wrong !== undefined) problems.contacts = `Check the email address of ${wrong.name}.`;
  const { contract_start: start, contract_end: end } = client;
  if (start !== null && end !== null && end < start) problems.contract_end = 'The end is before the start.';
  return problems;
}

/** What refers to a client, by how many of each. */
export interface ClientUses {
  students: number;
  /** Of students from or to the client, planned ones too. */
  transfers: number;
  sessions: number;
  locations: number;
  closures: number;
  members: number;
  invoices: number;
  rates: number;
  conditions: number;
  /** Messages to people of the client. */
  messages: number;
}

const USES: Readonly<Record<keyof ClientUses, readonly [one: string, many: string]>> = {
  students: ['student', 'students'],
  transfers: ['transfer', 'transfers'],
  sessions: ['session', 'sessions'],
  locations: ['location', 'locations'],
  closures: ['school closure', 'school closures'],
  members: ['client of this district', 'clients of this district'],
  invoices: ['invoice', 'invoices'],
  rates: ['rate', 'rates'],
  conditions: ['billing condition', 'billing conditions'],
  messages: ['message', 'messages'],
};

/** "12 students and 340 sessions"; empty if nothing refers to the client, so that it can be deleted. */
export function usesWords(uses: ClientUses): string {
  const parts = (Object.keys(USES) as (keyof ClientUses)[])
    .filter((kind) => uses[kind] > 0)
    .map((kind) => counted(uses[kind], ...USES[kind]));
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

/** How a client is named in an address: "willow-creek-unified". */
export function clientSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'client' : slug;
}
