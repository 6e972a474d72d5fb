import { createFileRoute, Link } from '@tanstack/react-router';
import { SessionInfo } from '#features/sessions/session-info.tsx';
import { addressOf } from '#screens/address.ts';
import { Button } from '#ui/button.tsx';

export const Route = createFileRoute('/_signed-in/reports/dashboard/my-sessions/v2/info/$id')({
  staticData: { title: 'Session', permission: 'session.report' },
  validateSearch: addressOf({ edit: 'flag' }),
  component: ReportedSessionScreen,
});

function ReportedSessionScreen() {
  const navigate = Route.useNavigate();
  const back = (
    <Button asChild variant="outline">
      <Link to="/reports/dashboard/my-sessions/v2">Back to the report</Link>
    </Button>
  );
  return (
    <div className="grid justify-items-start gap-4">
      {back}
      <div className="w-full">
        <SessionInfo
          id={Route.useParams().id}
          isEditing={Route.useSearch().edit === true}
          onEditingChange={(isEditing) =>
            void navigate({ search: isEditing ? { edit: true } : {}, replace: true })
          }
          onDeleted={() => void navigate({ to: '/reports/dashboard/my-sessions/v2', replace: true })}
          onOpenStudent={(student) => void navigate({ to: '/my-students/info/$id', params: { id: student } })}
          linkTo={(id, content, className) => (
            <Link to="/reports/dashboard/my-sessions/v2/info/$id" params={{ id }} className={className}>
              {content}
            </Link>
          )}
          back={back}
        />
      </div>
    </div>
  );
}
