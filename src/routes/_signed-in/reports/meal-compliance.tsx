import { createFileRoute } from '@tanstack/react-router';
import { MEAL_COMPLIANCE_FILTERS } from '#features/reports/care-filters.ts';
import { MailedReport } from '#features/reports/mailed-report.tsx';
import { mealComplianceReport } from '#features/reports/meal-compliance-report.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { linkToRecord } from '../-link-to-record.tsx';

export const Route = createFileRoute('/_signed-in/reports/meal-compliance')({
  staticData: { title: 'Meal Compliance', permission: 'lunch.report', reads: 'recent' },
  validateSearch: reportAddress(MEAL_COMPLIANCE_FILTERS),
  component: MealComplianceScreen,
});

function MealComplianceScreen() {
  const navigate = Route.useNavigate();
  return (
    <MailedReport
      report={mealComplianceReport}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      whyLink={linkToRecord}
    />
  );
}
