import { createFileRoute } from '@tanstack/react-router';
import { mayUse } from '#domain/access/permissions.ts';
import { STUDENT_NOTE_FILTERS } from '#features/reports/care-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { studentNotes } from '#features/reports/student-note-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/reports/student_notes')({
  staticData: { title: 'Student Notes', permission: 'report.student-notes', reads: 'recent' },
  validateSearch: reportAddress(STUDENT_NOTE_FILTERS),
  component: StudentNotesScreen,
});

function StudentNotesScreen() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  const seesAll = mayUse({ role: user.auth, grants: user.grants }, 'student.read-all');
  const to = seesAll ? '/students/info/$id' : '/my-students/info/$id';
  return (
    <MailedReport
      report={studentNotes}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to, params: { id }, search: { tab: 'soap' } })}
      whyLink={linkToRecord}
    />
  );
}
