import { createFileRoute } from '@tanstack/react-router';
import { auditSearch } from '#features/audit/audit-filters.ts';
import { AuditScreen } from '#features/audit/audit-screen.tsx';

export const Route = createFileRoute('/_signed-in/admin/audit/')({
  staticData: { title: 'Audit log', permission: 'audit.read' },
  validateSearch: auditSearch,
  component: AuditLogScreen,
});

function AuditLogScreen() {
  const navigate = Route.useNavigate();
  return (
    <AuditScreen
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/admin/audit/$id', params: { id } })}
    />
  );
}
