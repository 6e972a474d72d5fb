import type { EntityName } from '#contract/entity-name.ts';

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
  whole_from?: string | null | undefined;
  /** During the first pull: everything is here except the rows of these entities. */
  lacking?: EntityName[] | null | undefined;
  /**
   * The Pacific day since which other people's sessions are here, besides those with something to decide; null or absent if
   * all are that the person may see.
   */
  others_from?: string | null | undefined;
  /**
   * The Pacific day since which the person's own sessions, notes, and events are here, besides those with something to decide or to
   * finish, and in the office the students archived since; null or absent if all are.
   */
  own_from?: string | null | undefined;
  /** The person may see every student: one who isn't here has not left. */
  sees_all?: boolean | undefined;
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

/** The students whose files this device follows besides those of the own caseload: ids, and why it can't. */
export interface FollowedFiles {
  key: 'follows';
  /** Those opened here, the last one first. */
  opened: string[];
  /** The list that the server was last told; null if it must be told again. */
  told: string[] | null;
  /** Those whose files were wholly here when a pull ended. */
  here: string[];
  /** Those whom the server left out, until it follows them. */
  refused?: string[];
  /** Why the server refused the last list, in its words; absent if it took it. */
  problem?: string;
}

/** The browser erased this device's data; present until the person dismisses the notice. */
interface ErasureNotice {
  key: 'erased';
}

/** What the device knows of its own state, one row each. */
export type MetaRow =
  | AwaitedRows
  | ErasureNotice
  | FollowedFiles
  | LeftStudents
  | ResentWrites
  | SyncPosition
  | SendingPause
  | DigestCheck;
