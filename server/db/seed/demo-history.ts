import { sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import type { ImportKind } from '#domain/imports/import-kinds.ts';
import type { BulkChangeKind } from '#domain/students/bulk-change.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import type { Catalog } from './catalog.ts';
import { clientHistory } from './client-history.ts';
import { HistoryLog, officeMoment, type PastMoment } from './history-log.ts';
import type { People } from './people.ts';
import { providerHistory } from './provider-history.ts';
import type { Random } from './random.ts';
import { studentHistory } from './student-history.ts';
import type { Students } from './students.ts';

/** What a history is made of. */
export interface HistoryFacts {
  random: Random;
  catalog: Catalog;
  people: People;
  learners: Students;
  today: string;
  /** The day on which the office entered its records. */
  movedIn: string;
  log: HistoryLog;
  /** People who work in the office. */
  office: readonly { id: string }[];
  /** By whom the records came in. @param time Pacific, on the day on which the office moved in */
  atMoveIn: (time: string) => PastMoment;
  /** A moment of an office day on or shortly before a day, by someone in the office. */
  officeOn: (day: string) => PastMoment;
  /** The same on any day since. */
  officeSometime: () => PastMoment;
  /** Whether a day is after the office moved in, and over. */
  isPast: (day: string) => boolean;
}

/** Nothing is corrected in the first days. */
const SETTLING_DAYS = 4;

/** Who entered the records, and what was changed since: it ends in the rows as they are. */
export async function seedHistory(
  tx: Transaction,
  random: Random,
  known: Pick<HistoryFacts, 'catalog' | 'people' | 'learners' | 'today' | 'movedIn'>,
): Promise<void> {
  const { people, today, movedIn } = known;
  const office = people.users.filter(({ role, is_active, invited_at }) =>
    role === ROLES.admin ? is_active && invited_at === null : role === ROLES.superAdmin,
  );
  const first = dayPlus(movedIn, SETTLING_DAYS);
  const days = Math.round((Date.parse(today) - Date.parse(first)) / 86_400_000);
  const officeOn = (day: string) => ({ at: officeMoment(random, day), by: random.pick(office).id });
  const facts: HistoryFacts = {
    ...{ ...known, random, office, log: new HistoryLog(random), officeOn },
    atMoveIn: (time) => ({ at: pacificInstant(movedIn, time), by: office[0]?.id ?? '' }),
    officeSometime: () => officeOn(dayPlus(first, random.int(0, days - 1))),
    isPast: (day) => day >= first && day < today,
  };
  await clientHistory(tx, facts);
  await providerHistory(tx, facts);
  await studentHistory(tx, facts);
  await steps(tx, facts.log);
  await facts.log.store(tx);
}

/** The imports and bulk changes that are listed under Admin. */
async function steps(tx: Transaction, log: HistoryLog): Promise<void> {
  const imports = await jsonRows<{
    id: string;
    kind: ImportKind;
    added: number;
    by: string;
    finished_at: string;
  }>(
    tx,
    sql`select id, kind, added, started_by as by, ${sql.raw(isoInstant('finished_at'))} from imports order by id`,
  );
  for (const { id: row_id, kind, added, by, finished_at: at } of imports) {
    const details = { kind, added, changed: 0 };
    log.event('import.finish', { entity: 'import', row_id }, { at, by }, details);
  }
  const changes = await jsonRows<{
    id: string;
    kind: BulkChangeKind;
    changed: number;
    by: string;
    made_at: string;
  }>(
    tx,
    sql`select id, kind, jsonb_array_length(records) as changed, made_by as by, ${sql.raw(isoInstant('made_at'))}
      from bulk_changes order by id`,
  );
  for (const { id: row_id, kind, changed, by, made_at: at } of changes) {
    log.event('bulk_change.make', { entity: 'bulk_change', row_id }, { at, by }, { kind, changed });
  }
}
