/** The tag under which the browser is asked to wake the worker once there is a network. */
export const OUTBOX_SYNC_TAG = 'caseload-outbox';
