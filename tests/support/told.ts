import { v7 as uuidv7 } from 'uuid';
import type { Notification } from '#contract/notifications.ts';
import { clearColumnsOf, encryptRow } from '#db/encrypted-rows.ts';
import type { TestDevice } from './device.ts';

/** Stores an announcement or a notice to the device's person, as a pull brings it. */
export async function told({ db, workspace }: TestDevice, changes: Partial<Notification> = {}) {
  const row: Notification = {
    ...{ id: uuidv7(), version: 1, receiver: workspace.user_id, kind: 'announcement', event: null },
    ...{
      title: 'Winter schedule',
      display_msg: 'Please read',
      message: '<p>School ends at <strong>noon</strong>.</p>',
    },
    ...{ provider_name: 'Ada Lindqvist', effective_date: null, attachments: [] },
    ...{ requires_acknowledgment: false, requires_signature: false },
    ...{ shown_from: '2026-03-10T16:00:00.000Z', shown_until: null },
    ...{ content_hash: 'first', viewed_hash: '', viewed_at: null, acknowledged_at: null },
    ...changes,
  };
  await db.rowsOf('notification').put({
    ...{ id: row.id, version: row.version, scopes: [`user:${workspace.user_id}`], record_state: 'sent' },
    ...{ is_gone: 0, generation: 0, base: null, confirmed: [], is_withdrawn: 0 },
    sealed: await encryptRow(db, 'notification', row),
    ...clearColumnsOf('notification', row),
  });
  return row;
}
