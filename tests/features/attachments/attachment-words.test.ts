import { describe, expect, test } from 'vitest';
import { unsentFile } from '#db/attachment-files.ts';
import type { AttachmentFile } from '#db/attachment-rows.ts';
import { sizeWords, stateWords } from '#features/attachments/attachment-words.ts';

const AT = '2026-03-10T18:00:00.000Z';
const file = (changes: Partial<AttachmentFile> = {}) => ({ ...unsentFile('a', 8, AT), ...changes });
const refused = { code: 'record.deleted', message: 'This record was deleted.' } as const;

describe('the sync state of an attachment', () => {
  test.each<[string, Parameters<typeof stateWords>[0], boolean]>([
    ['Saved on this device', { record_state: 'waiting', is_complete: false, file: file() }, false],
    // Others are being sent: this one is still only announced here.
    ['Saved on this device', { record_state: 'waiting', is_complete: false, file: file() }, true],
    ['Saved on this device', { record_state: 'sent', is_complete: false, file: file() }, false],
    ['Sending 0%', { record_state: 'sent', is_complete: false, file: file() }, true],
    ['Sending 38%', { record_state: 'sent', is_complete: false, file: file({ arrived: [1, 2, 3] }) }, true],
    [
      'Waiting to sync, 25% sent',
      { record_state: 'sent', is_complete: false, file: file({ arrived: [1, 2] }) },
      false,
    ],
    // The office has it; the pull that says so is on its way.
    ['Synced', { record_state: 'sent', is_complete: false, file: file({ purpose: 'offline' }) }, false],
    ['Synced', { record_state: 'sent', is_complete: true, file: null }, false],
    ['Not fully uploaded yet', { record_state: 'sent', is_complete: false, file: null }, false],
    ['Needs attention', { record_state: 'attention', is_complete: false, file: file() }, false],
    [
      'Needs attention: This record was deleted.',
      { record_state: 'sent', is_complete: false, file: file({ state: 'stopped', problem: refused }) },
      true,
    ],
  ])('%s', (words, attachment, isSending) => {
    expect(stateWords(attachment, isSending).text).toBe(words);
  });

  test.each([
    [1, '1 KB'],
    [1_500, '1 KB'],
    [230 * 1024, '230 KB'],
    [1_468_006, '1.4 MB'],
    [25 * 1024 * 1024, '25 MB'],
  ])('%d bytes are %s', (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });
});
