import { Pencil } from 'lucide-react';
import { useCallback } from 'react';
import type { ClientFile } from '#contract/clients.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { capUse } from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { cn } from '#ui/class-names.ts';
import { Fact, FactList } from '#ui/facts.tsx';

const label = (field: keyof ClientFile) => fieldLabel('client_account', field);

/** Who pays, and under which contract. */
export function ClientBilling({ client, onEdit }: { client: ClientFile; onEdit: () => void }) {
  const { contract_cap_cents: cap } = client;
  const { profile } = useSignedIn();
  const seesInvoices = mayUse({ role: profile.auth, grants: profile.grants }, 'billing.view');
  return (
    <Card className="max-w-3xl">
      <CardHeader className="flex-row items-center justify-between">
        <CardTitle>Contract and billing</CardTitle>
        <Button size="sm" variant="outline" className="print:hidden" onClick={onEdit}>
          <Pencil aria-hidden="true" />
          Edit contract and billing
        </Button>
      </CardHeader>
      <CardContent>
        <FactList>
          <Fact name={label('district')}>{client.district_name ?? 'Pays its own invoices'}</Fact>
          <Fact name={label('is_insurance')}>{client.is_insurance ? 'Yes' : 'No'}</Fact>
          <Fact name={label('contract_number')}>{client.contract_number || 'None'}</Fact>
          <Fact name={label('contract_start')}>{dayOr(client.contract_start)}</Fact>
          <Fact name={label('contract_end')}>{dayOr(client.contract_end)}</Fact>
          <Fact name={label('contract_cap_cents')}>
            {cap === null ? 'No cap' : moneyText(cap)}
            {cap !== null && seesInvoices && <CapUsed id={client.id} />}
          </Fact>
          <Fact name={label('purchase_order')}>{client.purchase_order || 'None'}</Fact>
          <Fact name={label('invoice_address')}>
            <span className="whitespace-pre-line">{client.invoice_address || 'None'}</span>
          </Fact>
        </FactList>
      </CardContent>
    </Card>
  );
}

function dayOr(day: string | null): string {
  return day === null ? 'Not entered' : displayDay(day);
}

/** How much of the cap is used, as an invoice's warning counts it. */
function CapUsed({ id }: { id: string }) {
  const { result, problem } = useServerData(
    useCallback((api: ApiClient) => api.call('invoice.read-cap', { params: { id } }), [id]),
  );
  if (result?.cap == null) {
    return problem === null ? null : <span className="block text-muted-foreground">{problem}</span>;
  }
  const { used_cents, percent, level } = capUse(result.cap.cap_cents, result.cap.used_cents);
  return (
    <span className={cn('block', level === 'ok' ? 'text-muted-foreground' : 'text-warning')}>
      {percent}% used: {moneyText(used_cents)} on sent invoices
    </span>
  );
}
