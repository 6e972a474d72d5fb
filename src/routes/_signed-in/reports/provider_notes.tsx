import { createFileRoute } from '@tanstack/react-router';
import { PROVIDER_NOTE_FILTERS } from '#features/reports/care-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { providerNotes } from '#features/reports/provider-note-report.tsx';
import { reportAddress } from '#screens/report/address.ts';

export const Route = createFileRoute('/_signed-in/reports/provider_notes')({
  staticData: { title: 'Provider Notes', permission: 'report.provider-notes', reads: 'recent' },
  validateSearch: reportAddress(PROVIDER_NOTE_FILTERS),
  component: ProviderNotesScreen,
});

function ProviderNotesScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={providerNotes}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/my-sessions/info/$id', params: { id } })}
    />
  );
}
