import { createFileRoute } from '@tanstack/react-router';
import { isImportKind, mayImport } from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { ImportKindScreen } from '#features/imports/import-kind-screen.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NotFound } from '../../-not-found.tsx';

// The kind of file decides who may import it.
export const Route = createFileRoute('/_signed-in/admin/import/$kind')({
  staticData: { title: 'Import a file', permission: 'import.use', reads: 'recent' },
  component: ImportScreen,
});

function ImportScreen() {
  const { kind } = Route.useParams();
  const { user } = Route.useRouteContext();
  if (!isImportKind(kind) || !mayImport({ role: user.auth, grants: user.grants }, kind)) return <NotFound />;
  return (
    <div className="grid gap-5">
      <PageHeader title={`Import ${KIND_WORDS[kind].many}`} description={KIND_WORDS[kind].about} />
      <ImportKindScreen key={kind} kind={kind} />
    </div>
  );
}
