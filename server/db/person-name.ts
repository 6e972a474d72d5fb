/**
 * The name of a person as SQL: of a provider the first and last one, of anybody else the user name.
 *
 * @param column the person's id in the query around it, SQL of this code, never input. No column of
 * `users` or `providers` may have its name.
 */
export function personNameOf(column: string): string {
  return `(select coalesce(p.provider_first || ' ' || p.provider_last, u.username)
    from users u left join providers p on p.id = u.id where u.id = ${column})`;
}
