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
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StudentFile
      id={id}
      tab={tab}
      onTab={(next) => void navigate({ search: tabSearch({ tab: next }), replace: true })}
      list={{ to: '/archived/students', title: 'Archived Students' }}
    />
  );
}
