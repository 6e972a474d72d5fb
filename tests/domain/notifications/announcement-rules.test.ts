import { describe, expect, test } from 'vitest';
import {
  acknowledgmentProblems,
  isSignatureImage,
  isUnviewed,
  type NotificationState,
  needsAcknowledgment,
} from '#domain/notifications/announcement-rules.ts';
import { messageProblems, messageState, NOBODY } from '#domain/notifications/message-audience.ts';
import { addressOfFile, keyOfFile } from '#domain/notifications/message-files.ts';

const NOW = '2026-03-10T18:00:00.000Z';
const row = (changes: Partial<NotificationState> = {}): NotificationState => ({
  ...{ kind: 'announcement', requires_acknowledgment: false, requires_signature: false },
  ...{ content_hash: 'b', viewed_hash: '', shown_from: NOW, shown_until: null, ...changes },
});

test.each<[string, Partial<NotificationState>, boolean]>([
  ['from its start', {}, true],
  ['before its start', { shown_from: '2026-03-10T18:00:00.001Z' }, false],
  ['at its end', { shown_until: NOW }, false],
  ['once viewed', { viewed_hash: 'b' }, false],
  ['edited since it was viewed', { viewed_hash: 'a' }, true],
])('%s an announcement is unviewed: %s', (_, changes, isWaiting) => {
  expect(isUnviewed(row(changes), NOW)).toBe(isWaiting);
});

test('a signature implies an acknowledgment', () => {
  expect(needsAcknowledgment({ requires_acknowledgment: false, requires_signature: true })).toBe(true);
});

describe('a signature', () => {
  const png = 'data:image/png;base64,iVBORw0KGgoAAAA=';
  test.each([
    [png, true],
    [`${png}"><script>`, false],
    [png.replace('png', 'svg+xml'), false],
    ['data:image/png;base64,PHN2Zz4=', false],
    [`data:image/png;base64,iVBORw0KGgo${'A'.repeat(200_000)}`, false],
  ])('%.40s is an image: %s', (signature, isImage) => {
    expect(isSignatureImage(signature)).toBe(isImage);
  });

  test('is required where the announcement says so', () => {
    expect(acknowledgmentProblems({ requires_signature: true }, { signature: null })).toEqual({
      signature: 'Signature is required before acknowledging',
    });
    expect(acknowledgmentProblems({ requires_signature: false }, { signature: null })).toEqual({});
  });
});

test('the key of a file is its address without the storage prefix, host or not', () => {
  expect(keyOfFile(addressOfFile('k'))).toBe('k');
  expect(keyOfFile(`https://caseload.example${addressOfFile('k')}`)).toBe('k');
  expect(keyOfFile('k')).toBe('k');
});

test('a message needs someone who gets it, and an end after its start', () => {
  const times = { shown_from: NOW, shown_until: NOW };
  expect(messageProblems({ audience: NOBODY, ...times })).toEqual({
    audience: 'Choose who gets this message.',
    shown_until: 'The end is before the start.',
  });
  expect(messageProblems({ audience: { ...NOBODY, roles: ['2'] }, ...times, shown_until: null })).toEqual({});
});

test.each([
  [{ shown_from: '2026-03-11', shown_until: null, recalled_at: null }, 'scheduled'],
  [{ shown_from: '2026-03-09', shown_until: null, recalled_at: null }, 'sent'],
  [{ shown_from: '2026-03-09', shown_until: NOW, recalled_at: null }, 'expired'],
  [{ shown_from: '2026-03-09', shown_until: null, recalled_at: NOW }, 'recalled'],
])('%o is %s', (message, state) => {
  expect(messageState(message, NOW)).toBe(state);
});
