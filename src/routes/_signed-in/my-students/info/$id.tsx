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
  const navigate = Route.useNavigate();
  return (
    <StudentFile
      id={id}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      list={{ to: '/my-students', title: 'My Students' }}
    />
  );
}
