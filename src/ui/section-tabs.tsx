import type { ReactNode } from 'react';
import { Tabs, TabsContent, TabsList, TabsTrigger } from './tabs.tsx';

/** A tab's value in the URL, its label, and its content. */
export type Section<Tab extends string> = readonly [Tab, string, ReactNode];

interface SectionTabsProps<Tab extends string> {
  sections: readonly Section<Tab>[];
  tab: Tab;
  onTab: (tab: string) => void;
}

/** The sections of a record's page. Only the chosen one is printed. */
export function SectionTabs<Tab extends string>({ sections, tab, onTab }: SectionTabsProps<Tab>) {
  return (
    <Tabs value={tab} onValueChange={onTab}>
      <TabsList aria-label="Sections" className="print:hidden">
        {sections.map(([value, label]) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {sections.map(([value, , content]) => (
        <TabsContent key={value} value={value}>
          {content}
        </TabsContent>
      ))}
    </Tabs>
  );
}
