interface NamedInFull {
  provider_first: string;
  provider_last: string;
}

/** "Saanvi Silva" */
export function providerName(provider: NamedInFull): string {
  return `${provider.provider_first} ${provider.provider_last}`;
}

/** Providers as choices, by name. */
export function namedProviders<Provider extends NamedInFull & { id: string }>(
  providers: Iterable<Provider>,
): (Provider & { name: string })[] {
  return Array.from(providers, (one) => ({ ...one, name: providerName(one) })).sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}
