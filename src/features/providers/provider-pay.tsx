import { CircleDollarSign, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { ProviderFile, ProviderRate } from '#contract/providers.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { fiscalYearText } from '#domain/money/rates.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import { PayRateForm } from './pay-rate-form.tsx';

const label = (field: keyof ProviderRate) => fieldLabel('provider_rate', field);

/** What an hour of each service pays the provider, by fiscal year. */
export function PayRates({ provider }: { provider: ProviderFile }) {
  const { id } = provider;
  const { profile } = useSignedIn();
  // The server takes nobody's own rate from them.
  const isOwn = id === profile.provider_id;
  const today = useToday();
  const lookups = useLookups();
  const edit = useRecordEdit<ProviderRate>();
  const answer = useKeptAnswer(
    'provider-rates',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => api.call('provider-rate.list', { params: { id } }), [id]),
  );
  const columns = useMemo(
    () => columnsOf(namesById(lookups?.services ?? []), fiscalYearOf(today)),
    [lookups, today],
  );
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {answer.result !== undefined && !isOwn && (
          <Button onClick={edit.openNew}>
            <Plus aria-hidden="true" />
            Add pay rate
          </Button>
        )}
        <RefreshButton state={answer} />
      </div>
      {isOwn && (
        <p className="text-muted-foreground text-sm">
          You can't change your own pay rates. Ask a colleague who is a super admin or has the Payroll grant.
        </p>
      )}
      <ServerData name="pay rates" state={answer}>
        {(rates) => (
          <DataTable
            label="Pay rates"
            rows={rates}
            columns={columns}
            rowId={(rate) => rate.id}
            initialSort={{ id: 'start_year', desc: true }}
            {...(!isOwn && { onOpen: edit.open })}
            empty={
              <EmptyState icon={CircleDollarSign} title="No pay rates yet">
                {isOwn
                  ? 'What an hour of each service pays you appears here.'
                  : 'Add what this provider is paid per hour for each service.'}
              </EmptyState>
            }
          />
        )}
      </ServerData>
      {edit.form((rate, { onClose, onAddAnother }) => (
        <PayRateForm
          rate={rate}
          provider={provider}
          services={lookups?.services ?? []}
          // Also after a refused save: someone else may have changed the rate.
          onClose={() => {
            onClose();
            void answer.reload();
          }}
          onAddAnother={() => {
            onAddAnother();
            void answer.reload();
          }}
        />
      ))}
    </div>
  );
}

function columnsOf(services: ReadonlyMap<string, string>, thisYear: number): DataTableColumn<ProviderRate>[] {
  return [
    {
      ...{ id: 'service', header: label('service') },
      value: ({ service }) => services.get(service) ?? 'Unknown service',
    },
    {
      ...{ id: 'start_year', header: label('start_year'), width: '11rem' },
      value: ({ start_year }) => start_year,
      cell: ({ start_year }) => (
        <span className="flex items-center gap-2">
          {fiscalYearText(start_year)}
          {start_year === thisYear && <Badge variant="outline">Current</Badge>}
        </span>
      ),
    },
    {
      ...{ id: 'amount', header: label('amount_cents'), width: '8rem', align: 'end' },
      value: ({ amount_cents }) => amount_cents,
      cell: ({ amount_cents }) => moneyText(amount_cents),
    },
  ];
}
