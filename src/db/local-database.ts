import Dexie, { type EntityTable, type Table, type Transaction } from 'dexie';
import type { EntityName } from '#contract/entity-name.ts';
import type { Problem } from '#contract/errors.ts';
import type { SoapState } from '#domain/notes/soap-note.ts';
import { guardStorage } from './storage-guard.ts';

/** What the screen says of a row: everything arrived, something waits, something needs its author. */
export type RecordState = 'sent' | 'waiting' | 'attention';

/**
 * A synced row as stored: random ids, days, flags, versions and scopes in the
 * clear, everything that names or describes a person sealed.
 */
export interface StoredRow {
  id: string;
  /** The newest version that the server confirmed; 0 while it has confirmed none. */
  version: number;
  scopes: string[];
  record_state: RecordState;
  /** Deleted on this device, the deletion not yet confirmed. Hidden from every query. */
  is_gone: 0 | 1;
  /** The fresh pull that brought it; rows that a newer one did not bring are dropped. */
  generation: number;
  /** The row as people see it: the server's newest with the waiting writes applied. */
  sealed: Uint8Array<ArrayBuffer>;
  /** The server's newest, kept only while writes wait; nothing where the server has none yet. */
  base: Uint8Array<ArrayBuffer> | null;
  /**
   * Writes that the server confirmed while no key was at hand to lay them upon the
   * base, and behind which others still wait.
   */
  confirmed: OutboxRow[];
  /** The server no longer shows it to this person; it stays only as long as writes of it wait. */
  is_withdrawn: 0 | 1;
  /** The row whose waiting writes bring this one along. */
  led_by?: string;
}

export interface StoredSession extends StoredRow {
  provider: string;
  session_date: string;
  /** Of sessions with a request alone. */
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
  /** Of a series alone: no occurrence is later than this day. */
  series_until?: string;
  /** Of a changed occurrence alone: its series. */
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

export interface StoredGoalEntry extends StoredRow {
  soap_note: string;
}

export interface StoredSchoolClosure extends StoredRow {
  closure_date: string;
}

/** `orphaned`: about a student or a row that left this person; out of the row's chain until its author decides. */
export type WriteState = 'waiting' | 'sending' | 'blocked' | 'parked' | 'held' | 'orphaned';

/** One write that the server has not confirmed. It holds data only: no address, no token, no header. */
export interface OutboxRow {
  /** Local order. Never a clock. */
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
  /** The students whom its body names. */
  about: string[];
  base_version: number | null;
  /** ISO 8601: the server's time as far as the device knew it, else the device's clock. */
  captured_at: string;
  /** What the device's own clock said then, where `captured_at` is corrected by the server's time. */
  device_captured_at?: string | null;
  state: WriteState;
  /** While `sending`: the clock reading after which the attempt counts as lost. Milliseconds. */
  leased_until: number;
  attempts: number;
  /** How often it was merged onto a newer row by itself. */
  merges: number;
  /** Not before this clock reading. Milliseconds. */
  next_attempt_at: number;
  /** The last answer that was no success. Its words name no one. */
  problem: Problem | null;
  /** `{ endpoint, endpoint_version, params, body, base_values }`. */
  sealed: Uint8Array<ArrayBuffer>;
  /** The row of another entity that appears, changes and goes with this write: the event of a lunch break. */
  brings?: string;
  /** Sealed for the history: their values that this write replaces. */
  overwritten?: Uint8Array<ArrayBuffer>;
  /** Confirmed writes that it built on, for the order in which they would be handed in again. */
  built_on?: string[];
}

/**
 * A write that the server has answered for good, as it left the outbox. It is handed in
 * again where the server turns out to have lost it.
 */
export interface AcknowledgedWrite {
  /** In the order of the answers. */
  order: number;
  write_id: string;
  /** ISO 8601, the device's clock; never later than the server's. */
  acknowledged_at: string;
  /** The version that it gave the row. */
  version: number | null;
  write: OutboxRow;
}

/** What became of a write that left the outbox. */
export interface HistoryRow {
  write_id: string;
  entity: EntityName;
  entity_id: string;
  effect: OutboxRow['effect'];
  /** `handed-over` and `quarantined`: the office keeps it until somebody there decides. */
  outcome: 'sent' | 'discarded' | 'cancelled' | 'handed-over' | 'quarantined';
  captured_at: string;
  finished_at: string;
  /** Sealed: by field, what somebody else had entered and this write replaced. */
  overwritten?: Uint8Array<ArrayBuffer>;
}

/** The bytes of an attachment on this device, as far as it matters how they travel. It names nobody. */
export interface AttachmentFile {
  /** Of the attachment. */
  id: string;
  /** `sending`: the office does not have all of it. `offline`: it does, and this is a copy to look at. */
  purpose: 'sending' | 'offline';
  /** How many parts it has. */
  parts: number;
  /** Parts that the office has, as far as this device knows. */
  arrived: number[];
  /** What the office has is not known for sure: it is asked before anything more is sent. */
  must_ask: 0 | 1;
  /** `stopped`: the office refused a part, and its author decides. */
  state: 'waiting' | 'stopped';
  attempts: number;
  /** Not before this clock reading. Milliseconds. */
  next_attempt_at: number;
  problem: Problem | null;
  /** ISO 8601, the device's clock. */
  captured_at: string;
  /** When somebody last looked at it here. */
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
  /** A fresh pull is under way: rows of older generations go when it is done. */
  is_refreshing: boolean;
  /** Changes applied and expected in all, while a fresh pull runs. */
  applied: number;
  total: number | null;
  /** The device has held everything at least once. Absent where an older version of the app stored the row. */
  was_whole?: boolean;
  /** From this Pacific day on everything is here already, while the first pull runs. */
  whole_from?: string | null;
  pulled_at: string | null;
}

export interface SendingPause {
  key: 'pause';
  reason: 'signed-out' | 'outdated';
}

/** When this device last held its scopes against the server's digests. Instants are the server's. */
export interface DigestCheck {
  key: 'digest';
  checked_at: string | null;
  /** A doubt arose since: check with the next pull. */
  is_wanted: boolean;
  /** Scopes that differed even after a pull from the start; a fault to report. */
  unrepaired: string[];
  /** How often drift was found and repaired. */
  repairs: number;
}

/** Rows that came along with a write the server took, and that no pull has confirmed. */
export interface AwaitedRows {
  key: 'awaited';
  ids: string[];
}

/** The browser has erased what was kept here; there until the person has taken note of it. */
interface ErasureNotice {
  key: 'erased';
}

type MetaRow = AwaitedRows | ErasureNotice | SyncPosition | SendingPause | DigestCheck;

/** The table of each noun. */
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
} as const satisfies Record<EntityName, string>;

/**
 * The local database of one user on this device.
 *
 * `dataKey` is in memory only. Without it (the worker, a locked device) the
 * sealed parts stay closed while the clear columns work.
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
  declare clinicalCodes: EntityTable<StoredRow, 'id'>;
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
      // Rows of before lack fields that calendars and meals need now: the next pull brings all afresh.
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
      // Students, clients and providers have fields that notes need.
      .upgrade(pullAfresh);
    this.version(5).stores({
      acknowledged: '++order, &write_id, acknowledged_at',
    });
    guardStorage(this, () => dropCopies(this));
  }

  /** The table of a noun, where only the columns that all rows share matter. */
  rowsOf(entity: EntityName): Table<StoredRow, string> {
    return this.table(TABLE_OF[entity]);
  }
}

/** Lets go of attachments that the office has too: nothing that is still to be sent. */
async function dropCopies(db: LocalDatabase): Promise<void> {
  await db.transaction('rw', db.attachmentFiles, db.attachmentParts, async () => {
    const ids = await db.attachmentFiles.where('purpose').equals('offline').primaryKeys();
    if (ids.length === 0) return;
    await db.attachmentParts.where('attachment').anyOf(ids).delete();
    await db.attachmentFiles.bulkDelete(ids);
  });
}

/** Rows that an older version stored lack fields: the next pull brings them all again. Unsent work stays. */
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
