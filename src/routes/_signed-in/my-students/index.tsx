import { createFileRoute } from '@tanstack/react-router';
import { ownStudents } from '#features/students/student-list.tsx';
import { ownStudentSearch } from '#features/students/student-search.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/my-students/')({
  staticData: { title: 'My Students', permission: 'student.read' },
  validateSearch: ownStudentSearch,
  component: MyStudentsScreen,
});

function MyStudentsScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={ownStudents}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/my-students/info/$id', params: { id } })}
    />
  );
}
