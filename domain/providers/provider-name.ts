interface NamedInFull {
  provider_first: string;
  provider_last: string;
}

/** "Saanvi Silva" */
export function providerName(provider: NamedInFull): string {
  return `${provider.provider_first} ${provider.provider_last}`;
}

/** "Saanvi Silva, M.S., CCC-SLP"; the name alone where there are no credentials. */
export function withCredentials(name: string, credentials: string | undefined): string {
  return credentials === undefined || credentials === '' ? name : `${name}, ${credentials}`;
}

/**
 * The name of a person on a row: the one that the server stored there, otherwise the one that this device
 * knows; null if neither exists.
 */
export function nameOnRow(
  id: string,
  name: string | null | undefined,
  known: Pick<ReadonlyMap<string, NamedInFull>, 'get'>,
): string | null {
  if (name !== null && name !== undefined) return name;
  const provider = known.get(id);
  return provider === undefined ? null : providerName(provider);
}

/** Providers as options, sorted by name. */
export function namedProviders<Provider extends NamedInFull & { id: string }>(
  providers: Iterable<Provider>,
): (Provider & { name: string })[] {
  return Array.from(providers, (one) => ({ ...one, name: providerName(one) })).sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}
