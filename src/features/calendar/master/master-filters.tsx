import type { Client, Provider, Service } from '#contract/catalog.ts';
import { Combobox } from '#ui/combobox.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { providerOptions } from '../event/event-lookups.ts';
import type { MasterSearch } from './master-search.ts';

interface MasterFiltersProps {
  search: MasterSearch;
  providers: ReadonlyMap<string, Provider>;
  services: readonly Service[];
  clients: readonly Client[];
  onSearch: (change: MasterSearch, replace?: boolean) => void;
}

/** Filters by provider, service, and client. */
export function MasterFilters({ search, providers, services, clients, onSearch }: MasterFiltersProps) {
  return (
    <search
      aria-label="Filters"
      className="flex flex-wrap items-center gap-2 print:hidden [&>*]:w-48 max-lg:[&>*]:w-40"
    >
      <Combobox
        aria-label="Provider"
        options={[{ value: '', label: 'All providers' }, ...providerOptions(providers.values())]}
        searchLabel="Find a provider"
        value={search.provider ?? ''}
        onValueChange={(id) => onSearch({ provider: id === '' ? undefined : id }, true)}
      />
      <Select
        aria-label="Service"
        value={search.service ?? ''}
        onChange={({ target }) => onSearch({ service: target.value === '' ? undefined : target.value }, true)}
      >
        <NamedOptions none="All services" items={services} />
      </Select>
      {clients.length > 0 && (
        <Combobox
          aria-label="Client"
          options={[
            { value: '', label: 'All clients' },
            ...clients.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          searchLabel="Find a client"
          value={search.client ?? ''}
          onValueChange={(id) => onSearch({ client: id === '' ? undefined : id }, true)}
        />
      )}
    </search>
  );
}
