import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PageHeader } from '#ui/page-header.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { ControlsSection } from './controls-section.tsx';
import { FloatingSection } from './floating-section.tsx';
import { FormSection } from './form-section.tsx';
import { ListSection } from './list-section.tsx';

/** Every component in its states, for visual review. Built and photographed only by `take-pictures.mjs`. */
function Gallery() {
  const shown = new URLSearchParams(location.search).get('tab') ?? 'controls';
  return (
    <main className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-6 sm:px-8">
      <PageHeader
        title="Marisol Quintero"
        detail="Speech, Language"
        badge={<StatusBadge active />}
        description="Supervisees: Dana Whitlock, Peter Osei"
        actions={<ThemeSwitch />}
      />
      <Tabs defaultValue={shown}>
        <TabsList aria-label="Parts">
          <TabsTrigger value="controls">Controls</TabsTrigger>
          <TabsTrigger value="forms">Forms</TabsTrigger>
          <TabsTrigger value="lists">Lists</TabsTrigger>
          <TabsTrigger value="floating">Floating</TabsTrigger>
        </TabsList>
        <TabsContent value="controls">
          <ControlsSection />
        </TabsContent>
        <TabsContent value="forms">
          <FormSection />
        </TabsContent>
        <TabsContent value="lists">
          <ListSection />
        </TabsContent>
        <TabsContent value="floating">
          <FloatingSection />
        </TabsContent>
      </Tabs>
      <Toaster />
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
