/** What tells whether a notification waits for its receiver. */
export interface NotificationState {
  kind: 'announcement' | 'notice';
  requires_acknowledgment: boolean;
  requires_signature: boolean;
  /** Of what the receiver reads; an edit changes it. */
  content_hash: string;
  /** The content that the receiver has viewed or acknowledged; empty if none. */
  viewed_hash: string;
  shown_from: string;
  shown_until: string | null;
}

/** Shown when a signature is missing (specification, 5). */
export const SIGNATURE_MISSING = 'Signature is required before acknowledging';

/** The size of the signature pad in CSS pixels (specification, 5). */
export const SIGNATURE_SIZE = { width: 500, height: 200 } as const;

/** The most characters of a signature as a data URL: about 150 kB of image. */
export const LONGEST_SIGNATURE = 200_000;

/** How many bytes of an attached file a message may have, and how many files. */
export const LARGEST_MESSAGE_FILE_BYTES = 10 * 1024 * 1024;
export const MOST_MESSAGE_FILES = 5;

/** Whether its time has passed. */
export function hasEnded({ shown_until }: Pick<NotificationState, 'shown_until'>, now: string): boolean {
  return shown_until !== null && shown_until <= now;
}

/** Whether its time has come and hasn't passed. */
export function isInTime(row: NotificationState, now: string): boolean {
  return row.shown_from <= now && !hasEnded(row, now);
}

/** Whether the receiver has seen the content as it is now. An edited message is asked about again. */
export function isViewed({ content_hash, viewed_hash }: NotificationState): boolean {
  return viewed_hash === content_hash;
}

/** Whether it must be acknowledged; a signature implies that. */
export function needsAcknowledgment(
  row: Pick<NotificationState, 'requires_acknowledgment' | 'requires_signature'>,
): boolean {
  return row.requires_acknowledgment || row.requires_signature;
}

/** Whether it is shown now and still waits for its receiver. */
export function isUnviewed(row: NotificationState, now: string): boolean {
  return isInTime(row, now) && !isViewed(row);
}

const PNG_URL = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/;
/** The first bytes of a PNG file, in Base64. */
const PNG_HEAD = 'iVBORw0KGgo';

/** Whether it is a PNG image as a data URL. */
export function isSignatureImage(signature: string): boolean {
  return (
    signature.length <= LONGEST_SIGNATURE &&
    PNG_URL.test(signature) &&
    signature.slice(signature.indexOf(',') + 1).startsWith(PNG_HEAD)
  );
}

/** What is wrong with an acknowledgment, by field; empty if it can be stored. */
export function acknowledgmentProblems(
  row: Pick<NotificationState, 'requires_signature'>,
  { signature }: { signature: string | null },
): { signature?: string } {
  if (signature === null) return row.requires_signature ? { signature: SIGNATURE_MISSING } : {};
  return isSignatureImage(signature) ? {} : { signature: "The signature couldn't be read. Sign again." };
}
