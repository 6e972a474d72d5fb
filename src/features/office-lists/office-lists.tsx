import type { ComponentProps } from 'react';
import { useServerData } from '#screens/device/signed-in.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import type { OfficeFieldsProps } from '#screens/list/office-form.tsx';
import { officeList } from '#screens/list/office-list.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';

export const serviceCategories = officeList('service_category', {
  title: 'Service categories',
  usedBy: [{ list: 'service.list', field: 'category', nouns: ['service', 'services'] }],
  initial: { name: '', archived: false },
  Fields: ({ form }) => (
    <EntityField form={form} name="name" required>
      <Input autoComplete="off" {...form.inputs.register('name')} />
    </EntityField>
  ),
  empty: 'Add the first category to group your services.',
});

export const regions = officeList('region', {
  title: 'Regions',
  usedBy: [
    { list: 'sub-region.list', field: 'region', nouns: ['sub-region', 'sub-regions'] },
    { list: 'client.list-all', field: 'regions', nouns: ['client', 'clients'] },
  ],
  initial: { name: '', region_number: '', archived: false },
  Fields: ({ form }) => (
    <>
      <EntityField form={form} name="name" required>
        <Input autoComplete="off" {...form.inputs.register('name')} />
      </EntityField>
      <EntityField form={form} name="region_number">
        <Input autoComplete="off" {...form.inputs.register('region_number')} />
      </EntityField>
    </>
  ),
  empty: 'Add the first region to group your clients.',
});

interface ParentSelectProps extends ComponentProps<'select'> {
  /** Nothing until the server has answered. */
  all: readonly { id: string; name: string; archived: boolean }[] | undefined;
  problem: string | null;
  /** What the first option says, and what it says while the list loads. */
  words: readonly [string, string];
  /** Offered even if archived. */
  chosen: string | undefined;
}

/** Chooses the entry or client that an entry belongs to. */
function ParentSelect({ all, problem, words: [choose, loading], chosen, ...props }: ParentSelectProps) {
  // A new control once the list has loaded, so that it shows the chosen one.
  if (all === undefined) {
    return (
      <Select key="loading" disabled {...props}>
        <option value="">{problem ?? loading}</option>
      </Select>
    );
  }
  const offered = all.filter(({ id, archived }) => !archived || id === chosen);
  return (
    <Select key="loaded" {...props}>
      <NamedOptions
        none={choose}
        items={offered.map(({ id, name, archived }) => ({
          id,
          name: archived ? `${name} (archived)` : name,
        }))}
      />
    </Select>
  );
}

const askForRegions = (api: ApiClient) => api.call('region.list');

function SubRegionFields({ form }: OfficeFieldsProps<'sub_region'>) {
  const { result: all, problem } = useServerData(askForRegions);
  return (
    <>
      <EntityField form={form} name="region" required>
        <ParentSelect
          {...{ all, problem }}
          words={['Choose a region', 'Loading regions…']}
          chosen={form.opened?.region}
          {...form.inputs.register('region')}
        />
      </EntityField>
      <EntityField form={form} name="name" required>
        <Input autoComplete="off" {...form.inputs.register('name')} />
      </EntityField>
    </>
  );
}

export const subRegions = officeList('sub_region', {
  title: 'Sub-regions',
  names: { regions: ['region.list'] },
  initial: { region: '', name: '', archived: false },
  Fields: SubRegionFields,
  empty: 'Add the first sub-region to divide a region.',
});

const askForCategories = (api: ApiClient) => api.call('service-category.list');

function ServiceFields({ form }: OfficeFieldsProps<'service'>) {
  const { result: all, problem } = useServerData(askForCategories);
  return (
    <>
      <EntityField form={form} name="name" required>
        <Input autoComplete="off" {...form.inputs.register('name')} />
      </EntityField>
      <EntityField form={form} name="short_name" description="For narrow screens, such as SLP." required>
        <Input autoComplete="off" {...form.inputs.register('short_name')} />
      </EntityField>
      <EntityField form={form} name="category" required>
        <ParentSelect
          {...{ all, problem }}
          words={['Choose a category', 'Loading categories…']}
          chosen={form.opened?.category}
          {...form.inputs.register('category')}
        />
      </EntityField>
      <EntityField form={form} name="default_minutes" required>
        <Input
          autoComplete="off"
          inputMode="numeric"
          className="tabular-nums"
          {...form.inputs.register('default_minutes', { valueAsNumber: true })}
        />
      </EntityField>
      <EntityCheck
        form={form}
        name="is_billable"
        checked={form.values.is_billable}
        onChange={(next) => form.inputs.setValue('is_billable', next, { shouldDirty: true })}
      />
    </>
  );
}

const services = officeList('service', {
  title: 'Services',
  names: { categories: ['service-category.list'] },
  initial: {
    ...{ name: '', short_name: '', category: '', default_minutes: 30, is_billable: true, archived: false },
  },
  Fields: ServiceFields,
  empty: 'Add the first service that your providers deliver.',
});

async function askForClients(api: ApiClient) {
  const [active, archived] = await Promise.all([
    api.call('client.list-all'),
    api.call('client.list-archived'),
  ]);
  return [...active, ...archived].map((client) => ({ ...client, archived: client.active === 0 }));
}

function LocationFields({ form }: OfficeFieldsProps<'location'>) {
  const { result: all, problem } = useServerData(askForClients);
  return (
    <>
      <EntityField form={form} name="name" required>
        <Input autoComplete="off" {...form.inputs.register('name')} />
      </EntityField>
      <EntityField form={form} name="client" description="Whose school it is; its closures apply there.">
        <ParentSelect
          {...{ all, problem }}
          words={['No client', 'Loading clients…']}
          chosen={form.opened?.client ?? undefined}
          {...form.inputs.register('client', { setValueAs: (value: string | null) => value || null })}
        />
      </EntityField>
      <EntityCheck
        form={form}
        name="is_billable"
        checked={form.values.is_billable}
        onChange={(next) => form.inputs.setValue('is_billable', next, { shouldDirty: true })}
      />
    </>
  );
}

const locations = officeList('location', {
  title: 'Locations',
  names: { clients: ['client.list-all', 'client.list-archived'] },
  initial: { name: '', client: null, is_billable: true, archived: false },
  Fields: LocationFields,
  empty: 'Add the first school or other place where sessions take place.',
});

/** In the order of their tabs. */
export const OFFICE_LISTS = [regions, subRegions, serviceCategories, services, locations] as const;
