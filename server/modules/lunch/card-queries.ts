import { type SQL, sql } from 'drizzle-orm';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Timecard } from '#contract/timecard.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';

/** A person with lunch cards, and the unsynced changes that their devices reported. */
export interface CardPerson {
  id: string;
  name: string;
  services: string[];
  unsent: number;
  unsent_since: string | null;
}

export interface StoredAcknowledgment {
  provider: string;
  work_date: string;
  note: string;
  finding: string;
  by: string;
  acknowledged_at: string;
}

/** Providers with their services and their devices' unsynced changes; wiped devices have none. */
export function cardPeople(tx: Transaction): Promise<CardPerson[]> {
  return jsonRows(
    tx,
    sql`select p.id, p.provider_first || ' ' || p.provider_last as name,
        array(select a.service from provider_services a where a.provider = p.id) as services,
        coalesce(d.unsent, 0)::int as unsent, ${sql.raw(isoInstant('unsent_since'))}
      from providers p
      left join (
        select user_id, sum(unsent_count) as unsent, min(unsent_since) as unsent_since
        from devices where unsent_count > 0 and wiped_at is null group by user_id
      ) d on d.user_id = p.id
      order by p.provider_last, p.provider_first, p.id`,
  );
}

/** Timecards and entries of these providers between two Pacific days; entries also of the following night. */
export async function cardRows(
  tx: Transaction,
  providers: readonly string[],
  from: string,
  to: string,
): Promise<{ timecards: Timecard[]; lunches: LunchBreak[]; acknowledgments: StoredAcknowledgment[] }> {
  const theirs: SQL = sql`provider = any(${arrayParam(providers, 'uuid')})`;
  const timecards = await keptRows(
    tx,
    'timecard',
    sql`${theirs} and work_date between ${from}::date and ${to}::date
      order by work_date, timecards.started_at, id`,
  );
  const lunches = await keptRows(
    tx,
    'lunch',
    sql`${theirs}
        and lunch_start_time >= ${pacificInstant(from, '00:00')}::timestamptz
        and lunch_start_time < ${pacificInstant(dayPlus(to, 2), '00:00')}::timestamptz
      order by lunch_breaks.lunch_start_time, id`,
  );
  const acknowledgments = await jsonRows<StoredAcknowledgment>(
    tx,
    sql`select a.provider, a.work_date, a.note, a.finding, ${sql.raw(personNameOf('a.acknowledged_by'))} as by,
        ${sql.raw(isoInstant('acknowledged_at'))}
      from meal_acknowledgments a
      where a.provider = any(${arrayParam(providers, 'uuid')})
        and a.work_date between ${from}::date and ${to}::date`,
  );
  return { timecards, lunches, acknowledgments };
}
