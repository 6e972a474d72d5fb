import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EntityName } from '#contract/entity-name.ts';
import type { PullPage, ScopeDigest } from '#contract/sync.ts';
import { ensureEpoch, recordChange, recordDeletion } from '#server/db/change-index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import { type PriorityRows, pullOrder } from '#server/modules/sync/priority-rows.ts';
import { pull } from '#server/modules/sync/pull.ts';
import { createCursors, type PullCursor } from '#server/modules/sync/pull-cursor.ts';
import type { RowLoader } from '#server/modules/sync/pull-page.ts';
import { settled } from '#tests/support/database.ts';

/** Locations represent all entities, whatever the index calls them: their ids are free text, and scopes only matter to the index. */
const load: RowLoader = (tx, _entity, ids) => loadRows(tx, 'location', ids);

const cursors = createCursors('the secret of this server of a test');

export async function renewEpoch(db: Database): Promise<void> {
  await db.execute(sql`delete from sync_epoch`);
  await ensureEpoch(db);
}

/** Writes the row's next version and sets its scopes. */
export async function putRow(
  tx: Transaction,
  id: string,
  scopes: readonly string[],
  entity: EntityName = 'location',
): Promise<void> {
  await tx.execute(sql`
    insert into locations (id, name, is_billable) values (${id}, ${id}, true)
    on conflict (id) do update set version = locations.version + 1
  `);
  await recordChange(tx, entity, id, scopes);
}

export async function deleteRow(tx: Transaction, id: string, entity: EntityName = 'location'): Promise<void> {
  await tx.execute(sql`delete from locations where id = ${id}`);
  await recordDeletion(tx, entity, id);
}

export async function join(tx: Transaction, userId: string, scope: string): Promise<void> {
  await member(tx, userId, scope, false);
}

export async function leave(tx: Transaction, userId: string, scope: string): Promise<void> {
  await member(tx, userId, scope, true);
}

async function member(tx: Transaction, userId: string, scope: string, hasLeft: boolean): Promise<void> {
  await tx.execute(sql`
    insert into scope_members as m (user_id, scope, has_left, xid, seq)
    values (${userId}::uuid, ${scope}, ${hasLeft}, pg_current_xact_id(), nextval('change_seq'))
    on conflict (user_id, scope) do update
      set has_left = excluded.has_left, xid = excluded.xid, seq = excluded.seq where m.has_left <> excluded.has_left
  `);
}

/** How a device processes pages, reduced to rows and scopes as the contract defines them. */
export class PullingDevice {
  /** Replaced once the server is restored. */
  db: Database;
  readonly userId: string;
  readonly deviceId = randomUUID();
  cursor: string | null = null;
  epoch: string | null = null;
  /** Its newest answered write. */
  acknowledged: string | null = null;
  /** Row id → version, and the scopes through which the device holds it. */
  readonly rows = new Map<string, { entity: EntityName; version: number; scopes: Set<string> }>();
  now = new Date().toISOString();
  /**
   * Whether to pull only once everything committed before is visible; off in tests that keep transactions
   * open.
   */
  waits = true;
  /** Whether to request digests. */
  compares = false;
  /** Changes a page before it is stored, to plant a bug. */
  alter: (page: PullPage) => PullPage = (page) => page;
  /** Reads the rows: locations stand for all of them, unless a test has real ones. */
  load: RowLoader = load;
  /** What a full pull sends first. */
  priorityRows: readonly PriorityRows[] = [];

  constructor(db: Database, userId: string) {
    this.db = db;
    this.userId = userId;
  }

  async pull(limit = 500): Promise<PullPage> {
    if (this.waits) await settled(this.db);
    const question = {
      userId: this.userId,
      deviceId: this.deviceId,
      cursor: this.cursor,
      acknowledged: this.acknowledged,
      limit,
      withDigests: this.compares,
      now: this.now,
    };
    const facts = { now: this.now, request_id: randomUUID() };
    const page = await pull(
      this.db,
      { load: this.load, cursors, order: pullOrder(this.priorityRows) },
      facts,
      question,
    );
    this.apply(this.alter(page));
    return page;
  }

  async pullAll(limit = 500): Promise<PullPage[]> {
    const pages: PullPage[] = [];
    do pages.push(await this.pull(limit));
    while (pages.at(-1)?.more === true && pages.length < 1_000);
    return pages;
  }

  /** Its cursor as a version wrote it that didn't know this field. */
  cursorWithout(field: 'months' | 'years'): string {
    return this.cursorWith(this.cursor ?? '', () => ({ [field]: undefined }));
  }

  /** A cursor with other content. */
  cursorWith(cursor: string, changes: (known: PullCursor) => Partial<PullCursor>): string {
    const known = cursors.read(cursor)?.cursor as PullCursor;
    return cursors.write({ ...known, ...changes(known) });
  }

  /** The months that its cursor names. */
  get months(): PullCursor['months'] {
    return cursors.read(this.cursor ?? '')?.cursor.months;
  }

  /** The fiscal years that its cursor names. */
  get years(): PullCursor['years'] {
    return cursors.read(this.cursor ?? '')?.cursor.years;
  }

  /** Ids and versions of the device's rows. */
  held(): Record<string, number> {
    return Object.fromEntries([...this.rows].map(([id, row]) => [id, row.version]).sort());
  }

  /** The digests of these scopes, computed as the contract defines. */
  digestsOf(scopes: readonly string[]): ScopeDigest[] {
    return scopes.map((scope) => {
      const lines = [...this.rows]
        .filter(([, row]) => row.scopes.has(scope))
        .map(([id, row]) => `${row.entity}|${id}|${row.version}`)
        .sort();
      const sha256 = createHash('sha256').update(lines.join('\n')).digest('hex');
      return { scope, rows: lines.length, sha256 };
    });
  }

  private apply(page: PullPage): void {
    if (page.is_fresh) this.rows.clear();
    for (const [id, row] of this.rows) {
      for (const scope of page.scopes_removed) row.scopes.delete(scope);
      if (row.scopes.size === 0) this.rows.delete(id);
    }
    for (const change of page.changes) {
      const scopes = new Set([...(this.rows.get(change.id)?.scopes ?? []), ...change.scopes]);
      for (const scope of change.left) scopes.delete(scope);
      const version =
        (change.row as { version: number } | null)?.version ?? this.rows.get(change.id)?.version;
      if (scopes.size === 0 || version === undefined) this.rows.delete(change.id);
      else this.rows.set(change.id, { entity: change.entity, version, scopes });
    }
    this.cursor = page.cursor;
    this.epoch = page.epoch;
  }
}

/** The person's rows now: what every device must hold after a pull. */
export async function truthFor(db: Database, userId: string): Promise<Record<string, number>> {
  const found = await db.execute<{ id: string; version: number }>(sql`
    select distinct l.id, l.version
    from scope_members m
    join change_index c on c.scope = m.scope and not c.has_left
    join locations l on l.id = c.id
    where m.user_id = ${userId}::uuid and not m.has_left
  `);
  return Object.fromEntries(found.rows.map((row) => [row.id, row.version] as const).sort());
}

/** The scopes that the person follows now, in order. */
export async function scopesOf(db: Database, userId: string): Promise<string[]> {
  const found = await db.execute<{ scope: string }>(
    sql`select scope from scope_members where user_id = ${userId}::uuid and not has_left order by scope`,
  );
  return found.rows.map(({ scope }) => scope);
}
