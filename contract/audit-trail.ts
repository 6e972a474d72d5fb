import type { Reaching } from '#entities/declared.ts';
import type { RecordName } from './entity-name.ts';

/** What is done to a row of an entity by its fields. */
export type RowVerb = 'create' | 'update' | 'delete';

/** What happened where that is more than a change of fields. */
export type NamedVerb =
  | 'acknowledge'
  | 'complete'
  | 'decide-duration'
  | 'decide-request'
  | 'merge'
  | 'recall'
  | 'request'
  | 'send'
  | 'undo-merge'
  | 'view'
  | 'void';

/** What the audit records besides creations, changes, and deletions of rows by their fields. */
export type AuditEvent =
  | 'attachment.complete'
  | 'attachment.list'
  | 'attachment.read'
  | 'audit.list'
  | 'audit.read'
  | 'admin_message.read-receipts'
  | 'admin_message.recall'
  | 'auth.confirm-reset'
  | 'auth.confirm-second-factor'
  | 'auth.end-own-device'
  | 'auth.force-logout'
  | 'auth.login'
  | 'auth.logout'
  | 'auth.reject'
  | 'auth.reject-code'
  | 'auth.renew-recovery-codes'
  | 'auth.request-reset'
  | 'auth.revoke'
  | 'auth.turn-off-second-factor'
  | 'auth.update-password'
  | 'auth.use-recovery-code'
  | 'bulk_change.make'
  | 'bulk_change.take-back'
  | 'calendar.feed-create'
  | 'calendar.feed-revoke'
  | 'client.read-calendar'
  | 'clinical_code.import'
  | 'device.discard'
  | 'device.read-escrow'
  | 'device.register'
  | 'device.report-lost'
  | 'device.wipe'
  | 'import.finish'
  | 'import.undo'
  | 'invoice.send'
  | 'invoice.void'
  | 'lunch.acknowledge'
  | 'lunch.event-failed'
  | 'notification.acknowledge'
  | 'notification.view'
  | 'quarantine.accept'
  | 'quarantine.fail'
  | 'quarantine.keep'
  | 'quarantine.list'
  | 'quarantine.refuse'
  | 'report_schedule.send'
  | 'rescue.import'
  | 'session.decide-duration'
  | 'session.decide-request'
  | 'session.request'
  | 'soap_note.read'
  | 'student.merge'
  | 'student.read'
  | 'student.read-calendar'
  | 'student.read-timeline'
  | 'student.undo-merge'
  | 'sync.renew-epoch'
  | 'user.invite'
  | 'user.reset-second-factor'
  | `${Reaching<'student'>}.list`;

export type AuditAction = `${RecordName}.${RowVerb}` | AuditEvent;

/** What an entry is about where that is a row; not only of an entity. */
export type AuditSubject =
  | RecordName
  | 'bulk_change'
  | 'device'
  | 'import'
  | 'quarantined_write'
  | 'sign_in'
  | 'user';

/** What a change of a row replaced and by what, by field. */
export type AuditChanges = Readonly<Record<string, readonly [from: unknown, to: unknown]>>;

/** Details of an entry: names of changed fields, on whose behalf. Never a value that a person typed. */
export interface AuditDetails {
  /** Names of the changed fields. */
  fields?: readonly string[];
  /** The person whose record it is, where someone else changed it. */
  on_behalf_of?: string;
  student?: string;
  /** Who was sent something. */
  recipient?: string;
  /** The kind of a request, or the list that a code is in. */
  kind?: string;
  decision?: string;
  work_date?: string;
  /** What the meal rules found, as marked for the acknowledgment. */
  finding?: string;
  /** The device's uncorrected clock at the time of the change. */
  device_captured_at?: string;
  device_id?: string;
  is_lost?: boolean;
  sign_ins?: number;
  writes?: number;
  discarded_at?: string;
  cause?: string;
  /** The error code of a write that failed. */
  code?: string | null;
  reason?: string;
  added?: number;
  changed?: number;
  /** The import that added or changed the record. */
  import?: string;
}
