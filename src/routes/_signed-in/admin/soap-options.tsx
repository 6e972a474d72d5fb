import { createFileRoute } from '@tanstack/react-router';
import { bankSearch } from '#features/soap-options/bank-search.ts';
import { SoapOptions } from '#features/soap-options/soap-options.tsx';

export const Route = createFileRoute('/_signed-in/admin/soap-options')({
  staticData: { title: 'SOAP options', permission: 'soap-option.record' },
  validateSearch: bankSearch,
  component: SoapOptionsScreen,
});

function SoapOptionsScreen() {
  const navigate = Route.useNavigate();
  return (
    <SoapOptions
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => bankSearch({ ...before, ...change }), replace: true })
      }
    />
  );
}
