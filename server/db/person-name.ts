/**
 * SQL for the name of a person: first and last name of a provider, otherwise the name of someone in the
 * office, or the user name.
 * @param column the person's id in the surrounding query; SQL from our code, never input. No column of
 * `users` or `providers` may have the same name.
 */
export function personNameOf(column: string): string {
  return `(select coalesce(p.provider_first || ' ' || p.provider_last, nullif(u.full_name, ''), u.username)
    from users u left join providers p on p.id = u.id where u.id = ${column})`;
}
