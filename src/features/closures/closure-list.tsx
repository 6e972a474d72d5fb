import { CalendarOff } from 'lucide-react';
import type { Client, SchoolClosure } from '#contract/catalog.ts';
import { countedOf } from '#domain/text/counted.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { namesById } from '#screens/device/record-names.ts';
import { defineReport, distinctChoices, fromServer } from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { CLOSURE_FILTERS } from './closure-filters.ts';
import { ClosureForm } from './closure-form.tsx';

interface ClosureRow {
  closure: SchoolClosure;
  client_name: string;
}
interface Answer {
  closures: readonly SchoolClosure[];
  clients: readonly Pick<Client, 'id' | 'name'>[];
  today: string;
}

const label = (field: string) => fieldLabel('school_closure', field);
const ALL_CLIENTS = 'All clients';

async function ask(api: ApiClient): Promise<Answer> {
  const [closures, clients] = await Promise.all([api.call('school-closure.list'), api.call('client.list')]);
  return {
    closures,
    clients: clients.map(({ id, name }) => ({ id, name })),
    today: pacificDay(Date.now()),
  };
}

/** Days on which schools are closed: planned sessions of a series don't take place. */
export const schoolClosures = defineReport(CLOSURE_FILTERS, {
  id: 'school-closures',
  title: 'School closures',
  label: 'School closures',
  rows: fromServer({
    name: 'school closures',
    ask,
    rows({ closures, clients, today }: Answer): (ClosureRow & { isPast: boolean })[] {
      const names = namesById(clients);
      return closures.map((closure) => ({
        ...{ closure, isPast: closure.closure_date < today },
        client_name:
          closure.client === null ? ALL_CLIENTS : (names.get(closure.client) ?? 'An archived client'),
      }));
    },
  }),
  rowId: ({ closure }) => closure.id,
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Reason or client',
      words: ({ closure, client_name }) => `${closure.reason} ${client_name}`,
    },
    client: {
      label: label('client'),
      all: 'All',
      choices: (_, rows) =>
        distinctChoices(rows.map(({ closure, client_name }) => [closure.client ?? 'all', client_name])),
      matches: ({ closure }, id) => (closure.client ?? 'all') === id,
    },
    show: {
      label: 'Show',
      all: 'All',
      initial: 'coming',
      choices: () => [
        { id: 'coming', name: 'Today and later' },
        { id: 'past', name: 'Past' },
      ],
      matches: ({ isPast }, show) => isPast === (show === 'past'),
    },
  },
  sort: { id: 'closure_date', desc: false },
  remark: (shown, all) => countedOf(shown.length, all.length, 'school closure'),
  columns: [
    {
      ...{ id: 'closure_date', header: label('closure_date'), kind: 'day', width: '9rem' },
      value: ({ closure }) => closure.closure_date,
    },
    { id: 'reason', header: label('reason'), value: ({ closure }) => closure.reason },
    { id: 'client', header: label('client'), value: ({ client_name }) => client_name },
  ],
  edits: {
    entity: 'school_closure',
    permission: 'catalogue.record',
    form: (row, leads) => <ClosureForm closure={row?.closure ?? null} {...leads} />,
  },
  empty: {
    ...{ icon: CalendarOff, title: 'No school closures yet' },
    help: 'Add holidays and breaks so planned sessions are skipped on those days.',
    filtered: 'Clear the filters to see all.',
  },
});
