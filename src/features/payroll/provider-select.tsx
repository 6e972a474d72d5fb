import type { ComponentProps } from 'react';
import { useAllProviders } from '#screens/device/lookups.ts';
import { Combobox } from '#ui/combobox.tsx';

interface ProviderSelectProps extends Omit<ComponentProps<typeof Combobox>, 'options' | 'searchLabel'> {
  /** The choice for all providers, whose value is empty. */
  everyone?: string;
}

/** Chooses the provider whose pay a form is about. */
export function ProviderSelect({ everyone, ...field }: ProviderSelectProps) {
  const providers = useAllProviders();
  const options = [...(providers?.values() ?? [])].map(({ id, provider_first, provider_last }) => ({
    ...{ value: id, label: `${provider_first} ${provider_last}` },
  }));
  return (
    <Combobox
      name="provider"
      options={everyone === undefined ? options : [{ value: '', label: everyone }, ...options]}
      searchLabel="Find a provider"
      {...field}
    />
  );
}
