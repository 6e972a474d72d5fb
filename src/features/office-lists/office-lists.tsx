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

/** In the order of their tabs. */
export const OFFICE_LISTS = [serviceCategories] as const;
