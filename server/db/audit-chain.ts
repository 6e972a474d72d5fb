import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';
import { audit_chain, audit_entries } from './schema/sync.ts';

type Entry = typeof audit_entries.$inferSelect;
type Link = typeof audit_chain.$inferSelect;

/** Any number; the same in every process of this product. */
const SEAL_LOCK = 728_303;
const ENTRIES_PER_STEP = 500;
const LINKS_PER_PAGE = 2_000;
/**
 * How far behind the newest sealed entry a step looks for others. A transaction that commits later than so many
 * that began after it is found by the next step that looks at all of them.
 */
const LATE_ENTRIES = 5_000;

/** The hash before the first. */
const NOTHING = '0'.repeat(64);

/** JSON with sorted keys: the same text whatever the order in which a database or driver returns them. */
function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}

/** The hash of an entry in the chain: SHA-256 of the previous one, a line feed, and the entry as sorted JSON. */
function chainedHash(previous: string, entry: Entry): string {
  return createHash('sha256')
    .update(`${previous}\n${canonicalJson(entry)}`)
    .digest('hex');
}

/**
 * Appends committed entries to the chain, in the order of their ids, until none is left. Only one process does
 * so at a time; another one returns at once. Writes never wait for it.
 * @param all also looks for entries whose transaction committed long after later ones
 * @returns how many entries were sealed
 */
export async function sealAudit(db: Database, { all = false } = {}): Promise<number> {
  for (let sealed = 0; ; ) {
    const added = await db.transaction((tx) => sealStep(tx, all), { isolationLevel: 'read committed' });
    sealed += added;
    if (added < ENTRIES_PER_STEP) return sealed;
  }
}

async function sealStep(tx: Transaction, all: boolean): Promise<number> {
  const { rows } = await tx.execute<{ is_mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${SEAL_LOCK}::bigint) as is_mine`,
  );
  if (rows[0]?.is_mine !== true) return 0;
  // Read in statements of their own, after the lock: they see what its last holder committed.
  const last = await lastLink(tx);
  const entries = await tx
    .select()
    .from(audit_entries)
    .where(
      and(
        all || last === null ? undefined : gt(audit_entries.id, last.entry_id - LATE_ENTRIES),
        sql`not exists (select from ${audit_chain} where ${audit_chain.entry_id} = ${audit_entries.id})`,
      ),
    )
    .orderBy(asc(audit_entries.id))
    .limit(ENTRIES_PER_STEP);
  if (entries.length === 0) return 0;
  let [position, hash] = [last?.position ?? 0, last?.hash ?? NOTHING];
  const links = entries.map((entry): Link => {
    position += 1;
    hash = chainedHash(hash, entry);
    return { position, entry_id: entry.id, hash };
  });
  await tx.execute(sql`
    insert into audit_chain (position, entry_id, hash)
    select position, entry_id, hash from jsonb_populate_recordset(null::audit_chain, ${JSON.stringify(links)}::jsonb)`);
  return links.length;
}

async function lastLink(tx: Transaction): Promise<Link | null> {
  const [last] = await tx.select().from(audit_chain).orderBy(desc(audit_chain.position)).limit(1);
  return last ?? null;
}

export interface AuditCheck {
  verified: number;
  /** The hash of the last verified record; kept elsewhere, it proves that nothing before it was replaced. */
  head: string;
  /** Entries that no step has sealed yet. */
  unsealed: number;
  /** The first record that doesn't match the chain. */
  broken: { position: number; entry_id: number; problem: string } | null;
}

/** Recomputes the chain from its first record, in one snapshot, up to the first record that doesn't match. */
export function verifyAudit(db: Database): Promise<AuditCheck> {
  return db.transaction(checkChain, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

async function checkChain(tx: Transaction): Promise<AuditCheck> {
  const { rows } = await tx.execute<{ unsealed: number }>(sql`
    select count(*)::int as unsealed from audit_entries e
    where not exists (select from audit_chain c where c.entry_id = e.id)`);
  const unsealed = rows[0]?.unsealed ?? 0;
  let [verified, head] = [0, NOTHING];
  for (;;) {
    const page = await tx
      .select({ link: audit_chain, entry: audit_entries })
      .from(audit_chain)
      .leftJoin(audit_entries, eq(audit_entries.id, audit_chain.entry_id))
      .where(gt(audit_chain.position, verified))
      .orderBy(asc(audit_chain.position))
      .limit(LINKS_PER_PAGE);
    for (const { link, entry } of page) {
      const problem = problemOf(link, entry, { position: verified + 1, hash: head });
      if (problem !== null) {
        const { position, entry_id } = link;
        return { verified, head, unsealed, broken: { position, entry_id, problem } };
      }
      [verified, head] = [link.position, link.hash];
    }
    if (page.length < LINKS_PER_PAGE) return { verified, head, unsealed, broken: null };
  }
}

function problemOf(link: Link, entry: Entry | null, next: { position: number; hash: string }): string | null {
  if (link.position !== next.position) return `record ${next.position} is missing from the chain`;
  if (entry === null) return 'its audit entry is missing';
  return chainedHash(next.hash, entry) === link.hash ? null : 'its content or hash was changed';
}
