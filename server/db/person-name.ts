import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';
import { arrayParam, jsonRows } from './json-rows.ts';

/** "renata.solano2": a user name that contains first and last name. */
const LOGIN_OF_TWO_NAMES = '^[a-z]{2,}[.][a-z]{2,}[0-9]*$';

/**
 * SQL for the name of a person, the same wherever one is named: first and last name of a provider, otherwise the name of
 * someone in the office, and without one the user name, "Renata Solano" for "renata.solano".
 * @param user alias of `users` in the surrounding query; SQL from our code, never input
 * @param provider alias of `providers`, outer joined
 */
export function shownName(user: string, provider: string): string {
  const login = `${user}.username`;
  return `coalesce(${provider}.provider_first || ' ' || ${provider}.provider_last, nullif(${user}.full_name, ''),
    case when ${login} ~ '${LOGIN_OF_TWO_NAMES}'
      then initcap(translate(regexp_replace(${login}, '[0-9]+$', ''), '.', ' ')) else ${login} end)`;
}

/**
 * The same for the id of a person.
 * @param column the person's id in the surrounding query; SQL from our code, never input. No column of
 * `users` or `providers` may have the same name.
 */
export function personNameOf(column: string): string {
  return `(select ${shownName('u', 'p')} from users u left join providers p on p.id = u.id where u.id = ${column})`;
}

/** Names of some people by id: for many rows cheaper than a name in each. */
export async function personNames(tx: Transaction, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return new Map();
  const people = await jsonRows<{ id: string; name: string }>(
    tx,
    sql`select person.id, ${sql.raw(personNameOf('person.id'))} as name from users person
      where person.id = any(${arrayParam(wanted, 'uuid')})`,
  );
  return new Map(people.map(({ id, name }) => [id, name]));
}
