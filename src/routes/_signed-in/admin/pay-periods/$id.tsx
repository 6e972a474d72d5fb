import { createFileRoute, Link } from '@tanstack/react-router';
import { mayUse } from '#domain/access/permissions.ts';
import { uuid } from '#entities/fields.ts';
import { PayPeriodInfo } from '#features/pay-periods/pay-period-info.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { NotFound } from '../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/admin/pay-periods/$id')({
  staticData: { title: 'Pay period', permission: 'pay-period.record', reads: 'recent' },
  component: PayPeriodScreen,
});

function PayPeriodScreen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <PayPeriodInfo
      key={id}
      id={id}
      back={<BackLink to={{ to: '/admin/pay-periods' }} title="Pay periods" />}
      notFound={<NotFound />}
      onDeleted={() => void navigate({ to: '/admin/pay-periods' })}
      closing={
        mayUse({ role: user.auth, grants: user.grants }, 'payroll.view')
          ? (period) => (
              <Button asChild variant="outline">
                <Link to="/payroll/closing" search={{ period }}>
                  Checklist
                </Link>
              </Button>
            )
          : undefined
      }
    />
  );
}
