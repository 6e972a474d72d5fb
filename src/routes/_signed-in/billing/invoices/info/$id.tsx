import { createFileRoute, Link } from '@tanstack/react-router';
import { uuid } from '#entities/fields.ts';
import { InvoicePage } from '#features/billing/invoice-page.tsx';
import { BackLink } from '#screens/list/back-link.tsx';
import { NotFound } from '../../../-not-found.tsx';
import { whySession } from '../../-billing-links.tsx';

export const Route = createFileRoute('/_signed-in/billing/invoices/info/$id')({
  staticData: { title: 'Invoice', permission: 'billing.view', reads: 'recent' },
  component: InvoiceScreen,
});

function InvoiceScreen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  if (!uuid.safeParse(id).success) return <NotFound />;
  return (
    <InvoicePage
      key={id}
      id={id}
      back={<BackLink to={{ to: '/billing/invoices' }} title="Invoices" />}
      notFound={<NotFound />}
      whyLink={whySession}
      waitingLink={(client, days, words) => (
        <Link to="/billing" search={{ ...days, client }} className="underline underline-offset-2">
          {words}
        </Link>
      )}
      onDeleted={() => void navigate({ to: '/billing/invoices', replace: true })}
    />
  );
}
