import { type ReactNode, useDeferredValue } from 'react';
import { servicesByName } from '#db/catalog.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import { type BankSearch, bankSearch, LISTS, type ListName } from './bank-search.ts';
import { ClinicalCodeList } from './clinical-code-list.tsx';
import { SoapOptionList } from './soap-option-list.tsx';

interface SoapOptionsProps {
  search: BankSearch;
  onSearch: (change: BankSearch) => void;
}

const LABELS: Record<ListName, string> = { goals: 'Goals', plans: 'Plans', dx: 'DX codes', cpt: 'CPT codes' };

/** The organization's banks of goals and plans, and the codes that notes can use. */
export function SoapOptions({ search, onSearch }: SoapOptionsProps) {
  const services = useLocal(servicesByName, []);
  // Rendering a long list must not block typing.
  const shown = useDeferredValue(search);
  if (services === undefined) return null;
  const lists: Record<ListName, ReactNode> = {
    goals: <SoapOptionList bank="goal-option" search={shown} services={services} />,
    plans: <SoapOptionList bank="plan-option" search={shown} services={services} />,
    dx: <ClinicalCodeList kind="dx" search={shown} services={services} />,
    cpt: <ClinicalCodeList kind="cpt" search={shown} services={services} />,
  };
  return (
    <div className="grid gap-5">
      <PageHeader
        title="SOAP options"
        description="Goal and plan templates, and the codes available in notes."
      />
      <search aria-label="Filters" className="grid items-end gap-3 md:grid-cols-3 lg:grid-cols-4">
        <Field label="Search">
          <SearchField
            value={search.search ?? ''}
            onSearch={(words) => onSearch({ search: words || undefined })}
          />
        </Field>
        <Field label="Service">
          <Select
            value={search.service ?? ''}
            onChange={({ target }) => onSearch({ service: target.value || undefined })}
          >
            <NamedOptions none="All" items={services} />
          </Select>
        </Field>
        <span className="flex h-9 items-center gap-3 text-sm">
          <Checkbox
            id="with-archived"
            checked={search.archived === true}
            onCheckedChange={(checked) => onSearch({ archived: checked === true ? true : undefined })}
          />
          <label htmlFor="with-archived">Include archived</label>
        </span>
      </search>
      <Tabs
        value={search.list ?? 'goals'}
        onValueChange={(list) => onSearch({ list: bankSearch({ list }).list })}
      >
        <TabsList aria-label="Lists">
          {LISTS.map((list) => (
            <TabsTrigger key={list} value={list}>
              {LABELS[list]}
            </TabsTrigger>
          ))}
        </TabsList>
        {LISTS.map((list) => (
          <TabsContent key={list} value={list}>
            {lists[list]}
          </TabsContent>
        ))}
      </Tabs>
    </div>
  );
}
