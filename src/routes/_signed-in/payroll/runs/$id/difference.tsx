import { createFileRoute } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { DifferenceScreen } from '#features/payroll/difference-screen.tsx';
import { DIFFERENCE_FILTERS } from '#features/payroll/payroll-filters.ts';
import { BackLink } from '#screens/list/back-link.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../../../-link-to-record.tsx';
import { NotFound } from '../../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/payroll/runs/$id/difference')({
  staticData: { title: 'Payroll run differences', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(DIFFERENCE_FILTERS),
  component: RunDifferenceScreen,
});

function RunDifferenceScreen() {
  const navigate = Route.useNavigate();
  const { id } = Route.useParams();
  const search = Route.useSearch();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <DifferenceScreen
      key={id}
      id={id}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true })}
      back={<BackLink to={{ to: '/payroll/runs/$id', params: { id } }} title="Payroll run" />}
      notFound={<NotFound />}
      linkTo={(session, content, className) =>
        linkToRecord({ kind: 'session', id: session }, content, className)
      }
    />
  );
}
