import { createFileRoute, Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { mayUse } from '#domain/access/permissions.ts';
import { CreateYear } from '#features/pay-periods/create-year.tsx';
import { payPeriodList } from '#features/pay-periods/pay-period-list.tsx';
import { payPeriodSearch } from '#features/pay-periods/pay-period-search.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { Button } from '#ui/button.tsx';

export const Route = createFileRoute('/_signed-in/admin/pay-periods/')({
  staticData: { title: 'Pay periods', permission: 'pay-period.record', reads: 'recent' },
  validateSearch: payPeriodSearch,
  component: PayPeriodsScreen,
});

function PayPeriodsScreen() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  const [added, setAdded] = useState(0);
  return (
    <ReportScreen
      revision={added}
      report={payPeriodList}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/admin/pay-periods/$id', params: { id } })}
      actions={
        <>
          {mayUse({ role: user.auth, grants: user.grants }, 'payroll.view') && (
            <Button asChild variant="outline">
              <Link to="/payroll/closing">
                <ListChecks aria-hidden="true" />
                Close pay period
              </Link>
            </Button>
          )}
          <CreateYear onDone={() => setAdded((before) => before + 1)} />
        </>
      }
    />
  );
}
