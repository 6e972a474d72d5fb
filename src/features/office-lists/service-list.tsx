import { ClipboardList } from 'lucide-react';
import type { Service } from '#contract/catalog.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import { countedOf } from '#domain/text/counted.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import { defineReport, distinctChoices, fromServer } from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { ServiceForm } from './service-form.tsx';
import { SERVICE_FILTERS } from './service-search.ts';

type Categories = ReplyOf<Endpoints['service-category.list']>;

interface ServiceRow {
  service: Service;
  category: string;
}

interface Answer {
  services: readonly Service[];
  categories: Categories;
}

const label = (field: keyof Service) => fieldLabel('service', field);

/** What the organization delivers. */
export const services = defineReport(SERVICE_FILTERS, {
  ...{ id: 'services', title: 'Services', label: 'Services' },
  rows: fromServer({
    name: 'services',
    async ask(api): Promise<Answer> {
      const [list, categories] = await Promise.all([
        api.call('service.list'),
        api.call('service-category.list'),
      ]);
      return { services: list, categories };
    },
    rows: ({ services: list, categories }: Answer): ServiceRow[] => {
      const names = new Map(categories.map(({ id, name }) => [id, name]));
      return list.map((service) => ({
        ...{ service, category: names.get(service.category) ?? 'Unknown category' },
      }));
    },
  }),
  rowId: ({ service }) => service.id,
  filters: {
    search: {
      label: 'Search',
      words: ({ service, category }) => `${service.name} ${service.short_name} ${category}`,
    },
    category: {
      label: label('category'),
      choices: (_, rows) =>
        distinctChoices(rows.map(({ service, category }) => [service.category, category] as const)),
      matches: ({ service }, id) => service.category === id,
    },
  },
  sort: { id: 'name', desc: false },
  columns: [
    { id: 'name', header: label('name'), value: ({ service }) => service.name },
    {
      id: 'short_name',
      header: label('short_name'),
      width: '9rem',
      value: ({ service }) => service.short_name,
    },
    { id: 'category', header: label('category'), width: '11rem', value: ({ category }) => category },
    {
      ...{ id: 'default_minutes', header: label('default_minutes'), kind: 'number', width: '10rem' },
      value: ({ service }) => service.default_minutes,
    },
    {
      ...{ id: 'is_billable', header: label('is_billable'), width: '7rem' },
      value: ({ service }) => (service.is_billable ? 'Yes' : 'No'),
    },
  ],
  remark: (shown, all) => countedOf(shown.length, all.length, 'service'),
  edits: {
    entity: 'service',
    permission: 'catalogue.record',
    form: (row, leads) => <ListedForm service={row?.service ?? null} {...leads} />,
  },
  empty: {
    ...{ icon: ClipboardList, title: 'No services yet', filtered: 'Clear the filters to see all.' },
    help: 'Add the first service that you deliver.',
  },
});

const askForCategories = (api: ApiClient) => api.call('service-category.list');

type ListedFormProps = Omit<Parameters<typeof ServiceForm>[0], 'categories'>;

/** With the categories as they are now. */
function ListedForm(props: ListedFormProps) {
  const { result: categories } = useServerData(askForCategories);
  return (
    <ServiceForm
      // Another form once the categories are there, so that it shows the chosen one.
      key={categories === undefined ? 'asked' : 'there'}
      categories={categories ?? []}
      {...props}
    />
  );
}
