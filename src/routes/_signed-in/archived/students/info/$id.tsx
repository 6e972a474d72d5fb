import { createFileRoute } from '@tanstack/react-router';
import { tabSearch } from '#features/students/student-search.ts';
import { StudentFile } from '../../../-student-file.tsx';

export const Route = createFileRoute('/_signed-in/archived/students/info/$id')({
  staticData: { title: 'Student', permission: 'student.read-archived' },
  validateSearch: tabSearch,
  component: ArchivedStudentsInfoScreen,
});

function ArchivedStudentsInfoScreen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <StudentFile
      id={id}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      list={{ to: '/archived/students', title: 'Archived Students' }}
    />
  );
}
