import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { users } from './users.ts';

/** The server's own pair of keys for push notifications, made when it first starts. One row. */
export const push_keys = pgTable('push_keys', {
  id: integer().primaryKey(),
  /** Base64url. Browsers bind a subscription to it. */
  public_key: text().notNull(),
  /** Encrypted under the server's own secret. */
  private_key: text().notNull(),
});

/** The browsers in which someone has turned on push notifications. */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    /** The browser's address at its push service: anyone who has it can use it. */
    endpoint: text().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    /** The browser's public key and secret, Base64url: only it can read what is pushed. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** What is shown from later on is new for this browser. */
    told_until: instantColumn().notNull(),
  },
  (table) => [index().on(table.user_id)],
);
