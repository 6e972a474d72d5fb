import { createFileRoute } from '@tanstack/react-router';
import { StudentList } from '#features/students/student-list.tsx';
import { studentSearch } from '#features/students/student-search.ts';

export const Route = createFileRoute('/_signed-in/archived/students/')({
  staticData: { title: 'Archived Students', permission: 'student.read-archived' },
  validateSearch: studentSearch,
  component: ArchivedStudentsScreen,
});

function ArchivedStudentsScreen() {
  const navigate = Route.useNavigate();
  return (
    <StudentList
      reach="archived"
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => studentSearch({ ...before, ...change }), replace: true })
      }
      onOpen={(id) => void navigate({ to: '/archived/students/info/$id', params: { id } })}
    />
  );
}
