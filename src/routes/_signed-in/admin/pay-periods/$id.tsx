import { createFileRoute } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { PayPeriodInfo } from '#features/pay-periods/pay-period-info.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from '../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/admin/pay-periods/$id')({
  staticData: { title: 'Pay period', permission: 'pay-period.record', reads: 'recent' },
  component: PayPeriodScreen,
});

function PayPeriodScreen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <PayPeriodInfo
      key={id}
      id={id}
      back={<BackLink to={{ to: '/admin/pay-periods' }} title="Pay periods" />}
      notFound={<NotFound />}
      onDeleted={() => void navigate({ to: '/admin/pay-periods' })}
    />
  );
}
