import { createFileRoute } from '@tanstack/react-router';
import { STUDENT_STEPS } from '#features/bulk-changes/bulk-steps.tsx';
import { NewStudent } from '#features/students/new-student.tsx';
import { allStudents } from '#features/students/student-list.tsx';
import { studentSearch } from '#features/students/student-search.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

/** With what the office does to several at once. */
const report = { ...allStudents, steps: STUDENT_STEPS };

export const Route = createFileRoute('/_signed-in/students/')({
  staticData: { title: 'Students', permission: 'student.read-all', reads: 'recent' },
  validateSearch: studentSearch,
  component: StudentsScreen,
});

function StudentsScreen() {
  const navigate = Route.useNavigate();
  const open = (id: string) => void navigate({ to: '/students/info/$id', params: { id } });
  return (
    <ReportScreen
      report={report}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={open}
      actions={<NewStudent onOpen={open} />}
    />
  );
}
