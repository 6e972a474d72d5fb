import type { EntityName } from '#contract/entity-name.ts';
import type { ScopeDigest } from '#contract/sync.ts';
import { noteOpened } from '#db/followed-files.ts';
import { type LocalDatabase, type StoredRow, TABLE_OF } from '#db/local-database.ts';
import type { DigestCheck } from '#db/meta-rows.ts';
import { isOfStudentFile } from '#entities/row-facts.ts';

const DAY_MS = 86_400_000;
const CHECK_EVERY_MS = DAY_MS;
/** The history of sent writes is kept as long as the server keeps idempotency keys. */
const HISTORY_MS = 90 * DAY_MS;
const CHUNK = 500;

const UNCHECKED: DigestCheck = {
  key: 'digest',
  checked_at: null,
  is_wanted: false,
  unrepaired: [],
  repairs: 0,
};

export async function digestCheck(db: LocalDatabase): Promise<DigestCheck> {
  return ((await db.meta.get('digest')) as DigestCheck | undefined) ?? UNCHECKED;
}

/** Requests a digest check with the next pull, because the device may have drifted. */
export async function wantDigestCheck(db: LocalDatabase): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ ...(await digestCheck(db)), is_wanted: true });
  });
}

/**
 * Requests a digest check if the server has accepted rows for the file of a student who isn't on this device.
 * If the student was given to this person and taken away again between two pulls, no pull names the scope of
 * such a row, and the row would stay. The device follows a file that it doesn't get otherwise.
 */
export async function checkUnknownStudents(
  db: LocalDatabase,
  accepted: readonly { entity: EntityName; entity_id: string }[],
): Promise<void> {
  const students = new Set<string>();
  for (const { entity, entity_id } of accepted) {
    if (!isOfStudentFile(entity)) continue;
    const row = (await db.rowsOf(entity).get(entity_id)) as FileRow | undefined;
    if (row !== undefined && row.scopes.length === 0) students.add(row.student);
  }
  if (students.size === 0) return;
  const known = await db.rowsOf('student').bulkGet([...students]);
  if (known.some((student) => student === undefined || student.is_withdrawn === 1)) await wantDigestCheck(db);
  // A file that isn't followed brings no row: the device follows a file that its person adds to.
  await noteOpened(db, [...students]);
}

/** A row of a student's file. */
type FileRow = StoredRow & { student: string };

/**
 * Whether the pull that begins should check digests.
 * @param now the server's time as last heard; null before the first pull
 */
export function isCheckDue(check: DigestCheck, now: string | null): boolean {
  if (check.is_wanted) return true;
  return (
    check.checked_at !== null &&
    now !== null &&
    Date.parse(now) - Date.parse(check.checked_at) >= CHECK_EVERY_MS
  );
}

/**
 * Records the outcome and deletes old history. Without an outcome it starts the timer for the first check.
 */
export async function noteCheck(
  db: LocalDatabase,
  now: string,
  outcome: { unrepaired: string[]; repairs: number },
): Promise<void> {
  const before = new Date(Date.parse(now) - HISTORY_MS).toISOString();
  await db.transaction('rw', db.meta, db.history, async () => {
    const { repairs } = await digestCheck(db);
    await db.meta.put({
      key: 'digest',
      checked_at: now,
      is_wanted: false,
      unrepaired: outcome.unrepaired,
      repairs: repairs + outcome.repairs,
    });
    await db.history.where('finished_at').below(before).delete();
  });
}

/**
 * The scopes in which this device differs from the server. Rows that the server has never confirmed are
 * ignored. Costs O(rows).
 */
export async function driftedScopes(db: LocalDatabase, there: readonly ScopeDigest[]): Promise<string[]> {
  const { digests: here, unnamed } = await localDigests(db);
  const known = new Map(there.map((digest) => [digest.scope, digest.sha256]));
  const scopes = new Set([...known.keys(), ...here.keys()]);
  const empty = await digestOf([]);
  const lost = [...unnamed].filter((scope) => !scopes.has(scope));
  const drifted = [...scopes].filter((scope) => {
    const onServer = known.get(scope);
    // The scope was changing on the server: the next check decides.
    return onServer !== null && (onServer ?? empty) !== (here.get(scope) ?? empty);
  });
  return [...drifted, ...lost];
}

interface LocalDigests {
  /** By scope, as defined in the contract. */
  digests: Map<string, string>;
  /** The scopes of rows that the server has accepted and no pull has delivered. */
  unnamed: Set<string>;
}

async function localDigests(db: LocalDatabase): Promise<LocalDigests> {
  const lines = new Map<string, string[]>();
  const unnamed = new Set<string>();
  for (const entity of Object.keys(TABLE_OF) as EntityName[]) {
    const table = db.rowsOf(entity);
    for (let last = ''; ; ) {
      const rows = await table.where('id').above(last).limit(CHUNK).toArray();
      for (const row of rows) {
        if (row.version === 0 || row.is_withdrawn === 1) continue;
        if (row.scopes.length === 0 && row.record_state === 'sent' && isOfStudentFile(entity)) {
          unnamed.add(`student:${(row as FileRow).student}`);
        }
        for (const scope of row.scopes) {
          const known = lines.get(scope) ?? [];
          lines.set(scope, known);
          known.push(`${entity}|${row.id}|${row.version}`);
        }
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < CHUNK) break;
      last = end.id;
    }
  }
  const digests = new Map<string, string>();
  for (const [scope, texts] of lines) digests.set(scope, await digestOf(texts));
  return { digests, unnamed };
}

async function digestOf(texts: string[]): Promise<string> {
  const bytes = new TextEncoder().encode(texts.sort().join('\n'));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
