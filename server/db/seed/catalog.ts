import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { clients } from '#server/db/schema/clients.ts';
import type { locations } from '#server/db/schema/locations.ts';
import type { pay_periods } from '#server/db/schema/pay-periods.ts';
import type { regions, sub_regions } from '#server/db/schema/regions.ts';
import type { service_categories, services } from '#server/db/schema/services.ts';
import { DISTRICTS, LAST_NAMES, SCHOOL_FIRST_WORDS, SCHOOL_KINDS, SCHOOL_SECOND_WORDS } from './names.ts';
import { createRandom, type Random } from './random.ts';
import { fiscalYearStart } from './school-year.ts';

export type SeededService = typeof services.$inferSelect;
export type SeededLocation = typeof locations.$inferSelect;
export type SeededClient = typeof clients.$inferSelect;
export type SeededPayPeriod = typeof pay_periods.$inferSelect;

interface OfficeLists {
  service_category: (typeof service_categories.$inferSelect)[];
  region: (typeof regions.$inferSelect)[];
  sub_region: (typeof sub_regions.$inferSelect)[];
}

/** A paying district with its schools. */
export interface District {
  client: SeededClient;
  schools: SeededLocation[];
}

export interface Catalog {
  /** What only the office keeps, by entity. */
  officeLists: OfficeLists;
  services: SeededService[];
  /** Services that are delivered to students, most common first. */
  delivered: SeededService[];
  districts: District[];
  families: SeededClient[];
  locations: SeededLocation[];
  periods: SeededPayPeriod[];
}

/** For sessions that aren't at a school. "5" is "Break" (specification, 9). */
export const REMOTE = '1';
export const HOME = '2';
const BREAK = '5';

/** A random source of their own, so that regions don't change the rest of the organization. */
const REGION_SEED = 20_260_706;

const SERVICES = [
  ['Therapy', 'Speech-Language Therapy', 'SLP', 30, true],
  ['Therapy', 'Occupational Therapy', 'OT', 30, true],
  ['Education', 'Specialized Academic Instruction', 'SAI', 60, true],
  ['Therapy', 'Physical Therapy', 'PT', 30, true],
  ['Counseling', 'Counseling and Guidance', 'Counsel', 45, true],
  ['Behavior', 'Behavior Intervention', 'Behavior', 60, true],
  ['Indirect', 'Report Writing', 'Reports', 60, false],
] as const;

/** Invented regions with their numbers and sub-regions. */
const REGIONS = [
  ['Amador Foothills', '03', ['Gold Fork', 'Ione Oaks']],
  ['Delta and Lodi', '05', ['Mokelumne', 'Rio Vista Shore', 'West Delta']],
  ['Marina Bay', '07', ['Harbor', 'Point Sereno']],
  ['Orchard Valley', '08', ['Alameda Orchards', 'Santa Lucia', 'South County']],
  ['Redwood North', '01', ['Mendo Coast', 'Trinity Pines']],
  ['San Amaro Coast', '10', ['Cuesta', 'Los Olmos', 'North Beach']],
  ['Sierra East', '12', ['Mono Lake']],
  ['Tulare Basin', '11', ['Kaweah', 'Visalia Groves']],
] as const;

export function seedCatalog(random: Random, today: string, firstDay: string, scale: number): Catalog {
  const categories = [...new Set(SERVICES.map(([category]) => category))].map((name) =>
    listRow(random, { name }),
  );
  const services = SERVICES.map(([category, name, short_name, default_minutes, is_billable]) => ({
    id: random.id(),
    name,
    short_name,
    category: categories.find((each) => each.name === category)?.id ?? random.id(),
    default_minutes,
    is_billable,
    archived: false,
    deleted_at: null,
    version: 1,
  }));
  const districts = seedDistricts(random, scale);
  const places = [
    [REMOTE, 'Remote', true],
    [HOME, "Student's home", true],
    ['3', 'Office', true],
    ['4', 'Community site', true],
    [BREAK, 'Break', false],
  ] as const;
  const general = places.map(([id, name, is_billable]) => location(id, name, null, is_billable));
  return {
    officeLists: { service_category: categories, ...seedRegions(createRandom(REGION_SEED)) },
    services,
    delivered: services.filter((service) => service.is_billable),
    districts,
    families: seedFamilies(random, scale),
    locations: [...general, ...districts.flatMap(({ schools }) => schools)],
    periods: seedPayPeriods(random, today, firstDay),
  };
}

function seedRegions(random: Random): Pick<OfficeLists, 'region' | 'sub_region'> {
  const regionsWithParts = REGIONS.map(([name, region_number, parts]) => {
    // The office no longer works in one of them.
    const row = listRow(random, { name, region_number, archived: name === 'Sierra East' });
    return { row, parts: parts.map((part) => listRow(random, { region: row.id, name: part })) };
  });
  return {
    region: regionsWithParts.map(({ row }) => row),
    sub_region: regionsWithParts.flatMap(({ parts }) => parts),
  };
}

function listRow<Fields extends object>(random: Random, fields: Fields) {
  return { id: random.id(), archived: false, deleted_at: null, version: 1, ...fields };
}

function seedDistricts(random: Random, scale: number): District[] {
  const names = random.shuffled(
    SCHOOL_FIRST_WORDS.flatMap((first) => SCHOOL_SECOND_WORDS.map((second) => `${first} ${second}`)),
  );
  let schoolCount = 0;
  const copies = Math.ceil(scale);
  return Array.from({ length: copies }).flatMap((_, copy) =>
    DISTRICTS.map((name) => {
      const client = {
        id: random.id(),
        name: copy === 0 ? name : `${name} ${copy + 1}`,
        active: 1 as const,
        needs_codes: false,
        makeup_windows: [],
        deleted_at: null,
        version: 1,
      };
      const schools = Array.from({ length: random.int(2, 4) }, () => {
        const school = `${names[schoolCount % names.length]} ${random.pick(SCHOOL_KINDS)}`;
        schoolCount += 1;
        return location(String(100 + schoolCount), school, client.id, true);
      });
      return { client, schools };
    }),
  );
}

/** Families who pay themselves; the last two have left. */
function seedFamilies(random: Random, scale: number): SeededClient[] {
  const count = Math.max(4, Math.ceil(12 * scale));
  return Array.from({ length: count }, (_, index) => ({
    id: random.id(),
    name: `${random.pick(LAST_NAMES)} Family`,
    active: index < count - 2 ? (1 as const) : (0 as const),
    // Insured: their claims name a diagnosis and a procedure.
    needs_codes: index % 2 === 0,
    makeup_windows: [],
    deleted_at: null,
    version: 1,
  }));
}

function location(id: string, name: string, client: string | null, is_billable: boolean): SeededLocation {
  return { id, name, client, is_billable, archived: false, deleted_at: null, version: 1 };
}

/**
 * Pay periods from the 1st to the 15th and from the 16th to the end of each month: `today`'s fiscal year, and before it
 * the months with recorded work. The period before the current one is closed, older ones are also locked.
 */
function seedPayPeriods(random: Random, today: string, firstDay: string): SeededPayPeriod[] {
  const endYear = Number(today.slice(0, 4)) + (today.slice(5) >= '07-01' ? 1 : 0);
  const periods: SeededPayPeriod[] = [];
  const [earliest = today] = [fiscalYearStart(today), firstDay].sort();
  let start = `${earliest.slice(0, 8)}01`;
  while (start <= `${endYear}-06-30`) {
    const next = start.endsWith('-01') ? `${start.slice(0, 8)}16` : firstOfNextMonth(start);
    const end_date = dayPlus(next, -1);
    const closed_at = end_date < today ? pacificInstant(next, '00:00') : null;
    periods.push({ id: random.id(), start_date: start, end_date, closed_at, is_locked: false, version: 1 });
    start = next;
  }
  const closed = periods.filter((period) => period.closed_at !== null);
  for (const period of closed.slice(0, -1)) period.is_locked = true;
  return periods;
}

export function firstOfNextMonth(day: string): string {
  return `${dayPlus(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`;
}
