import { createFileRoute, Link } from '@tanstack/react-router';
import { mayUse } from '#domain/access/permissions.ts';
import { PeriodClosing } from '#features/pay-periods/period-steps.tsx';
import { ClosingScreen } from '#features/payroll/closing-screen.tsx';
import { BackAndExtraPay } from '#features/payroll/extra-pay-link.tsx';
import { CLOSING_FILTERS } from '#features/payroll/payroll-filters.ts';
import { ClosingSheets } from '#features/timesheets/closing-sheets.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { reportAddress } from '#screens/report/address.ts';

export const Route = createFileRoute('/_signed-in/payroll/closing/')({
  staticData: { title: 'Close pay period', permission: 'payroll.view', reads: 'recent' },
  validateSearch: reportAddress(CLOSING_FILTERS),
  component: ClosingPage,
});

function ClosingPage() {
  const navigate = Route.useNavigate();
  const { user } = Route.useRouteContext();
  const mayLock = mayUse({ role: user.auth, grants: user.grants }, 'pay-period.record');
  return (
    <ClosingScreen
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: change, replace: true })}
      back={<BackAndExtraPay back={<BackLink to={{ to: '/payroll/runs' }} title="Payroll" />} />}
      timesheets={({ period, closing, reload }) => (
        <ClosingSheets
          period={period}
          sheets={closing.sheets}
          approved={closing.approved_sheets}
          onDecided={reload}
          syncCenter={
            <Link to="/sync" className="font-medium underline underline-offset-2">
              Open the Sync center
            </Link>
          }
        />
      )}
      lock={({ closing, reload }) =>
        mayLock ? (
          <PeriodClosing file={closing} reload={reload} />
        ) : (
          <p className="text-muted-foreground text-sm">An admin closes and locks the pay period.</p>
        )
      }
      differences={(id) => (
        <Link to="/payroll/runs/$id/difference" params={{ id }}>
          Differences
        </Link>
      )}
    />
  );
}
