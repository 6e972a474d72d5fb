import { createFileRoute, Link } from '@tanstack/react-router';
import { QuickBooksScreen } from '#features/billing/quickbooks-screen.tsx';
import { quickBooksSearch } from '#features/billing/quickbooks-search.ts';

export const Route = createFileRoute('/_signed-in/billing/quickbooks/')({
  staticData: { title: 'QuickBooks', permission: 'billing.view', reads: 'recent' },
  validateSearch: quickBooksSearch,
  component: QuickBooksRoute,
});

const LOOK = 'underline underline-offset-2';

function QuickBooksRoute() {
  const navigate = Route.useNavigate();
  return (
    <QuickBooksScreen
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: quickBooksSearch(search), replace: true })}
      onOpen={(id) => void navigate({ to: '/billing/invoices/info/$id', params: { id } })}
      problemLink={({ session, client, blocks, invoice }) => {
        if (session !== null) {
          return (
            <Link to="/my-sessions/info/$id" params={{ id: session }} className={LOOK}>
              Open the session
            </Link>
          );
        }
        if (!blocks && client !== null) {
          return (
            <Link
              to="/clients/info/$id/$client_slug"
              params={{ id: client, client_slug: 'client' }}
              search={{ tab: 'billing' }}
              className={LOOK}
            >
              Open the client
            </Link>
          );
        }
        return invoice === null ? null : (
          <Link to="/billing/invoices/info/$id" params={{ id: invoice }} className={LOOK}>
            Open the invoice
          </Link>
        );
      }}
    />
  );
}
