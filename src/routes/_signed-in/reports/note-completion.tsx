import { createFileRoute } from '@tanstack/react-router';
import { NOTE_COMPLETION_FILTERS } from '#features/reports/care-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { noteCompletionReport } from '#features/reports/note-completion-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/reports/note-completion')({
  staticData: { title: 'Note Completion', permission: 'report.provider-notes', reads: 'recent' },
  validateSearch: reportAddress(NOTE_COMPLETION_FILTERS),
  component: NoteCompletionScreen,
});

function NoteCompletionScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={noteCompletionReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      whyLink={linkToRecord}
    />
  );
}
