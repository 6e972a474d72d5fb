import { type LocalRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

export async function servicesByName(db: LocalDatabase): Promise<LocalRow<'service'>[]> {
  const services = await openRows(db, 'service', await db.services.toArray());
  return services.sort((a, b) => a.name.localeCompare(b.name));
}

/** Locations by name, without archived ones. */
export async function locationsByName(db: LocalDatabase): Promise<LocalRow<'location'>[]> {
  const locations = await openRows(db, 'location', await db.locations.toArray());
  return locations.filter((location) => !location.archived).sort((a, b) => a.name.localeCompare(b.name));
}

/** Pay periods, oldest first. */
export async function payPeriods(db: LocalDatabase): Promise<LocalRow<'pay_period'>[]> {
  const periods = await openRows(db, 'pay_period', await db.payPeriods.toArray());
  return periods.sort((a, b) => a.start_date.localeCompare(b.start_date));
}
