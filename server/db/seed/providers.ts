import { isNpi } from '#domain/providers/provider-rules.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { CredentialRecord } from '#entities/provider-account.ts';
import type {
  availabilities,
  provider_accounts,
  provider_rates,
} from '#server/db/schema/provider-accounts.ts';
import type { SeededProvider } from './people.ts';
import type { Random } from './random.ts';

type SeededAccount = typeof provider_accounts.$inferSelect;
type SeededAvailability = typeof availabilities.$inferSelect;
type SeededRate = typeof provider_rates.$inferSelect;

/** License, certificate, and taxonomy code by service. */
const CLINICAL: Readonly<Record<string, { license: string; certificate: string; taxonomy: string }>> = {
  SLP: { license: 'State SLP license', certificate: 'CCC-SLP certificate', taxonomy: '235Z00000X' },
  OT: { license: 'State OT license', certificate: 'NBCOT certificate', taxonomy: '225X00000X' },
  PT: { license: 'State PT license', certificate: 'CPR certificate', taxonomy: '225100000X' },
  Counsel: { license: 'State LMFT license', certificate: 'PPS credential', taxonomy: '106H00000X' },
  Behavior: { license: 'BCBA certificate', certificate: 'CPI certificate', taxonomy: '103K00000X' },
};
const AVAILABILITY = ['', '', '', 'Prefers mornings', 'Prefers schools in the south'] as const;
const TIME_OFF = ['Vacation', 'Conference', 'Family leave', 'Doctor appointment'] as const;

/** Every so many providers the office hasn't entered what the payroll service calls them. */
const PAYROLL_ID_MISSING = 12;

/** What the office keeps about each provider. Credentials of some expire soon, of one or two they have expired. */
export function seedProviderAccounts(
  random: Random,
  people: readonly SeededProvider[],
  today: string,
): SeededAccount[] {
  return people.map(({ row, services }, place): SeededAccount => {
    const clinical = CLINICAL[services[0]?.short_name ?? ''];
    const license_number = clinical === undefined ? '' : String(random.int(10_000, 39_999));
    const record = (name: string, number: string, daysLeft: number): CredentialRecord => ({
      ...{ name, number, expires_on: dayPlus(today, daysLeft) },
    });
    const firstDays = place % 9 === 4 ? random.int(5, 55) : place % 17 === 7 ? -12 : random.int(90, 700);
    return {
      id: row.id,
      payroll_id: place % PAYROLL_ID_MISSING === PAYROLL_ID_MISSING - 1 ? '' : `E-${1_000 + place}`,
      phone: `(${random.pick(['209', '530', '707'])}) 555-01${String(random.int(0, 99)).padStart(2, '0')}`,
      npi: clinical === undefined ? '' : npiAt(place),
      license_number,
      license_state: clinical === undefined ? '' : 'CA',
      taxonomy_code: clinical?.taxonomy ?? '',
      credential_records: [
        ...(clinical === undefined
          ? [record('Teaching credential', `T-${random.int(1_000, 9_999)}`, firstDays)]
          : [
              record(clinical.license, license_number, firstDays),
              record(clinical.certificate, '', random.int(120, 900)),
            ]),
        { name: 'TB clearance', number: '', expires_on: dayPlus(today, random.int(200, 1_200)) },
      ],
      hired_on: dayPlus(today, -random.int(90, 2_400)),
      left_on: row.archived ? dayPlus(today, -30) : null,
      max_caseload: random.pick([25, 28, 30]),
      availability: random.pick(AVAILABILITY),
      time_off: '',
      deleted_at: null,
      version: 1,
    };
  });
}

/** Weekly hours of nearly everyone, and some time off. Some never entered any. */
export function seedAvailabilities(
  random: Random,
  people: readonly SeededProvider[],
  today: string,
): SeededAvailability[] {
  return people
    .filter(({ row }, place) => !row.archived && place % 8 !== 5)
    .map(({ row, isDemo }, place): SeededAvailability => {
      const isFourDays = !isDemo && place % 6 === 3;
      const to = !isDemo && place % 9 === 4 ? '13:00' : '16:30';
      const weekly = (isFourDays ? [1, 2, 3, 4] : [1, 2, 3, 4, 5]).map((weekday) => ({
        weekday,
        from: '07:30',
        to,
      }));
      const first = dayPlus(today, random.int(6, 40));
      const days = random.pick([0, 0, 2, 4]);
      const days_off =
        isDemo || place % 3 === 1
          ? [{ start_date: first, end_date: dayPlus(first, days), reason: random.pick(TIME_OFF) }]
          : [];
      return { id: row.id, weekly, days_off, deleted_at: null, version: 1 };
    });
}

/** Below the numbers that were ever assigned. */
function npiAt(place: number): string {
  const stem = `100000${String(place).padStart(3, '0').slice(-3)}`;
  const digits = [...'0123456789'].map((last) => `${stem}${last}`);
  return digits.find(isNpi) ?? '';
}

/** Without a rate for indirect work, so that payroll has something to ask for. */
const WITHOUT_INDIRECT_RATE = 5;

/** Every provider's pay for the services that they deliver and for indirect work, this fiscal year and the one before. */
export function seedProviderRates(
  random: Random,
  people: readonly SeededProvider[],
  indirect: readonly { id: string }[],
  today: string,
): SeededRate[] {
  const start_year = fiscalYearOf(today);
  const delivered = people.flatMap(({ row, services, emp }) => {
    const cents = emp === 'contractor' ? random.int(120, 160) * 50 : random.int(76, 112) * 50;
    return services.flatMap(({ id }) => ratesOf(random, row.id, id, start_year, cents));
  });
  return [
    ...delivered,
    ...people.flatMap(({ row }, place) =>
      place === WITHOUT_INDIRECT_RATE
        ? []
        : indirect.flatMap(({ id }) => ratesOf(random, row.id, id, start_year, random.int(60, 72) * 50)),
    ),
  ];
}

function ratesOf(
  random: Random,
  provider: string,
  service: string,
  start_year: number,
  cents: number,
): SeededRate[] {
  return [start_year - 1, start_year].map((year) => ({
    ...{ id: random.id(), provider, service, start_year: year },
    ...{ amount_cents: year === start_year ? cents : cents - 150, deleted_at: null, version: 1 },
  }));
}
