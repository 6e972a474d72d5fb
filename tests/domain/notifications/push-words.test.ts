import { expect, test } from 'vitest';
import { isPushService, pushWords } from '#domain/notifications/push-words.ts';

test.each([
  [1, 0, 'You have 1 new announcement.'],
  [2, 0, 'You have 2 new announcements.'],
  [0, 1, 'You have 1 new decision.'],
  [1, 3, 'You have 1 new announcement and 3 new decisions.'],
  [0, 0, 'You have new notifications.'],
])('%i announcements and %i decisions: %s', (announcements, decisions, words) => {
  expect(pushWords({ announcements, decisions })).toBe(words);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/a', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', true],
  ['https://web.push.apple.com/a', true],
  ['https://wns2-by3p.notify.windows.com/w/?token=a', true],
  ['http://fcm.googleapis.com/a', false],
  ['https://push.apple.com.evil.example/a', false],
  ['https://evilpush.apple.com.example/a', false],
  ['https://user@fcm.googleapis.com/a', false],
  ['https://localhost/a', false],
  ['not an address', false],
  ['http://127.0.0.1:9000/a', false],
])('the server pushes to %s: %s', (endpoint, allowed) => {
  expect(isPushService(endpoint)).toBe(allowed);
});

test('an origin of the configuration is allowed too, exactly', () => {
  const more = ['http://127.0.0.1:9000'];
  expect(isPushService('http://127.0.0.1:9000/a', more)).toBe(true);
  expect(isPushService('http://127.0.0.1:9001/a', more)).toBe(false);
});
