import { createFileRoute } from '@tanstack/react-router';
import { tabSearch } from '#features/students/student-search.ts';
import { StudentFile } from '../../-student-file.tsx';

export const Route = createFileRoute('/_signed-in/students/info/$id')({
  staticData: { title: 'Student', permission: 'student.read-all' },
  validateSearch: tabSearch,
  component: StudentsInfoScreen,
});

function StudentsInfoScreen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <StudentFile
      id={id}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      list={{ to: '/students', title: 'Students' }}
    />
  );
}
