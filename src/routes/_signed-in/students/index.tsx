import { createFileRoute } from '@tanstack/react-router';
import { StudentList } from '#features/students/student-list.tsx';
import { studentSearch } from '#features/students/student-search.ts';

export const Route = createFileRoute('/_signed-in/students/')({
  staticData: { title: 'Students', permission: 'student.read-all' },
  validateSearch: studentSearch,
  component: StudentsScreen,
});

function StudentsScreen() {
  const navigate = Route.useNavigate();
  return (
    <StudentList
      reach="all"
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => studentSearch({ ...before, ...change }), replace: true })
      }
      onOpen={(id) => void navigate({ to: '/students/info/$id', params: { id } })}
    />
  );
}
