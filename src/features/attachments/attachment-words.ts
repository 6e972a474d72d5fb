import type { LocalAttachment } from '#db/attachments.ts';

export type StateTone = 'waiting' | 'sending' | 'sent' | 'attention' | 'elsewhere';

export interface StateWords {
  text: string;
  tone: StateTone;
}

/** "1.4 MB", "230 KB" */
export function sizeWords(bytes: number): string {
  const mega = 1024 * 1024;
  if (bytes >= mega) return `${(bytes / mega).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
  return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB`;
}

/** The sync state of an attachment. Pure. */
export function stateWords(
  { record_state, is_complete, file }: Pick<LocalAttachment, 'record_state' | 'is_complete' | 'file'>,
  isSending: boolean,
): StateWords {
  if (record_state === 'attention') return { text: 'Needs attention', tone: 'attention' };
  if (file === null || file.purpose === 'offline') {
    return is_complete || file !== null
      ? { text: 'Synced', tone: 'sent' }
      : { text: 'Not fully uploaded yet', tone: 'elsewhere' };
  }
  if (file.state === 'stopped') {
    return {
      text: `Needs attention: ${file.problem?.message ?? "it wasn't accepted."}`,
      tone: 'attention',
    };
  }
  const arrived = file.arrived.length;
  if (record_state === 'waiting') return { text: 'Saved on this device', tone: 'waiting' };
  if (isSending) return { text: `Sending ${Math.round((arrived / file.parts) * 100)}%`, tone: 'sending' };
  return arrived === 0
    ? { text: 'Saved on this device', tone: 'waiting' }
    : { text: `Waiting to sync, ${Math.round((arrived / file.parts) * 100)}% sent`, tone: 'waiting' };
}
