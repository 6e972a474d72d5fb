import { type ReactNode, useState } from 'react';
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
  // The URL follows a moment later, and says last what is shown.
  const [shown, setShown] = useState<string>(tab);
  const [known, setKnown] = useState(tab);
  if (tab !== known) {
    setKnown(tab);
    setShown(tab);
  }
  const show = (chosen: string) => {
    setShown(chosen);
    onTab(chosen);
  };
  return (
    <Tabs value={shown} onValueChange={show}>
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
