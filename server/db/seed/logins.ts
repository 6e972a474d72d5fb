import { NO_PASSWORD } from '#server/db/password-hash.ts';
import type { sign_ins } from '#server/db/schema/sign-ins.ts';
import type { users } from '#server/db/schema/users.ts';
import type { Random } from './random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BROWSERS = ['Chrome on Windows', 'Safari on iPhone', 'Chrome on Android', 'Safari on iPad'] as const;

/**
 * Each person's last login, which is over: in the last three days, or weeks ago for people who have left. Those who are
 * only invited have none.
 * @param now ISO 8601
 */
export function seedLogins(
  random: Random,
  people: readonly (typeof users.$inferSelect)[],
  now: string,
): (typeof sign_ins.$inferSelect)[] {
  return people
    .filter(({ password_hash }) => password_hash !== NO_PASSWORD)
    .map(({ id, is_active }) => {
      const hoursAgo = is_active ? random.int(9, 72) : random.int(500, 1_200);
      const signedIn = Date.parse(now) - hoursAgo * HOUR_MS - random.int(0, 59) * MINUTE_MS;
      const ended = new Date(signedIn + random.int(20, 8 * 60) * MINUTE_MS).toISOString();
      return {
        id: random.id(signedIn),
        user_id: id,
        signed_in_at: new Date(signedIn).toISOString(),
        ...{ last_seen_at: ended, ended_at: ended, expires_at: ended },
        refresh_hash: random.id().replaceAll('-', '').repeat(2),
        previous_refresh_hash: null,
        device_id: null,
        browser: random.pick(BROWSERS),
      };
    });
}
