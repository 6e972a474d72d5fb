import { Bell, Download, Pencil, Printer, Undo2 } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { toast } from 'sonner';
import type { AdminMessageFile, MessageReceipt, MessageReceiver } from '#contract/admin-messages.ts';
import { roleLabel } from '#domain/access/roles.ts';
import { MESSAGE_STATE_LABELS, messageState } from '#domain/notifications/message-audience.ts';
import { counted } from '#domain/text/counted.ts';
import { isolated } from '#domain/text/isolated.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { absentAsNull, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { useRecordEdit } from '#screens/list/record-edit.tsx';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { downloadCsv } from '#ui/csv.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import { MessageFiles } from './file-links.tsx';
import { MessageBody } from './message-body.tsx';
import { MessageForm } from './message-form.tsx';
import { demandWords } from './message-list.tsx';

const MINUTE_MS = 60_000;

interface MessageInfoProps {
  id: string;
  back: ReactNode;
  /** In place of a message that doesn't exist. */
  notFound: ReactNode;
}

/** A message: what it says, who has done what it asks for, and their receipts. */
export function MessageInfo({ id, back, notFound }: MessageInfoProps) {
  const answer = useKeptAnswer(
    'admin-message',
    JSON.stringify({ id }),
    useCallback(
      async (api: ApiClient) => {
        const message = await absentAsNull(api.call('admin-message.read', { params: { id } }));
        if (message === null) return null;
        return { message, receipts: await api.call('admin-message.receipts', { params: { id } }) };
      },
      [id],
    ),
  );
  if (answer.result === null) return notFound;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <ServerData name="the message" state={{ ...answer, result: answer.result }}>
        {({ message, receipts }) => <Message message={message} receipts={receipts} reload={answer.reload} />}
      </ServerData>
    </div>
  );
}

interface MessageProps {
  message: AdminMessageFile;
  receipts: readonly MessageReceipt[];
  reload: () => Promise<void>;
}

function Message({ message, receipts, reload }: MessageProps) {
  // The clock that renders is up to a minute behind: one that was just sent isn't scheduled any more.
  const state = messageState(message, new Date(useNow(MINUTE_MS) + MINUTE_MS).toISOString());
  const edit = useRecordEdit<AdminMessageFile>();
  const late = message.people.filter(({ viewed_at }) => viewed_at === null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        className="max-lg:grid"
        title={message.title}
        badge={<Badge>{MESSAGE_STATE_LABELS[state]}</Badge>}
        description={`From ${isolated(message.sent_by_name)}. Shown from ${pacificDisplay(message.shown_from)}${message.shown_until === null ? '' : ` until ${pacificDisplay(message.shown_until)}`}. Recipients must: ${demandWords(message).toLowerCase()}.`}
        actions={
          state !== 'recalled' && (
            <span className="flex flex-wrap items-center gap-2 print:hidden">
              <Button variant="outline" onClick={() => edit.open(message)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
              {state === 'sent' && late.length > 0 && (
                <Remind message={message} count={late.length} onDone={reload} />
              )}
              <Recall message={message} onDone={reload} />
            </span>
          )
        }
      />
      <Card>
        <CardHeader>
          <CardTitle>Message</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-3">
          {message.display_msg !== '' && (
            <p className="text-muted-foreground text-sm">{message.display_msg}</p>
          )}
          <MessageBody html={message.message} />
          <MessageFiles attachments={message.attachments} />
        </CardContent>
      </Card>
      <Receivers message={message} />
      <Receipts message={message} receipts={receipts} />
      {edit.form((opened, { onClose }) => (
        <MessageForm
          message={opened}
          onClose={() => {
            onClose();
            void reload();
          }}
        />
      ))}
    </div>
  );
}

function doneWords({ viewed_at, acknowledged_at, has_older_receipt }: MessageReceiver): string {
  if (acknowledged_at !== null) return `Acknowledged ${pacificDisplay(acknowledged_at)}`;
  if (viewed_at !== null) return `Viewed ${pacificDisplay(viewed_at)}`;
  return has_older_receipt ? 'Done before the last edit' : 'Not yet';
}

function Receivers({ message }: { message: AdminMessageFile }) {
  const { people, viewed, receivers } = message;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{`Recipients: ${viewed} of ${receivers} done`}</CardTitle>
      </CardHeader>
      <CardContent className="overflow-x-auto">
        <Table aria-label="Recipients">
          <TableHeader>
            <TableRow>
              <TableHead>Name</TableHead>
              <TableHead>Role</TableHead>
              <TableHead>Status</TableHead>
              <TableHead>Last reminder</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {people
              .toSorted((a, b) => Number(a.viewed_at !== null) - Number(b.viewed_at !== null))
              .map((person) => (
                <TableRow key={person.notification}>
                  <TableCell>{person.name}</TableCell>
                  <TableCell>{roleLabel(person.role)}</TableCell>
                  <TableCell>{doneWords(person)}</TableCell>
                  <TableCell>
                    {person.reminded_at === null ? 'None' : pacificDisplay(person.reminded_at)}
                  </TableCell>
                </TableRow>
              ))}
          </TableBody>
        </Table>
      </CardContent>
    </Card>
  );
}

function Receipts({ message, receipts }: Pick<MessageProps, 'message' | 'receipts'>) {
  if (receipts.length === 0) return null;
  const download = () =>
    downloadCsv<MessageReceipt>(
      `receipts ${message.title}.csv`,
      [
        { header: 'Name', value: ({ name }) => name },
        { header: 'Message', value: ({ title }) => title },
        { header: 'Acknowledged', value: ({ acknowledged_at }) => pacificDisplay(acknowledged_at) },
        { header: 'Received', value: ({ received_at }) => pacificDisplay(received_at) },
        { header: 'Typed signature', value: ({ signed_name }) => signed_name },
        { header: 'Fingerprint of the content', value: ({ content_hash }) => content_hash },
        { header: 'Signature (PNG)', value: ({ signature }) => signature },
      ],
      receipts,
    );
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-2">
        <CardTitle>Receipts</CardTitle>
        <span className="flex flex-wrap gap-2 print:hidden">
          <Button variant="outline" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
          <Button variant="outline" onClick={download}>
            <Download aria-hidden="true" />
            Download CSV
          </Button>
        </span>
      </CardHeader>
      <CardContent>
        <ul aria-label="Receipts" className="grid gap-3 sm:grid-cols-2">
          {receipts.map((receipt) => (
            <li
              key={receipt.id}
              className="grid break-inside-avoid content-start gap-1.5 rounded-lg border border-border p-4 text-sm"
            >
              <p className="font-medium">{receipt.name}</p>
              <p className="text-muted-foreground text-xs tabular-nums">
                Acknowledged {pacificDisplay(receipt.acknowledged_at)}
                {receipt.is_current ? '' : `, as “${receipt.title}”, before an edit`}
              </p>
              {receipt.signature !== null && (
                <img
                  src={receipt.signature}
                  alt={
                    receipt.signed_name === ''
                      ? `Signature of ${receipt.name}`
                      : `Signed: ${receipt.signed_name}`
                  }
                  className="max-h-28 max-w-full rounded-md border border-border bg-white object-contain"
                />
              )}
              <p className="wrap-anywhere text-muted-foreground text-xs">Content {receipt.content_hash}</p>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

interface ActionProps {
  message: AdminMessageFile;
  onDone: () => Promise<void>;
}

function Remind({ message, count, onDone }: ActionProps & { count: number }) {
  const { engine } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Bell aria-hidden="true" />
        Remind {counted(count, 'person', 'people')}
      </Button>
      <Confirmation
        open={isAsking}
        onOpenChange={setAsking}
        title="Confirmation - Remind"
        onConfirm={async () => {
          const { reminded } = await engine.api.call('admin-message.remind', { params: { id: message.id } });
          toast.success(`Reminded ${counted(reminded, 'person', 'people')}`, { duration: 2_500 });
          await onDone();
        }}
      >
        {`This rings the bell for everyone who isn't done with “${message.title}”, and they get an email.`}
      </Confirmation>
    </>
  );
}

function Recall({ message, onDone }: ActionProps) {
  const command = useServerCommand();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Undo2 aria-hidden="true" />
        Recall
      </Button>
      <Confirmation
        open={isAsking}
        onOpenChange={setAsking}
        title="Confirmation - Recall"
        destructive
        onConfirm={async () => {
          try {
            await command('admin-message.recall', { params: { id: message.id } }, message.version);
            toast.success('Message recalled', { duration: 2_500 });
          } finally {
            await onDone();
          }
        }}
      >
        {`“${message.title}” disappears from each device the next time it connects. Receipts are kept. You can't send it again.`}
      </Confirmation>
    </>
  );
}
