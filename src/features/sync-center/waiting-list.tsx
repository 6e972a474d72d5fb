import { Clock, HardDriveDownload, type LucideIcon, Pause, RefreshCw } from 'lucide-react';
import { counted } from '#domain/text/counted.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useBrowserFacts } from '#screens/device/browser-facts.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Card, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { cn } from '#ui/class-names.ts';
import { WaitingFile } from './file-items.tsx';
import { More } from './first-of.tsx';
import type { Queue, WaitingRecord } from './queue.ts';
import { type QueueTone, queueWords } from './queue-words.ts';

const LOOKS: Record<QueueTone, { icon: LucideIcon; className: string }> = {
  waiting: { icon: HardDriveDownload, className: 'text-primary' },
  sending: { icon: RefreshCw, className: 'text-primary' },
  delayed: { icon: Clock, className: 'text-warning' },
  stopped: { icon: Pause, className: 'text-warning' },
};

interface WaitingListProps {
  queue: Queue;
  onShowAll: () => void;
}

/** Unsynced changes, one entry per record, oldest first; renders nothing if there are none. */
export function WaitingList({ queue, onShowAll }: WaitingListProps) {
  const { waiting, waiting_total: records, waiting_changes, pause } = queue;
  const files = queue.files.filter(({ file }) => file.state === 'waiting');
  const total = records + files.length;
  const changes = waiting_changes + files.length;
  const { facts } = useBrowserFacts();
  if (total === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Waiting</CardTitle>
        <CardDescription>
          {changes > total && `${counted(changes, 'change')} to ${counted(total, 'record')}. `}
          Oldest first. They're sent in this order.
          {facts?.has_background_sync === false &&
            ' This browser syncs only while Caseload is open. Keep this page open until everything has synced.'}
        </CardDescription>
      </CardHeader>
      <ol aria-label="Waiting">
        {waiting.map((record) => (
          <WaitingItem key={`${record.entity}|${record.entity_id}`} record={record} pause={pause} />
        ))}
        {files.map((one) => (
          <WaitingFile key={one.file.id} {...one} />
        ))}
      </ol>
      {waiting.length < records && (
        <More onPress={onShowAll}>{`Show all ${total.toLocaleString('en-US')}`}</More>
      )}
    </Card>
  );
}

function WaitingItem({ record, pause }: { record: WaitingRecord; pause: Queue['pause'] }) {
  const { clock } = useSignedIn().workspace;
  const { text, tone } = queueWords(record, pause, clock.now());
  const { icon: Icon, className } = LOOKS[tone];
  const [head] = record.writes;
  return (
    <li className="grid gap-0.5 border-border border-t px-4 py-3 first:border-t-0 sm:px-5">
      <p className="font-medium text-sm">
        {record.title}
        {record.writes.length > 1 && (
          <span className="font-normal text-muted-foreground">{`, ${record.writes.length} changes`}</span>
        )}
      </p>
      <p className="text-sm tabular-nums">{record.detail}</p>
      <p className="flex items-start gap-1.5 text-muted-foreground text-xs leading-4 tabular-nums">
        <Icon aria-hidden="true" className={cn('size-4 shrink-0', className)} />
        {text}
      </p>
      {head !== undefined && (
        <p className="text-muted-foreground text-xs tabular-nums">
          Entered {pacificDisplay(head.captured_at)}
        </p>
      )}
    </li>
  );
}
