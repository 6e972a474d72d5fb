import type { RateLevel } from '#domain/money/rates.ts';
import type { SessionSetting } from '#domain/sessions/session.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import type { client_accounts } from '#server/db/schema/client-accounts.ts';
import type { rates } from '#server/db/schema/rates.ts';
import type { Catalog } from './catalog.ts';
import type { Random } from './random.ts';

type SeededRate = typeof rates.$inferSelect;
type Account = typeof client_accounts.$inferSelect;

interface Subject {
  level: RateLevel;
  service: string;
  client?: string;
  region?: string;
  setting?: SessionSetting;
}

/** Defaults of all billable services, of two services in some regions, and what districts have agreed on. */
export function seedRates(
  random: Random,
  catalog: Catalog,
  accounts: readonly Account[],
  today: string,
): SeededRate[] {
  const start_year = fiscalYearOf(today);
  /** Whole dollars, in steps of two. */
  const dollars = (from: number, to: number) => random.int(from / 2, to / 2) * 200;
  const rateFor = (subject: Subject, amount_cents: number): SeededRate => ({
    ...{ id: random.id(), student: null, client: null, region: null, setting: null, ...subject },
    ...{ start_year, amount_cents, is_draft: false, deleted_at: null, version: 1 },
  });
  const districts = new Set(catalog.districts.map(({ client }) => client.id));
  const common = catalog.delivered.slice(0, 2);
  return [
    ...catalog.delivered.map(({ id }) => rateFor({ level: 'service', service: id }, dollars(96, 130))),
    ...catalog.officeLists.region
      .filter(({ archived }, index) => !archived && index % 2 === 0)
      .flatMap(({ id: region }) =>
        common.map(({ id }) => rateFor({ level: 'region', service: id, region }, dollars(110, 136))),
      ),
    ...accounts
      .filter(({ id }) => districts.has(id))
      .flatMap(({ id: client, services }) =>
        services
          .slice(0, 3)
          .flatMap((service) => [
            rateFor({ level: 'client', client, service, setting: 'individual' }, dollars(104, 142)),
            rateFor({ level: 'client', client, service, setting: 'group' }, dollars(60, 84)),
          ]),
      ),
  ];
}
