import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateYear } from '#features/pay-periods/create-year.tsx';
import { payPeriodList } from '#features/pay-periods/pay-period-list.tsx';
import { payPeriodSearch } from '#features/pay-periods/pay-period-search.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/admin/pay-periods/')({
  staticData: { title: 'Pay periods', permission: 'pay-period.record', reads: 'recent' },
  validateSearch: payPeriodSearch,
  component: PayPeriodsScreen,
});

function PayPeriodsScreen() {
  const navigate = Route.useNavigate();
  const [added, setAdded] = useState(0);
  return (
    <ReportScreen
      // Asks again after a year was added.
      key={added}
      report={payPeriodList}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      onOpen={(id) => void navigate({ to: '/admin/pay-periods/$id', params: { id } })}
      actions={<CreateYear onDone={() => setAdded((before) => before + 1)} />}
    />
  );
}
