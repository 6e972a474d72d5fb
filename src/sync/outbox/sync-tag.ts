/** The Background Sync tag that wakes the worker once there is a network. */
export const OUTBOX_SYNC_TAG = 'caseload-outbox';
