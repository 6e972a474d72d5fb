import { createFileRoute, notFound } from '@tanstack/react-router';
import { isImportKind } from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { ImportKindScreen } from '#features/imports/import-kind-screen.tsx';
import { PageHeader } from '#ui/page-header.tsx';

export const Route = createFileRoute('/_signed-in/admin/import/$kind')({
  staticData: { title: 'Import a file', permission: 'import.run', reads: 'recent' },
  beforeLoad({ params }) {
    if (!isImportKind(params.kind)) throw notFound();
  },
  component: ImportScreen,
});

function ImportScreen() {
  const { kind } = Route.useParams();
  if (!isImportKind(kind)) return null;
  return (
    <div className="grid gap-5">
      <PageHeader title={`Import ${KIND_WORDS[kind].many}`} description={KIND_WORDS[kind].about} />
      <ImportKindScreen key={kind} kind={kind} />
    </div>
  );
}
