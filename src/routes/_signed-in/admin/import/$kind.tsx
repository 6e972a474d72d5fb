import { createFileRoute } from '@tanstack/react-router';
import { mayUse } from '#domain/access/permissions.ts';
import { isImportKind, isOfPayroll } from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { ImportKindScreen } from '#features/imports/import-kind-screen.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NotFound } from '../../-not-found.tsx';

// People of payroll import what belongs to it; all other kinds are for super admins.
export const Route = createFileRoute('/_signed-in/admin/import/$kind')({
  staticData: { title: 'Import a file', permission: 'payroll.view', reads: 'recent' },
  component: ImportScreen,
});

function ImportScreen() {
  const { kind } = Route.useParams();
  const { user } = Route.useRouteContext();
  if (!isImportKind(kind)) return <NotFound />;
  if (!isOfPayroll(kind) && !mayUse({ role: user.auth, grants: user.grants }, 'import.run'))
    return <NotFound />;
  return (
    <div className="grid gap-5">
      <PageHeader title={`Import ${KIND_WORDS[kind].many}`} description={KIND_WORDS[kind].about} />
      <ImportKindScreen key={kind} kind={kind} />
    </div>
  );
}
