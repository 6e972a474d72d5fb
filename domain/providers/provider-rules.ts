import { ROLES, type Role } from '#domain/access/roles.ts';
import { counted } from '#domain/text/counted.ts';
import { dayPlus } from '#domain/time/pacific.ts';

/** Roles of people who deliver services. */
export const PROVIDER_ROLES = [ROLES.provider, ROLES.serviceLead, ROLES.supervisor] as const satisfies Role[];
export type ProviderRole = (typeof PROVIDER_ROLES)[number];

/** What is checked before a provider is saved, on the device and on the server. */
interface ProviderFields {
  id: string;
  supervisors: readonly string[];
  supervisees: readonly string[];
  npi: string;
  license_number: string;
  license_state: string;
  taxonomy_code: string;
  credential_records: readonly { name: string }[];
  hired_on: string | null;
  left_on: string | null;
}

type Problems = Partial<Record<keyof ProviderFields, string>>;

/** Validation errors by field; empty if the provider can be saved. */
export function providerProblems(provider: ProviderFields): Problems {
  const problems: Problems = {};
  const { id, supervisors, supervisees, hired_on, left_on, license_number, license_state } = provider;
  if (supervisors.includes(id)) problems.supervisors = "A provider can't supervise themselves.";
  if (supervisees.includes(id)) problems.supervisees = "A provider can't supervise themselves.";
  else if (supervisees.some((one) => supervisors.includes(one))) {
    problems.supervisees = "Two people can't supervise each other.";
  }
  if (provider.npi !== '' && !isNpi(provider.npi)) {
    problems.npi = 'Check this number. An NPI has 10 digits, and the last one is a check digit.';
  }
  if (license_state !== '' && license_number === '') problems.license_number = 'Enter the license number.';
  if (license_number !== '' && license_state === '') problems.license_state = 'Choose the state.';
  if (provider.taxonomy_code !== '' && !/^[0-9A-Z]{9}X$/.test(provider.taxonomy_code)) {
    problems.taxonomy_code = 'Enter 10 characters that end with X, such as 235Z00000X.';
  }
  if (provider.credential_records.some(({ name }) => name.trim() === '')) {
    problems.credential_records = 'Enter a name for each credential.';
  }
  if (hired_on !== null && left_on !== null && left_on < hired_on) {
    problems.left_on = 'The end date is before the hire date.';
  }
  return problems;
}

/** Whether it is a National Provider Identifier: ten digits, the last by the Luhn formula after 80840. */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false;
  const digits = [...`80840${text}`].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const counted = place % 2 === 0 ? digit : digit * 2;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

/** A credential is marked from this many days before it expires. */
const EXPIRES_SOON_DAYS = 60;

interface Dated {
  expires_on: string | null;
}

/** The last day on which a credential that expires is announced. */
export function lastDayToExpire(today: string): string {
  return dayPlus(today, EXPIRES_SOON_DAYS);
}

/** Whether a credential has expired before today, or expires within 60 days. */
export function expiryState({ expires_on }: Dated, today: string): 'expired' | 'soon' | null {
  if (expires_on === null || expires_on > lastDayToExpire(today)) return null;
  return expires_on < today ? 'expired' : 'soon';
}

/** The credential that expires first; null if none has a date. */
export function nextToExpire<Credential extends Dated>(
  credentials: readonly Credential[],
): Credential | null {
  const dated = credentials.filter(({ expires_on }) => expires_on !== null);
  return dated.reduce<Credential | null>(
    (first, one) => (first === null || (one.expires_on ?? '') < (first.expires_on ?? '') ? one : first),
    null,
  );
}

/** What is open under a provider's name, by how many of each. */
export interface OpenWork {
  /** A repeating event counts once. */
  events: number;
  students: number;
  supervisees: number;
  /** To write, to finish, or returned. */
  notes: number;
  timesheets: number;
  /** Rejected, reopened, or withdrawn, and of unlocked pay periods with work that were never submitted. */
  timesheets_to_submit: number;
  devices: number;
}

/** Why a provider can't be given a service; null if they can. */
export function deliveryProblem(
  provider: { archived: boolean; services: readonly string[] } | undefined,
  service: string,
): string | null {
  if (provider?.archived === true) return 'This provider is deactivated. Choose another one.';
  return provider?.services.includes(service) === true
    ? null
    : 'Choose a provider who delivers this service.';
}

const OPEN: Readonly<Record<keyof OpenWork, readonly [one: string, many: string]>> = {
  students: ['active student', 'active students'],
  supervisees: ['supervisee', 'supervisees'],
  events: ['future calendar event', 'future calendar events'],
  notes: ['note to write or sign', 'notes to write or sign'],
  timesheets: ['timesheet to review', 'timesheets to review'],
  timesheets_to_submit: ['timesheet to submit', 'timesheets to submit'],
  devices: ['device with unsynced changes', 'devices with unsynced changes'],
};

/** "12 active students", "1 note to write or sign": each kind that there is. */
export function openWorkWords(open: OpenWork): string[] {
  return (Object.keys(OPEN) as (keyof OpenWork)[])
    .filter((kind) => open[kind] > 0)
    .map((kind) => counted(open[kind], ...OPEN[kind]));
}
