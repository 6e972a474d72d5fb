import type { AuditAction, AuditChanges, AuditDetails, AuditEvent, RowVerb } from '#contract/audit-trail.ts';
import { isRecordName } from '#contract/entity-name.ts';
import { type ErrorCode, errorCatalog } from '#contract/errors.ts';
import { IMPORT_KINDS } from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { WAIVER_LABELS } from '#domain/lunch/lunch-break.ts';
import type { MealResult } from '#domain/lunch/meal-findings.ts';
import { BULK_CHANGE_LABELS } from '#domain/students/bulk-change.ts';
import { CAUSE_LABELS, REQUEST_KIND_LABELS } from './code-labels.ts';
import { coded, day, instant, type KnownNames, NONE, person, plain, type Say, student } from './say.ts';
import { fieldLabel, fieldWords, inReadingOrder, writeTitle } from './words.ts';

/** What happened, of everything that is more than a change of a row's fields. */
export const EVENT_TITLES: Readonly<Record<AuditEvent, string>> = {
  'admin_message.read-receipts': 'Viewed the receipts of a message',
  'admin_message.recall': 'Recalled message',
  'attachment.complete': 'Uploaded attachment',
  'attachment.list': "Viewed a student's attachments",
  'attachment.read': 'Opened attachment',
  'audit.list': 'Viewed the audit log',
  'audit.read': 'Opened an audit entry',
  'auth.confirm-reset': 'Set a new password by email link',
  'auth.confirm-second-factor': 'Turned on second factor',
  'auth.end-own-device': 'Logged out on another device',
  'auth.force-logout': 'Logged a user out',
  'auth.login': 'Logged in',
  'auth.logout': 'Logged out',
  'auth.reject': 'Failed login',
  'auth.reject-code': 'Failed login with a wrong code',
  'auth.renew-recovery-codes': 'Created new recovery codes',
  'auth.request-reset': 'Requested a password reset',
  'auth.revoke': 'Login ended for security',
  'auth.turn-off-second-factor': 'Turned off second factor',
  'auth.update-password': 'Changed own password',
  'auth.use-recovery-code': 'Logged in with a recovery code',
  'bulk_change.make': 'Made a bulk change',
  'bulk_change.take-back': 'Undid a bulk change',
  'calendar.feed-create': 'Turned on calendar link',
  'calendar.feed-revoke': 'Turned off calendar link',
  'client.read-calendar': "Viewed a client's calendar",
  'clinical_code.import': 'Imported codes',
  'device.discard': 'Discarded unsynced changes',
  'device.read-escrow': 'Unlocked a device after a password reset',
  'device.register': 'Logged in on a new device',
  'device.report-lost': 'Reported a device lost or found',
  'device.wipe': 'Erased a lost device',
  'goal.list': "Viewed a student's goals",
  'import.finish': 'Imported a file',
  'import.undo': 'Undid an import',
  'invoice.send': 'Sent invoice',
  'invoice.void': 'Voided invoice',
  'lunch.acknowledge': 'Acknowledged lunch card',
  'lunch.event-failed': 'Lunch calendar event failed',
  'notification.acknowledge': 'Acknowledged announcement',
  'notification.view': 'Viewed notification',
  'parent.list': "Viewed a student's parents",
  'quarantine.accept': 'Accepted held change',
  'quarantine.fail': "Held change couldn't be accepted",
  'quarantine.keep': 'Held a change for review',
  'quarantine.list': 'Viewed held changes',
  'quarantine.refuse': 'Rejected held change',
  'report_schedule.send': 'Mailed a report',
  'rescue.import': 'Imported a rescue file',
  'session.decide-duration': 'Approved or denied a changed duration',
  'session.decide-request': 'Approved or denied a session request',
  'session.request': 'Requested a session change',
  'soap_note.read': "Viewed a student's SOAP notes",
  'student.merge': 'Merged student records',
  'student.read': "Viewed a student's profile",
  'student.read-calendar': "Viewed a student's calendar",
  'student.read-timeline': "Viewed a student's timeline",
  'student.undo-merge': 'Undid a merge of student records',
  'student_note.list': "Viewed a student's notes",
  'student_service.list': "Viewed a student's services",
  'sync.renew-epoch': 'Database restored from a backup',
  'user.invite': 'Invited user',
  'user.reset-second-factor': 'Reset second factor of a user',
};

const RESULT_LABELS: Record<MealResult, string> = {
  'not-required': 'Not required',
  compliant: 'Compliant',
  waived: 'Waived',
  late: 'Late',
  short: 'Short',
  missed: 'Missed',
  'waiver-invalid': 'Waiver not valid',
  unknown: 'Unknown',
};

/** The results and waivers in the mark of a finding, one after the other. */
const finding: Say<string> = (value, names) =>
  typeof value === 'string'
    ? value
        .split(' ')
        .map((part) => coded({ ...WAIVER_LABELS, ...RESULT_LABELS })(part, names))
        .join(', ')
    : plain(value, names);

const problem: Say = (value, names) =>
  typeof value === 'string' && Object.hasOwn(errorCatalog, value)
    ? errorCatalog[value as ErrorCode].message
    : plain(value, names);

/** What an imported file held. */
const IMPORTED = Object.fromEntries(IMPORT_KINDS.map((kind) => [kind, KIND_WORDS[kind].many]));

const DETAIL_WORDS: Readonly<Record<Exclude<keyof AuditDetails, 'fields'>, { label: string; say: Say }>> = {
  on_behalf_of: { label: 'On behalf of', say: person },
  student: { label: 'Student', say: student },
  recipient: { label: 'Recipient', say: person },
  kind: {
    label: 'Kind',
    say: coded({
      ...REQUEST_KIND_LABELS,
      cpt: 'CPT codes',
      dx: 'DX codes',
      ...IMPORTED,
      ...BULK_CHANGE_LABELS,
    }),
  },
  decision: { label: 'Decision', say: coded({ approved: 'Approved', refused: 'Denied' }) },
  work_date: { label: 'Date', say: day },
  finding: { label: 'Meal findings', say: finding },
  device_captured_at: { label: "Device's own time", say: instant },
  /** Where the import itself isn't known. */
  import: { label: 'Import', say: () => 'From a file' },
  // As in the list of devices.
  device_id: { label: 'Device', say: (value) => String(value).slice(-6) },
  is_lost: { label: 'Lost', say: plain },
  sign_ins: { label: 'Logins ended', say: plain },
  writes: { label: 'Changes', say: plain },
  discarded_at: { label: 'Discarded at', say: instant },
  cause: { label: 'Cause', say: coded(CAUSE_LABELS) },
  code: { label: 'Problem', say: problem },
  reason: { label: 'Reason', say: plain },
  added: { label: 'Added', say: plain },
  changed: { label: 'Changed', say: plain },
};

const isEvent = (action: string): action is AuditEvent => Object.hasOwn(EVENT_TITLES, action);

/** "Changed parent", "Acknowledged lunch card". */
export function auditTitle(action: AuditAction): string {
  if (isEvent(action)) return EVENT_TITLES[action];
  const [entity = '', effect] = action.split('.');
  return isRecordName(entity) ? writeTitle({ entity, effect: effect as RowVerb }) : action;
}

/** The details of an entry, each with its label and in words. */
export function auditDetails(
  { entity, details }: { entity: string | null; details: AuditDetails },
  names: KnownNames,
): { label: string; value: string }[] {
  const known = entity !== null && isRecordName(entity) ? entity : null;
  return Object.entries(details).map(([name, value]) => {
    if (name === 'fields') {
      const labels = new Set((value as string[]).map((field) => fieldLabel(known, field)));
      return { label: 'Fields', value: [...labels].join(', ') || NONE };
    }
    const words = Object.hasOwn(DETAIL_WORDS, name) ? DETAIL_WORDS[name as 'reason'] : undefined;
    return { label: words?.label ?? name.replaceAll('_', ' '), value: (words?.say ?? plain)(value, names) };
  });
}

/** What a change replaced and by what, field by field, each with its label and in words. */
export function auditChanges(
  { entity, changes }: { entity: string | null; changes: AuditChanges | null },
  names: KnownNames,
): { field: string; label: string; before: string; after: string }[] {
  if (changes === null) return [];
  const known = entity !== null && isRecordName(entity) ? entity : null;
  return inReadingOrder(known, Object.keys(changes)).map((field) => {
    const [before, after] = changes[field] ?? [null, null];
    return {
      ...{ field, label: fieldLabel(known, field) },
      before: fieldWords(known, field, before, names),
      after: fieldWords(known, field, after, names),
    };
  });
}
