import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { StudentInfo } from '#features/students/student-info.tsx';
import { tabSearch } from '#features/students/student-search.ts';
import { Button } from '#ui/button.tsx';

export const Route = createFileRoute('/_signed-in/archived/students/info/$id')({
  staticData: { title: 'Student', permission: 'student.read-archived' },
  validateSearch: tabSearch,
  component: ArchivedStudentsInfoScreen,
});

function ArchivedStudentsInfoScreen() {
  const { id } = Route.useParams();
  const { tab = 'overview' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const back = (
    <Button asChild variant="ghost" className="-ml-3 print:hidden">
      <Link to="/archived/students">
        <ArrowLeft aria-hidden="true" />
        Archived Students
      </Link>
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div>{back}</div>
      <StudentInfo
        key={id}
        id={id}
        tab={tab}
        onTab={(next) => void navigate({ search: tabSearch({ tab: next }), replace: true })}
        onOpenSession={(session) => void navigate({ to: '/my-sessions/info/$id', params: { id: session } })}
        back={back}
      />
    </div>
  );
}
