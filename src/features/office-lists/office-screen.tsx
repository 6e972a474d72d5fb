import type { ImportKind } from '#domain/imports/import-kinds.ts';
import { ImportLink } from '#screens/file/import-link.tsx';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import { OFFICE_LISTS } from './office-lists.tsx';
import { type OfficeSearch, officeSearch } from './office-search.ts';

/** Files of a list's records. */
const KINDS: Readonly<Record<string, ImportKind>> = {
  regions: 'region',
  'sub-regions': 'sub-region',
  'service-categories': 'category',
  services: 'service',
  locations: 'school',
};

interface OfficeScreenProps {
  search: OfficeSearch;
  /** Takes the address from what it is to what it should be. */
  onSearch: (change: (before: OfficeSearch) => OfficeSearch) => void;
}

/** The lists that the office keeps, each as a tab. */
export function OfficeScreen({ search: { list, ...search }, onSearch }: OfficeScreenProps) {
  const [first] = OFFICE_LISTS;
  const { id: open } = OFFICE_LISTS.find(({ id }) => id === list) ?? first;
  return (
    <Tabs
      value={open}
      onValueChange={(next) => onSearch(() => officeSearch({ list: next }))}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <TabsList aria-label="Lists" className="print:hidden">
        {OFFICE_LISTS.map(({ id, title }) => (
          <TabsTrigger key={id} value={id}>
            {title}
          </TabsTrigger>
        ))}
      </TabsList>
      {OFFICE_LISTS.map((report) => (
        <TabsContent key={report.id} value={report.id}>
          <ReportScreen
            report={report}
            actions={<ImportLink kind={KINDS[report.id] ?? 'school'} />}
            search={search}
            onSearch={(change) =>
              onSearch(({ list: _, ...before }) => officeSearch({ list, ...change(before) }))
            }
          />
        </TabsContent>
      ))}
    </Tabs>
  );
}
