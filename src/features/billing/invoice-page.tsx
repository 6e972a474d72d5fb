import { Link } from '@tanstack/react-router';
import { Ban, Printer, ReceiptText, RefreshCw, Send, Trash2, Wallet } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import type { InvoiceFile } from '#contract/invoices.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { AGE_LABELS, INVOICE_KIND_LABELS, INVOICE_STATUS_LABELS } from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { daysOfMonth, monthText } from '#domain/time/months.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { absentAsNull, useSignedIn } from '#screens/device/signed-in.ts';
import { PageRemoval } from '#screens/form/page-removal.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { WhyLink } from '#screens/report/why.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { Fact, FactList } from '#ui/facts.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { CapWarning } from './cap-warning.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { DraftNote } from './draft-note.tsx';
import { InvoiceLinesTable } from './invoice-lines-table.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { InvoiceSummaryTable } from './invoice-summary-table.tsx';
import { addressBelow, creditableLines, DRAFT_MERGE, STATUS_LOOKS } from './invoice-words.ts';
import { PayTo } from './pay-to.tsx';
import { PaymentForm } from './payment-form.tsx';
import { SendDialog } from './send-dialog.tsx';

interface InvoicePageProps {
  id: string;
  back: ReactNode;
  /** In place of an invoice that doesn't exist. */
  notFound: ReactNode;
  whyLink: WhyLink;
  /** Links to the sessions of the client and month that wait. */
  waitingLink: (client: string, days: { from: string; to: string }, words: string) => ReactNode;
  /** After a draft was deleted. */
  onDeleted: () => void;
}

/** An invoice as it is printed, with what can be done with it. */
export function InvoicePage({ id, back, notFound, ...props }: InvoicePageProps) {
  const answer = useKeptAnswer(
    'invoice',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => absentAsNull(api.call('invoice.read', { params: { id } })), [id]),
  );
  if (answer.result === null) return notFound;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <ServerData name="the invoice" state={{ ...answer, result: answer.result }}>
        {(file) => <Invoice file={file} reload={answer.reload} {...props} />}
      </ServerData>
    </div>
  );
}

type InvoiceProps = Omit<InvoicePageProps, 'id' | 'back' | 'notFound'> & {
  file: InvoiceFile;
  reload: () => Promise<void>;
};
type Asked = 'send' | 'void' | 'pay' | 'credit' | 'delete' | null;

function Invoice({ file, reload, whyLink, waitingLink, onDeleted }: InvoiceProps) {
  const { invoice, lines, balance_cents, age } = file;
  const { profile } = useSignedIn();
  const command = useServerCommand();
  const [asked, setAsked] = useState<Asked>(null);
  const mayRecord = mayUse({ role: profile.auth, grants: profile.grants }, 'billing.record');
  const [hasSessions, setHasSessions] = useState(false);
  const close = () => setAsked(null);
  const print = (withSessions: boolean) => {
    flushSync(() => setHasSessions(withSessions));
    window.print();
  };
  const isOpen = invoice.status === 'sent' || invoice.status === 'paid';
  const kind = INVOICE_KIND_LABELS[invoice.kind];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        className="max-lg:grid"
        title={invoice.number === null ? `Draft ${kind.toLowerCase()}` : `${kind} ${invoice.number}`}
        badge={
          <Badge
            variant={STATUS_LOOKS[invoice.status]}
            className={invoice.status === 'sent' ? 'print:hidden' : ''}
          >
            {INVOICE_STATUS_LABELS[invoice.status]}
          </Badge>
        }
        description={monthText(invoice.month)}
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            {mayRecord && invoice.status === 'draft' && (
              <>
                <Button onClick={() => setAsked('send')} disabled={!file.is_current || lines.length === 0}>
                  <Send aria-hidden="true" />
                  Send
                </Button>
                <Button variant="outline" onClick={() => setAsked('delete')}>
                  <Trash2 aria-hidden="true" />
                  Delete draft
                </Button>
              </>
            )}
            {mayRecord && invoice.status === 'sent' && balance_cents > 0 && (
              <Button onClick={() => setAsked('pay')}>
                <Wallet aria-hidden="true" />
                Record payment
              </Button>
            )}
            {mayRecord && isOpen && creditableLines(lines).length > 0 && (
              <Button variant="outline" onClick={() => setAsked('credit')}>
                <ReceiptText aria-hidden="true" />
                Credit…
              </Button>
            )}
            {mayRecord && invoice.status === 'sent' && file.payments.length === 0 && (
              <Button variant="outline" onClick={() => setAsked('void')}>
                <Ban aria-hidden="true" />
                Void
              </Button>
            )}
            <Button variant="outline" onClick={() => print(false)}>
              <Printer aria-hidden="true" />
              Print
            </Button>
            {lines.length > 0 && (
              <Button variant="outline" onClick={() => print(true)}>
                <Printer aria-hidden="true" />
                Print with sessions
              </Button>
            )}
          </span>
        }
      />
      {invoice.status === 'draft' && (
        <DraftState file={file} mayRecord={mayRecord} reload={reload} waitingLink={waitingLink} />
      )}
      <CapWarning cap={file.cap} />
      <div className="grid gap-5 lg:grid-cols-2 print:-mx-4 print:grid-cols-2 print:gap-2">
        <Card className="print:border-0 print:shadow-none">
          <CardHeader>
            <CardTitle>Bill to</CardTitle>
          </CardHeader>
          <CardContent className="text-sm">
            <p className="font-medium">{invoice.bill_to}</p>
            <p className="whitespace-pre-line">
              {invoice.invoice_address === '' ? (
                <span className="text-muted-foreground print:hidden">
                  No invoice address yet. Add it under the client's contract and billing.
                </span>
              ) : (
                addressBelow(invoice.bill_to, invoice.invoice_address)
              )}
            </p>
          </CardContent>
        </Card>
        <Card className="print:border-0 print:shadow-none">
          <CardHeader>
            <CardTitle>Details</CardTitle>
          </CardHeader>
          <CardContent>
            <FactList>
              {invoice.client_name !== invoice.bill_to && <Fact name="Client">{invoice.client_name}</Fact>}
              <Fact name="Month of service">{monthText(invoice.month)}</Fact>
              {invoice.invoice_date !== null && (
                <Fact name="Invoice date">{displayDay(invoice.invoice_date)}</Fact>
              )}
              {invoice.due_on !== null && (
                <Fact name="Due">
                  {displayDay(invoice.due_on)}
                  {age !== null && age !== 'not-due' && (
                    <span className="text-destructive print:hidden"> ({AGE_LABELS[age]})</span>
                  )}
                </Fact>
              )}
              {invoice.purchase_order !== '' && <Fact name="Purchase order">{invoice.purchase_order}</Fact>}
              {invoice.contract_number !== '' && <Fact name="Contract">{invoice.contract_number}</Fact>}
              {invoice.credited_invoice !== null && (
                <Fact name="Lines of">
                  <Link
                    to="/billing/invoices/info/$id"
                    params={{ id: invoice.credited_invoice }}
                    className="underline underline-offset-2"
                  >
                    {file.credited_number ?? 'An invoice'}
                  </Link>
                </Fact>
              )}
              {invoice.void_reason !== '' && (
                <Fact name="Voided">
                  {`${invoice.voided_by_name ?? ''}, ${invoice.voided_at === null ? '' : pacificDisplay(invoice.voided_at)}: ${invoice.void_reason}`}
                </Fact>
              )}
            </FactList>
          </CardContent>
        </Card>
      </div>
      <div className="overflow-x-auto rounded-lg border border-border bg-card print:border-0">
        <InvoiceSummaryTable lines={lines} />
        <div className="print:hidden">
          <InvoiceLinesTable lines={lines} invoice={invoice} whyLink={whyLink} />
        </div>
        <dl
          aria-label="Totals"
          // The padding of the table's cells, so that all amounts end at one line.
          className="ml-auto grid w-full max-w-xs grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 break-inside-avoid px-3 pt-3 pb-4 text-sm tabular-nums"
        >
          <dt className="font-semibold">Total</dt>
          <dd className="text-right font-semibold">{moneyText(invoice.total_cents)}</dd>
          {isOpen && (
            <>
              <dt>{invoice.kind === 'credit' ? 'Used' : 'Paid'}</dt>
              <dd className="text-right">{moneyText(Math.abs(invoice.total_cents - balance_cents))}</dd>
              <dt className="font-semibold">{invoice.kind === 'credit' ? 'Credit left' : 'Balance due'}</dt>
              <dd className="text-right font-semibold">{moneyText(Math.abs(balance_cents))}</dd>
            </>
          )}
        </dl>
      </div>
      <PayTo {...file} />
      {mayRecord && invoice.status === 'draft' ? (
        <DraftNote invoice={invoice} reload={reload} />
      ) : (
        invoice.note !== '' && <p className="whitespace-pre-line text-sm">{invoice.note}</p>
      )}
      {hasSessions && (
        <section aria-label="Sessions on paper" className="hidden break-before-page print:block">
          <h2 className="font-semibold text-base">Sessions</h2>
          <InvoiceLinesTable lines={lines} invoice={invoice} whyLink={whyLink} />
        </section>
      )}
      <InvoicePayments file={file} mayRecord={mayRecord} reload={reload} />
      {asked === 'credit' && <CreditDialog file={file} onClose={close} onDone={reload} />}
      {asked === 'send' && <SendDialog invoice={invoice} onClose={close} onDone={reload} />}
      {asked === 'pay' && (
        <PaymentForm
          file={file}
          onClose={() => {
            close();
            void reload();
          }}
        />
      )}
      {asked === 'void' && (
        <NoteConfirmation
          action="Void"
          label="Reason"
          needsNote
          destructive
          onClose={close}
          onConfirm={async (reason) => {
            try {
              await command(
                'invoice.void',
                { params: { id: invoice.id }, body: { reason } },
                invoice.version,
              );
              toast.success('Invoice voided', { duration: 2_500 });
            } finally {
              await reload();
            }
          }}
        >
          {invoice.credited_invoice === null
            ? "This number won't be reused. The sessions can be invoiced again."
            : "This number won't be reused. The credited lines count on their invoice again."}
        </NoteConfirmation>
      )}
      <PageRemoval
        entity="invoice"
        open={asked === 'delete'}
        onOpenChange={(next) => !next && close()}
        name={`the draft for ${invoice.client_name}, ${monthText(invoice.month)}`}
        detail="Its sessions don't change and can be invoiced later."
        record={invoice}
        merge={DRAFT_MERGE}
        done="deleted"
        run={({ id, version }) => command('invoice.delete', { params: { id } }, version)}
        reload={reload}
        onDone={() => {
          toast.success('Draft deleted', { duration: 2_500 });
          onDeleted();
        }}
      />
    </div>
  );
}

type DraftStateProps = Pick<InvoiceProps, 'file' | 'reload' | 'waitingLink'> & { mayRecord: boolean };

/** Whether a draft is up to date, and which sessions of the month it lacks. */
function DraftState({ file, mayRecord, reload, waitingLink }: DraftStateProps) {
  const { invoice, waiting, is_current } = file;
  const command = useServerCommand();
  const [isAsked, setAsked] = useState(false);
  const blocked = waiting.filter(({ kind }) => kind === 'blocked').length;
  const unapproved = waiting.length - blocked;
  const days = daysOfMonth(invoice.month);
  if (is_current && waiting.length === 0) return null;
  return (
    <Card className="print:hidden">
      <CardHeader>
        <CardTitle>Before you send it</CardTitle>
      </CardHeader>
      <CardContent className="grid justify-items-start gap-3 text-sm">
        {!is_current && (
          <>
            <p>Sessions, rates, or conditions changed since this draft was made.</p>
            {mayRecord && (
              <Button size="sm" onClick={() => setAsked(true)}>
                <RefreshCw aria-hidden="true" />
                Refresh draft
              </Button>
            )}
          </>
        )}
        {blocked > 0 && (
          <p>
            {`${counted(blocked, 'line')} can't be billed yet: `}
            {waitingLink(invoice.client, days, 'see what is missing')}.
          </p>
        )}
        {unapproved > 0 && (
          <p>
            {`${counted(unapproved, 'line')} ${unapproved === 1 ? "isn't" : "aren't"} approved yet and will go on a supplemental invoice: `}
            {waitingLink(invoice.client, days, 'see the sessions')}.
          </p>
        )}
        <Confirmation
          open={isAsked}
          onOpenChange={setAsked}
          title="Refresh draft"
          onConfirm={async () => {
            try {
              await command('invoice.refresh', { params: { id: invoice.id } }, invoice.version);
              toast.success('Draft refreshed', { duration: 2_500 });
            } finally {
              await reload();
            }
          }}
        >
          The lines are recalculated from the current sessions.
        </Confirmation>
      </CardContent>
    </Card>
  );
}
