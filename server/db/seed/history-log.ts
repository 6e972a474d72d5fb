import { sql } from 'drizzle-orm';
import type { AuditAction, AuditChanges, AuditDetails, AuditSubject } from '#contract/audit-trail.ts';
import type { RecordName } from '#contract/entity-name.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import { insertAuditRows } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { tableFacts, tableOf } from '#server/db/entity-rows.ts';
import type { Random } from './random.ts';
import { lastWeekday } from './school-year.ts';

/** When something was done, ISO 8601, and by whom. */
export interface PastMoment {
  at: string;
  by: string;
}

interface PastWrite extends PastMoment {
  action: AuditAction;
  entity: AuditSubject;
  row_id: string;
  details: AuditDetails;
  changes: AuditChanges | null;
  isOfRow: boolean;
}

const ENTRIES_PER_STATEMENT = 1_000;

/** What people did before the demo began: gathered in any order, stored by time, with the versions that it led to. */
export class HistoryLog {
  readonly #random: Random;
  readonly #writes: PastWrite[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  create(entity: RecordName, row_id: string, moment: PastMoment, details: AuditDetails = {}): void {
    const action = `${entity}.create` as const;
    this.#writes.push({ ...moment, action, entity, row_id, details, changes: null, isOfRow: true });
  }

  /** Changes of fields, each from what to what; those that change nothing are left out. */
  change(
    entity: RecordName,
    row_id: string,
    moment: PastMoment,
    { changes, details = {} }: { changes: AuditChanges; details?: AuditDetails },
  ): void {
    const made = Object.entries(changes).filter(
      ([, [from, to]]) => JSON.stringify(from) !== JSON.stringify(to),
    );
    if (made.length === 0) return;
    this.#writes.push({
      ...{ ...moment, action: `${entity}.update`, entity, row_id, isOfRow: true },
      details: { fields: made.map(([field]) => field), ...details },
      changes: Object.fromEntries(made),
    });
  }

  /** Something that isn't a write of one row. */
  event(
    action: AuditAction,
    { entity, row_id }: { entity: AuditSubject; row_id: string },
    moment: PastMoment,
    details: AuditDetails,
  ): void {
    this.#writes.push({ ...moment, action, entity, row_id, details, changes: null, isOfRow: false });
  }

  /** Writes the audit, and lets each row have the version of its last change. */
  async store(tx: Transaction): Promise<void> {
    const versions = new Map<RecordName, Map<string, number>>();
    // Creations come first where nothing else decides.
    const inOrder = this.#writes.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
    const rows = inOrder.map(({ at, by, action, entity, row_id, details, changes, isOfRow }) => {
      const row_version = isOfRow ? nextVersion(versions, entity as RecordName, row_id) : null;
      const request_id = this.#random.id();
      return { at, user_id: by, action, entity, row_id, row_version, request_id, details, changes };
    });
    for (let at = 0; at < rows.length; at += ENTRIES_PER_STATEMENT) {
      await insertAuditRows(tx, rows.slice(at, at + ENTRIES_PER_STATEMENT));
    }
    for (const [entity, ofRows] of versions) {
      const reached = [...ofRows].flatMap(([id, version]) => (version === 1 ? [] : { id, version }));
      await tx.execute(
        sql`update ${tableOf(entity)} t set version = w.version
          from jsonb_to_recordset(${JSON.stringify(reached)}::jsonb)
            as w(id ${sql.raw(tableFacts(entity).keyType)}, version integer)
          where t.id = w.id`,
      );
    }
  }
}

function nextVersion(versions: Map<RecordName, Map<string, number>>, entity: RecordName, id: string): number {
  const ofRows = versions.get(entity) ?? new Map<string, number>();
  versions.set(entity, ofRows);
  const next = (ofRows.get(id) ?? 0) + 1;
  ofRows.set(id, next);
  return next;
}

/** A moment of an office day, on the day or on the Friday before. */
export function officeMoment(random: Random, day: string): string {
  const minutes = random.int(8 * 60 + 10, 16 * 60 + 50);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return pacificInstant(lastWeekday(day), `${hour}:${minute}`);
}
