import { expect, test } from 'vitest';
import { type SyncFacts, syncWords } from '#screens/device/sync-words.ts';

const QUIET: SyncFacts = { isReachable: true, isSending: false, waiting: 0, attention: 0, fault: null };

test.each<[string, Partial<SyncFacts>, boolean]>([
  ['All changes saved', {}, true],
  ['All changes saved', { isReachable: null }, true],
  ['Loading records, 17%', { loading: { percent: 17 } }, true],
  ['Loading records…', { loading: { percent: null } }, true],
  ['Sending…', { loading: { percent: 17 }, waiting: 1, isSending: true }, true],
  ['Offline', { loading: { percent: 17 } }, false],
  ['1 change waiting', { waiting: 1 }, true],
  ['12 changes waiting', { waiting: 12 }, true],
  ['Sending…', { waiting: 2, isSending: true }, true],
  ['Needs attention: 1', { attention: 1 }, true],
  ['Needs attention: 3', { attention: 3, waiting: 2, isSending: true }, true],
  ['Offline', { isReachable: false }, true],
  ['Offline', {}, false],
  ['Offline – 1 change waiting', { isReachable: false, waiting: 1 }, true],
  ['Offline – 4 changes waiting', { waiting: 4 }, false],
  ['Offline – 4 changes waiting', { isReachable: false, waiting: 4, attention: 2 }, true],
  ["Can't sync right now", { fault: 'The query failed.' }, true],
  ['3 changes waiting', { fault: 'The query failed.', waiting: 3 }, true],
  ['Needs attention: 2', { isReachable: false, attention: 2 }, true],
])('says "%s" for %j with the network %s', (text, facts, hasNetwork) => {
  expect(syncWords({ ...QUIET, ...facts }, hasNetwork).text).toBe(text);
});
