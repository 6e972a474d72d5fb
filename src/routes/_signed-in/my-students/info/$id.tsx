import { createFileRoute } from '@tanstack/react-router';
import { tabSearch } from '#features/students/student-search.ts';
import { StudentFile } from '../../-student-file.tsx';

export const Route = createFileRoute('/_signed-in/my-students/info/$id')({
  staticData: { title: 'Student', permission: 'student.read' },
  validateSearch: tabSearch,
  component: MyStudentsInfoScreen,
});

function MyStudentsInfoScreen() {
  const { id } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StudentFile
      id={id}
      tab={tab}
      onTab={(next) => void navigate({ search: tabSearch({ tab: next }), replace: true })}
      list={{ to: '/my-students', title: 'My Students' }}
    />
  );
}
