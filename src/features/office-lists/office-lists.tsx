import { EntityField } from '#screens/form/entity-field.tsx';
import { officeList } from '#screens/list/office-list.tsx';
import { Input } from '#ui/input.tsx';

export const serviceCategories = officeList('service_category', {
  title: 'Service categories',
  initial: { name: '', archived: false },
  Fields: ({ form }) => (
    <EntityField form={form} name="name" required>
      <Input autoComplete="off" {...form.inputs.register('name')} />
    </EntityField>
  ),
  empty: 'Add the first one to group services by.',
});

export const regions = officeList('region', {
  title: 'Regions',
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
  empty: 'Add the first one to group clients by.',
});

/** In the order of their tabs. */
export const OFFICE_LISTS = [regions, serviceCategories] as const;
