import { type SQL, sql } from 'drizzle-orm';
import type { Availability, AvailabilityBody } from '#contract/availability.ts';
import { ApiError } from '#contract/errors.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { type Actor, mayChangeOwnDay } from '#domain/access/row-rules.ts';
import { availabilityProblems } from '#domain/providers/weekly-hours.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, storedRow } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, withTouched } from '#server/records/changing-rows.ts';
import { providersSeen } from './queries.ts';

const records: Records<Availability> = {
  entity: 'availability',
  scopes: () => [],
  about: ({ id }, actor) => (id === actor.user_id ? {} : { on_behalf_of: id }),
};

/** Of the active providers whom the person sees. */
export function listAvailabilities({ tx, actor }: Call): Promise<Availability[]> {
  return availabilitiesWhere(tx, actor, sql`not p.archived`);
}

/** Of one provider, or `record.absent`, the same for inaccessible and nonexistent ones. */
export async function readAvailability(
  { tx, actor }: Pick<Call, 'tx' | 'actor'>,
  provider: string,
): Promise<Availability> {
  const [found] = await availabilitiesWhere(tx, actor, sql`p.id = ${provider}`);
  if (found === undefined) throw new ApiError('record.absent');
  return found;
}

/** A provider's own, or for the office anyone's. People who may only see it are told so. */
export async function saveAvailability(
  call: Call,
  provider: string,
  body: AvailabilityBody,
): Promise<Availability> {
  const { tx, actor, context } = call;
  const seen = await readAvailability(call, provider);
  if (!mayChangeOwnDay(actor, { provider })) throw new ApiError('access.denied');
  const stored = await storedRow(tx, 'availability', provider);
  const before = stored ?? { ...seen, deleted_at: null };
  refuseOutdated(before, context.base_version);
  refuseProblems(availabilityProblems(body));
  const next = withTouched(before, {
    weekly: body.weekly.toSorted((a, b) => a.weekday - b.weekday),
    days_off: body.days_off.toSorted((a, b) => a.start_date.localeCompare(b.start_date)),
  });
  const { deleted_at: _, ...row } = next;
  if (stored === null) return call.create(records, { ...row, version: 1 });
  return call.change(records, stored, row);
}

/** @param which a condition on `providers p` */
async function availabilitiesWhere(tx: Transaction, actor: Actor, which: SQL): Promise<Availability[]> {
  const rows = await jsonRows<Availability & { provider: string }>(
    tx,
    sql`select ${fieldsOf('availability', 'a')}, p.id as provider
      from providers p left join availabilities a on a.id = p.id and a.deleted_at is null
      where ${providersSeen(actor)} and ${which} order by p.id`,
  );
  return rows.map(({ provider: id, weekly, days_off, version }) => {
    const mayKnowWhy = seesWholeOrganization(actor) || id === actor.user_id;
    const own = { id, weekly: weekly ?? [], days_off: days_off ?? [], version: version ?? 0 };
    return mayKnowWhy ? own : { ...own, days_off: own.days_off.map((one) => ({ ...one, reason: '' })) };
  });
}
