import { createFileRoute } from '@tanstack/react-router';
import { ARCHIVED_STUDENT_STEPS } from '#features/bulk-changes/bulk-steps.tsx';
import { archivedStudents } from '#features/students/student-list.tsx';
import { studentSearch } from '#features/students/student-search.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

/** With what the office does to several at once. */
const report = { ...archivedStudents, steps: ARCHIVED_STUDENT_STEPS };

export const Route = createFileRoute('/_signed-in/archived/students/')({
  staticData: { title: 'Archived Students', permission: 'student.read-archived' },
  validateSearch: studentSearch,
  component: ArchivedStudentsScreen,
});

function ArchivedStudentsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={report}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/archived/students/info/$id', params: { id } })}
    />
  );
}
