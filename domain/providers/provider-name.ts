/** "Saanvi Silva" */
export function providerName(provider: { provider_first: string; provider_last: string }): string {
  return `${provider.provider_first} ${provider.provider_last}`;
}
