import { expect, test } from 'vitest';
import { type SyncFacts, syncWords } from '#screens/device/sync-words.ts';

const QUIET: SyncFacts = { isReachable: true, isSending: false, waiting: 0, attention: 0, fault: null };

test.each<[string, Partial<SyncFacts>, boolean]>([
  ['All changes synced', {}, true],
  ['All changes synced', { isReachable: null }, true],
  ['Loading records, 17%', { loading: { percent: 17 } }, true],
  ['Loading records…', { loading: { percent: null } }, true],
  ['Syncing…', { loading: { percent: 17 }, waiting: 1, isSending: true }, true],
  ['Offline', { loading: { percent: 17 } }, false],
  ['1 change to sync', { waiting: 1 }, true],
  ['12 changes to sync', { waiting: 12 }, true],
  ['Syncing…', { waiting: 2, isSending: true }, true],
  ['1 change needs attention', { attention: 1 }, true],
  ['3 changes need attention', { attention: 3, waiting: 2, isSending: true }, true],
  ['Offline', { isReachable: false }, true],
  ['Offline', {}, false],
  ['Offline · 1 change to sync', { isReachable: false, waiting: 1 }, true],
  ['Offline · 4 changes to sync', { waiting: 4 }, false],
  ['Offline · 4 changes to sync', { isReachable: false, waiting: 4, attention: 2 }, true],
  ["Can't sync right now", { fault: 'The query failed.' }, true],
  ['3 changes to sync', { fault: 'The query failed.', waiting: 3 }, true],
  ['2 changes need attention', { isReachable: false, attention: 2 }, true],
])('says "%s" for %j with the network %s', (text, facts, hasNetwork) => {
  expect(syncWords({ ...QUIET, ...facts }, hasNetwork).text).toBe(text);
});
