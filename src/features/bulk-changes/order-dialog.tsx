import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { BulkChange, BulkLine, BulkOrder } from '#contract/bulk-changes.ts';
import { ApiError } from '#contract/errors.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { manyWords, recordsWords } from './bulk-words.ts';
import { useToldApart } from './told-apart.ts';
import { UndoDialog } from './undo-change.tsx';

interface OrderDialogProps {
  title: string;
  /** What it does to each record, in a sentence or two. */
  about: string;
  /** "Archive" */
  label: string;
  isDestructive?: boolean;
  /** Null until everything is chosen. */
  order: BulkOrder | null;
  /** What has to be chosen first. */
  children?: ReactNode;
  /** What is worth knowing about the records that would change. */
  hint?: (records: readonly string[]) => ReactNode;
  onClose: () => void;
  onDone: () => void;
}

/** What was done; the change is null if nothing was. */
interface Made {
  kind: BulkOrder['kind'];
  change: BulkChange | null;
  lines: readonly BulkLine[];
}

/** Says what will become of each record, does it in one step, says what was done and refused, and offers the undo. */
export function OrderDialog(props: OrderDialogProps) {
  const { title, about, order, children, onClose, onDone } = props;
  const [made, setMade] = useState<Made | null>(null);
  const [isUndoing, setUndoing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (isUndoing && made?.change != null) {
    return <UndoDialog change={made.change} onDone={onDone} onClose={onClose} />;
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent className="max-w-xl" closable={!isBusy}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>
            {about} You can undo it for 30 days, in Admin under Bulk changes.
          </DialogDescription>
        </DialogHeader>
        {made === null ? (
          <>
            {children}
            {order === null ? (
              <DialogFooter>
                <Button variant="outline" onClick={onClose}>
                  Cancel
                </Button>
              </DialogFooter>
            ) : (
              <Preview
                key={JSON.stringify(order)}
                {...props}
                order={order}
                isBusy={isBusy}
                onBusy={setBusy}
                onMade={(answer) => {
                  setMade(answer);
                  onDone();
                }}
              />
            )}
          </>
        ) : (
          <>
            <Outcome lines={made.lines} kind={made.kind} />
            <DialogFooter>
              {made.change !== null && (
                <Button variant="outline" onClick={() => setUndoing(true)}>
                  Undo
                </Button>
              )}
              <Button onClick={onClose}>Close</Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface PreviewProps extends OrderDialogProps {
  order: BulkOrder;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onMade: (made: Made) => void;
}

function Preview({
  order: asked,
  label,
  isDestructive,
  hint,
  isBusy,
  onBusy,
  onMade,
  onClose,
}: PreviewProps) {
  const { engine } = useSignedIn();
  // Another order is another preview.
  const [order] = useState(asked);
  const once = useOneAtATime();
  const [id] = useState(() => uuidv7());
  const [key] = useState(() => uuidv7());
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useServerData(
    useCallback(
      async (api: ApiClient) => {
        try {
          return await api.call('bulk-change.check', { body: { order } });
        } catch (fault) {
          throw wordsOf(fault);
        }
      },
      [order],
    ),
  );
  const make = () =>
    once(async () => {
      setProblem(null);
      onBusy(true);
      try {
        // The same write again, should its answer be lost, takes effect once.
        const answer = await engine.api.call('bulk-change.make', {
          ...{ body: { id, order }, write: { key, base_version: 0 } },
        });
        await engine.refresh();
        onMade({ ...answer, kind: order.kind });
      } catch (fault) {
        setProblem(wordsOf(fault).message);
      } finally {
        onBusy(false);
      }
    });
  const records = (preview.result?.lines ?? []).flatMap(({ id: record, refusal }) =>
    refusal === '' ? record : [],
  );
  const possible = records.length;
  return (
    <>
      <ServerData name="the preview" state={preview}>
        {({ lines }) => <Lines lines={lines} kind={order.kind} />}
      </ServerData>
      {possible > 0 && hint?.(records)}
      {problem !== null && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      <DialogFooter>
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={isDestructive === true ? 'destructive' : 'default'}
          disabled={possible === 0}
          progress={isBusy ? 'loading' : 'idle'}
          onClick={() => void make()}
        >
          {possible === 0
            ? 'Nothing to change'
            : `${label} ${recordsWords({ kind: order.kind, records: possible })}`}
        </Button>
      </DialogFooter>
    </>
  );
}

function wordsOf(fault: unknown): Error {
  if (fault instanceof ApiError && fault.fields !== undefined) {
    return new Error(Object.values(fault.fields).join(' '));
  }
  return fault instanceof Error ? fault : new Error(String(fault));
}

function Lines({ lines, kind }: { lines: readonly BulkLine[]; kind: BulkOrder['kind'] }) {
  const nameOf = useToldApart(lines);
  const possible = lines.filter(({ refusal }) => refusal === '');
  return (
    <Scrolling label="What changes">
      {possible.length === 0 ? (
        <p className="text-sm">None of these {manyWords(kind)} would change.</p>
      ) : (
        <ul aria-label="Changes" className="grid gap-1 text-sm">
          {possible.map((line) => (
            <li key={line.id}>
              {nameOf(line)}: <span className="text-muted-foreground">{line.effect}</span>
            </li>
          ))}
        </ul>
      )}
      <Refused lines={lines} nameOf={nameOf} title="Not included" />
    </Scrolling>
  );
}

function Outcome({ lines, kind }: { lines: readonly BulkLine[]; kind: BulkOrder['kind'] }) {
  const nameOf = useToldApart(lines);
  const done = lines.filter(({ refusal }) => refusal === '');
  return (
    <Scrolling label="What changed">
      <p role="status" className="flex items-center gap-2 font-medium text-sm">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
        {recordsWords({ kind, records: done.length })} changed
      </p>
      <Refused lines={lines} nameOf={nameOf} title="Not changed" />
    </Scrolling>
  );
}

interface RefusedProps {
  lines: readonly BulkLine[];
  nameOf: (line: BulkLine) => string;
  title: string;
}

function Refused({ lines, nameOf, title }: RefusedProps) {
  const refused = lines.filter(({ refusal }) => refusal !== '');
  if (refused.length === 0) return null;
  const words = `${title}: ${refused.length.toLocaleString('en-US')}`;
  return (
    <section className="grid gap-1 text-sm">
      <h3 className="flex items-center gap-2 font-medium text-warning">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {words}
      </h3>
      <ul aria-label={words} className="grid gap-1">
        {refused.map((line) => (
          <li key={line.id}>
            {nameOf(line)}: <span className="text-muted-foreground">{line.refusal}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollRegion aria-label={label} className="grid max-h-[45dvh] gap-4 overflow-y-auto">
      {children}
    </ScrollRegion>
  );
}
