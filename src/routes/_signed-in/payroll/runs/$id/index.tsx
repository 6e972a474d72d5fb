import { createFileRoute, Link } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { BackAndExtraPay } from '#features/payroll/extra-pay-link.tsx';
import { RUN_LINE_FILTERS } from '#features/payroll/payroll-filters.ts';
import { RunScreen } from '#features/payroll/run-screen.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../../../-link-to-record.tsx';
import { NotFound } from '../../../-not-found.tsx';

export const Route = createFileRoute('/_signed-in/payroll/runs/$id/')({
  staticData: { title: 'Payroll run', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(RUN_LINE_FILTERS),
  component: PayrollRunScreen,
});

function PayrollRunScreen() {
  const navigate = Route.useNavigate();
  const { id } = Route.useParams();
  const search = Route.useSearch();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <RunScreen
      key={id}
      id={id}
      search={search}
      onSearch={(change) => void navigate({ search: change, replace: true })}
      onRun={(run) => void navigate({ to: '/payroll/runs/$id', params: { id: run } })}
      onDiscarded={() => void navigate({ to: '/payroll/runs' })}
      back={<BackAndExtraPay back={<BackLink to={{ to: '/payroll/runs' }} title="Payroll runs" />} />}
      differences={
        <Link to="/payroll/runs/$id/difference" params={{ id }}>
          Differences
        </Link>
      }
      notFound={<NotFound />}
      linkTo={(session, content, className) =>
        linkToRecord({ kind: 'session', id: session }, content, className)
      }
      whyLink={linkToRecord}
    />
  );
}
