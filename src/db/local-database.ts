import Dexie, { type EntityTable, type Table, type Transaction } from 'dexie';
import type { EntityName } from '#contract/entity-name.ts';
import type { Problem } from '#contract/errors.ts';
import type { SoapState } from '#domain/notes/soap-note.ts';
import { guardStorage } from './storage-guard.ts';

/**
 * The sync state of a row on the screen: everything synced, something queued, or something that needs its
 * author.
 */
export type RecordState = 'sent' | 'waiting' | 'attention';

/**
 * A synced row as stored: random ids, days, flags, versions, and scopes in plaintext; everything that names
 * or describes a person encrypted.
 */
export interface StoredRow {
  id: string;
  /** The newest version that the server confirmed; 0 if there is none. */
  version: number;
  scopes: string[];
  record_state: RecordState;
  /** Deleted on this device, but the deletion is not confirmed yet. Hidden from every query. */
  is_gone: 0 | 1;
  /** The full pull that delivered it; rows that a newer one doesn't deliver are deleted. */
  generation: number;
  /** The visible row, encrypted: the server's newest with the queued writes applied. */
  sealed: Uint8Array<ArrayBuffer>;
  /** The server's newest, kept only while writes are queued; null if the server has none yet. */
  base: Uint8Array<ArrayBuffer> | null;
  /**
   * Writes that the server confirmed while no key was available to apply them to the base, and behind which
   * others are still queued.
   */
  confirmed: OutboxRow[];
  /** The person may no longer see it on the server; it stays only while it has queued writes. */
  is_withdrawn: 0 | 1;
  /** The row whose queued writes carry this one. */
  led_by?: string;
}

export interface StoredSession extends StoredRow {
  provider: string;
  session_date: string;
  /** Only of sessions with a request. */
  approval_request?: string;
}

export interface StoredLunchBreak extends StoredRow {
  provider: string;
  /** Pacific day of its start. */
  lunch_date: string;
}

export interface StoredCalendarEvent extends StoredRow {
  provider: string;
  event_start_date: string;
  /** Only of a series: the last possible day of an occurrence. */
  series_until?: string;
  /** Only of a changed occurrence: its series. */
  original_id?: string;
  /** User ids. */
  invites: string[];
}

export interface StoredTimecard extends StoredRow {
  provider: string;
  work_date: string;
}

export interface StoredTimesheet extends StoredRow {
  provider_id: string;
  period_start_date: string;
}

/** A row of a student's file. */
export interface StoredOfStudent extends StoredRow {
  student: string;
}

export interface StoredSoapNote extends StoredOfStudent {
  session: string;
  provider: string;
  note_date: string;
  state: SoapState;
}

export interface StoredClinicalCode extends StoredRow {
  /** Kind and code. */
  listed: string;
  /** The kind with each word of the description that isn't common. */
  words: string[];
  /** All words of the code and the description, each after a space. */
  searched: string;
  /** Empty for all services. */
  of_service: string;
  is_archived: '0' | '1';
}

export interface StoredGoalEntry extends StoredRow {
  soap_note: string;
}

export interface StoredSchoolClosure extends StoredRow {
  closure_date: string;
}

export interface StoredNotification extends StoredRow {
  /** What it waits for: the home screen, the bell, or nothing. */
  inbox: 'announcement' | 'notice' | 'viewed';
}

/**
 * `orphaned`: about a student or row that this person no longer sees; out of the row's chain until its author
 * decides.
 */
export type WriteState = 'waiting' | 'sending' | 'blocked' | 'parked' | 'held' | 'orphaned';

/** A write that the server has not confirmed. Data only: no URL, token, or headers. */
export interface OutboxRow {
  /** Local order, never a clock. */
  seq: number;
  write_id: string;
  user_id: string;
  device_id: string;
  endpoint: string;
  endpoint_version: number;
  entity: EntityName;
  entity_id: string;
  effect: 'create' | 'update' | 'delete';
  lane: string;
  depends_on: string[];
  /** The students named in its body. */
  about: string[];
  base_version: number | null;
  /** ISO 8601: the server's time if the device knows it, otherwise the device's clock. */
  captured_at: string;
  /** The device's own clock at that time, if `captured_at` is corrected by the server's time. */
  device_captured_at?: string | null;
  state: WriteState;
  attempts: number;
  /** How often it was merged onto a newer row automatically. */
  merges: number;
  /** Earliest clock reading for the next attempt. Milliseconds. */
  next_attempt_at: number;
  /** The last error response. Its message names no one. */
  problem: Problem | null;
  /** `{ endpoint, endpoint_version, params, body, base_values }`. */
  sealed: Uint8Array<ArrayBuffer>;
  /**
   * The row of another entity that is created, changed, and deleted with this write: the event of a lunch
   * break.
   */
  brings?: string;
  /** Encrypted for the history: the other side's values that this write replaces. */
  overwritten?: Uint8Array<ArrayBuffer>;
  /** Confirmed writes that it was built on, which determine the order if they are handed in again. */
  built_on?: string[];
}

/**
 * A write with a final answer, as it left the outbox. It is handed in again if the server turns out to have
 * lost it.
 */
export interface AcknowledgedWrite {
  /** Order of the answers. */
  order: number;
  write_id: string;
  /** ISO 8601, the device's clock; never later than the server's. */
  acknowledged_at: string;
  /** The version of the row after this write. */
  version: number | null;
  write: OutboxRow;
}

/** The outcome of a write that left the outbox. */
export interface HistoryRow {
  write_id: string;
  entity: EntityName;
  entity_id: string;
  effect: OutboxRow['effect'];
  /** `handed-over` and `quarantined`: the server keeps it until someone in the office decides. */
  outcome: 'sent' | 'discarded' | 'cancelled' | 'handed-over' | 'quarantined';
  captured_at: string;
  finished_at: string;
  /** Encrypted: by field, the other side's values that this write replaced. */
  overwritten?: Uint8Array<ArrayBuffer>;
}

/** The upload state of an attachment's bytes on this device. It contains no name. */
export interface AttachmentFile {
  /** The attachment's id. */
  id: string;
  /** `sending`: the server doesn't have all of it. `offline`: it does, and this is a cached copy. */
  purpose: 'sending' | 'offline';
  /** Number of parts. */
  parts: number;
  /** Parts known to be on the server. */
  arrived: number[];
  /** It is unknown what the server has: ask before sending more. */
  must_ask: 0 | 1;
  /** `stopped`: the server refused a part, and its author decides. */
  state: 'waiting' | 'stopped';
  attempts: number;
  /** Earliest clock reading for the next attempt. Milliseconds. */
  next_attempt_at: number;
  problem: Problem | null;
  /** ISO 8601, the device's clock. */
  captured_at: string;
  /** When it was last viewed here. */
  opened_at: string;
}

export interface AttachmentPart {
  attachment: string;
  /** From 1. */
  part: number;
  sealed: Uint8Array<ArrayBuffer>;
}

interface DraftRow {
  /** The form and the row that it edits. */
  form: string;
  sealed: Uint8Array<ArrayBuffer>;
}

export interface SyncPosition {
  key: 'position';
  cursor: string | null;
  epoch: string | null;
  generation: number;
  /** A full pull is running: rows of older generations are deleted at its end. */
  is_refreshing: boolean;
  /** Applied and expected changes of the running full pull. */
  applied: number;
  total: number | null;
  /** The device has been complete at least once. Absent if an older version of the app stored the row. */
  was_whole?: boolean;
  /** During the first pull: the Pacific day from which on everything is already here. */
  whole_from?: string | null;
  pulled_at: string | null;
}

export interface SendingPause {
  key: 'pause';
  reason: 'signed-out' | 'outdated';
}

/** The last comparison of this device's scopes with the server's digests. Instants are the server's. */
export interface DigestCheck {
  key: 'digest';
  checked_at: string | null;
  /** An inconsistency is suspected: check with the next pull. */
  is_wanted: boolean;
  /** Scopes that still differed after a full pull; a bug to report. */
  unrepaired: string[];
  /** How often drift was found and repaired. */
  repairs: number;
}

/** Rows carried by an accepted write that no pull has confirmed yet. */
export interface AwaitedRows {
  key: 'awaited';
  ids: string[];
}

/** Writes that are sent again after a restore; what they are answered may be older than the last full pull. */
interface ResentWrites {
  key: 'resent';
  write_ids: string[];
}

/** The students of whom a pull said that they left this person, until one brings them back. Ids only. */
interface LeftStudents {
  key: 'left';
  students: string[];
}

/** The students whose files this device follows besides those of the own caseload. Ids only. */
export interface FollowedFiles {
  key: 'follows';
  /** Those opened here, the last one first. */
  opened: string[];
  /** The list that the server was last told; null if it must be told again. */
  told: string[] | null;
  /** Those whose files were wholly here when a pull ended. */
  here: string[];
}

/** The browser erased this device's data; present until the person dismisses the notice. */
interface ErasureNotice {
  key: 'erased';
}

type MetaRow =
  | AwaitedRows
  | ErasureNotice
  | FollowedFiles
  | LeftStudents
  | ResentWrites
  | SyncPosition
  | SendingPause
  | DigestCheck;

/** The table of each entity. */
export const TABLE_OF = {
  session: 'sessions',
  lunch: 'lunchBreaks',
  calendar_event: 'calendarEvents',
  student: 'students',
  client: 'clients',
  provider: 'providers',
  service: 'services',
  location: 'locations',
  pay_period: 'payPeriods',
  timecard: 'timecards',
  timesheet: 'timesheets',
  school_closure: 'schoolClosures',
  student_service: 'studentServices',
  parent: 'parents',
  student_note: 'studentNotes',
  attachment: 'attachments',
  goal: 'goals',
  soap_note: 'soapNotes',
  goal_entry: 'goalEntries',
  goal_option: 'goalOptions',
  plan_option: 'planOptions',
  clinical_code: 'clinicalCodes',
  notification: 'notifications',
} as const satisfies Record<EntityName, string>;

/**
 * The local database of one user on this device.
 *
 * `dataKey` is in memory only. Without it (in the worker, or on a locked device) encrypted columns can't be
 * read; plaintext columns still work.
 */
export class LocalDatabase extends Dexie {
  declare sessions: EntityTable<StoredSession, 'id'>;
  declare lunchBreaks: EntityTable<StoredLunchBreak, 'id'>;
  declare calendarEvents: EntityTable<StoredCalendarEvent, 'id'>;
  declare students: EntityTable<StoredRow, 'id'>;
  declare clients: EntityTable<StoredRow, 'id'>;
  declare providers: EntityTable<StoredRow, 'id'>;
  declare services: EntityTable<StoredRow, 'id'>;
  declare locations: EntityTable<StoredRow, 'id'>;
  declare payPeriods: EntityTable<StoredRow, 'id'>;
  declare timecards: EntityTable<StoredTimecard, 'id'>;
  declare timesheets: EntityTable<StoredTimesheet, 'id'>;
  declare schoolClosures: EntityTable<StoredSchoolClosure, 'id'>;
  declare studentServices: EntityTable<StoredOfStudent, 'id'>;
  declare parents: EntityTable<StoredOfStudent, 'id'>;
  declare studentNotes: EntityTable<StoredOfStudent, 'id'>;
  declare attachments: EntityTable<StoredOfStudent, 'id'>;
  declare goals: EntityTable<StoredOfStudent, 'id'>;
  declare soapNotes: EntityTable<StoredSoapNote, 'id'>;
  declare goalEntries: EntityTable<StoredGoalEntry, 'id'>;
  declare goalOptions: EntityTable<StoredRow, 'id'>;
  declare planOptions: EntityTable<StoredRow, 'id'>;
  declare clinicalCodes: EntityTable<StoredClinicalCode, 'id'>;
  declare notifications: EntityTable<StoredNotification, 'id'>;
  declare outbox: EntityTable<OutboxRow, 'seq'>;
  declare history: EntityTable<HistoryRow, 'write_id'>;
  declare acknowledged: EntityTable<AcknowledgedWrite, 'order'>;
  declare drafts: EntityTable<DraftRow, 'form'>;
  declare attachmentFiles: EntityTable<AttachmentFile, 'id'>;
  declare attachmentParts: Table<AttachmentPart, [string, number]>;
  declare meta: Table<MetaRow, string>;
  readonly dataKey: CryptoKey | null;

  constructor(name: string, dataKey: CryptoKey | null) {
    super(name, { chromeTransactionDurability: 'strict' });
    this.dataKey = dataKey;
    this.version(1).stores({
      sessions: 'id, [provider+session_date], session_date',
      lunchBreaks: 'id, [provider+lunch_date]',
      calendarEvents: 'id, [provider+event_start_date]',
      students: 'id',
      clients: 'id',
      providers: 'id',
      services: 'id',
      locations: 'id',
      payPeriods: 'id',
      outbox: '++seq, &write_id, entity_id, state, *depends_on',
      history: 'write_id, finished_at',
      drafts: 'form',
      meta: 'key',
    });
    this.version(2)
      .stores({})
      .upgrade((tx) =>
        tx
          .table<OutboxRow>('outbox')
          .toCollection()
          .modify((row) => {
            row.about = [];
          }),
      );
    this.version(3)
      .stores({
        timecards: 'id, [provider+work_date]',
        timesheets: 'id, [provider_id+period_start_date]',
        schoolClosures: 'id, closure_date',
        calendarEvents: 'id, [provider+event_start_date], [provider+series_until], original_id, *invites',
      })
      // Older rows lack fields that calendars and meals need: the next pull is a full one.
      .upgrade(pullAfresh);
    this.version(4)
      .stores({
        // Only sessions with a request have the column.
        sessions: 'id, [provider+session_date], session_date, approval_request',
        studentServices: 'id, student',
        parents: 'id, student',
        studentNotes: 'id, student',
        attachments: 'id, student',
        goals: 'id, student',
        soapNotes: 'id, [student+note_date], [provider+note_date], session, state',
        goalEntries: 'id, soap_note',
        goalOptions: 'id',
        planOptions: 'id',
        clinicalCodes: 'id',
        attachmentFiles: 'id, purpose',
        attachmentParts: '[attachment+part], attachment',
      })
      // Students, clients, and providers have new fields that notes need.
      .upgrade(pullAfresh);
    this.version(5).stores({
      acknowledged: '++order, &write_id, acknowledged_at',
    });
    this.version(6)
      .stores({ clinicalCodes: 'id, listed, *words' })
      // Codes stored before lack the columns, and searches find them once they have been pulled again.
      .upgrade(pullAgain);
    this.version(7).stores({ notifications: 'id, inbox' });
    guardStorage(this, () => dropCopies(this));
  }

  /** The table of an entity, typed by the columns that all rows share. */
  rowsOf(entity: EntityName): Table<StoredRow, string> {
    return this.table(TABLE_OF[entity]);
  }
}

/** Deletes cached attachments that the server has too; nothing that is still to be sent. */
async function dropCopies(db: LocalDatabase): Promise<void> {
  await db.transaction('rw', db.attachmentFiles, db.attachmentParts, async () => {
    const ids = await db.attachmentFiles.where('purpose').equals('offline').primaryKeys();
    if (ids.length === 0) return;
    await db.attachmentParts.where('attachment').anyOf(ids).delete();
    await db.attachmentFiles.bulkDelete(ids);
  });
}

/** The next pull delivers all rows again. A complete device stays usable meanwhile. */
async function pullAgain(tx: Transaction): Promise<void> {
  await tx
    .table<SyncPosition>('meta')
    .where('key')
    .equals('position')
    .modify((position) => {
      position.was_whole ??= position.cursor !== null && !position.is_refreshing;
      position.cursor = null;
    });
}

/**
 * Rows stored by an older version lack fields: the next pull delivers all of them again. Unsynced changes
 * stay.
 */
async function pullAfresh(tx: Transaction): Promise<void> {
  await tx
    .table<SyncPosition>('meta')
    .where('key')
    .equals('position')
    .modify((position) => {
      position.cursor = null;
      position.was_whole = false;
      position.whole_from = null;
    });
}
