import { Pencil } from 'lucide-react';
import type { ClientFile } from '#contract/clients.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';

const label = (field: keyof ClientFile) => fieldLabel('client_account', field);

/** Who pays, and under which contract. */
export function ClientBilling({ client, onEdit }: { client: ClientFile; onEdit: () => void }) {
  const { contract_cap_cents: cap } = client;
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
          <Fact name={label('contract_cap_cents')}>{cap === null ? 'No cap' : moneyText(cap)}</Fact>
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
