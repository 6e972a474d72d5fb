import { createFileRoute } from '@tanstack/react-router';
import { StudentList } from '#features/students/student-list.tsx';
import { studentSearch } from '#features/students/student-search.ts';

export const Route = createFileRoute('/_signed-in/my-students/')({
  staticData: { title: 'My Students', permission: 'student.read' },
  validateSearch: studentSearch,
  component: MyStudentsScreen,
});

function MyStudentsScreen() {
  const navigate = Route.useNavigate();
  return (
    <StudentList
      reach="mine"
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => studentSearch({ ...before, ...change }), replace: true })
      }
      onOpen={(id) => void navigate({ to: '/my-students/info/$id', params: { id } })}
    />
  );
}
