import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { users } from './users.ts';

/** One sign-in on one device: a family of refresh tokens. */
export const sign_ins = pgTable(
  'sign_ins',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    signed_in_at: instantColumn().notNull(),
    last_seen_at: instantColumn().notNull(),
    ended_at: instantColumn(),
    /**
     * SHA-256 of the newest refresh token, and of the previous one, which is valid until the newest is first
     * used.
     */
    refresh_hash: text().notNull(),
    previous_refresh_hash: text(),
    expires_at: instantColumn().notNull(),
    /** The device; null until it has registered. */
    device_id: uuid(),
    /** Browser and system, such as "Chrome on Windows"; empty if unknown. */
    browser: text().notNull().default(''),
  },
  (table) => [
    index().on(table.refresh_hash),
    index().on(table.previous_refresh_hash),
    index().on(table.user_id),
    index().on(table.signed_in_at),
    index().on(table.device_id),
  ],
);

export const password_resets = pgTable('password_resets', {
  /** SHA-256 of the emailed token. */
  token_hash: text().primaryKey(),
  user_id: uuid()
    .notNull()
    .references(() => users.id),
  expires_at: instantColumn().notNull(),
  used_at: instantColumn(),
});

/** The app with which a person proves who they are, besides the password. */
export const second_factors = pgTable(
  'second_factors',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    /** `on`, or `pending` until a code of the app has confirmed it. */
    state: text().$type<'on' | 'pending'>().notNull(),
    /** Encrypted under the server's secret, bound to the person. */
    secret: text().notNull(),
    /** HMACs of the recovery codes that haven't been used, keyed with the server's secret. */
    recovery_hashes: text().array().notNull(),
    /** The period of the last code used; null before the first. */
    last_period: integer(),
    /** When it was turned on, or set up while it is pending. */
    since: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.state] })],
);

/** Number of attempts to guess something, per address and per account, in the current window. */
export const attempt_counters = pgTable('attempt_counters', {
  /** `login|address|…`: what is counted, and for whom. Account names are hashed. */
  key: text().primaryKey(),
  window_started_at: instantColumn().notNull(),
  attempts: integer().notNull(),
});
