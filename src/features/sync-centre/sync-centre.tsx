import { CircleCheck } from 'lucide-react';
import type { OutboxRow } from '#db/local-database.ts';
import { countedWrites, type OpenedWrite } from '#db/outbox.ts';
import { useLocal, useSignedIn, useSyncOverview } from '#sync/signed-in.ts';
import { useSyncWords } from '#sync/sync-words.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { AttentionItem } from './attention-item.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { type DescribedWrite, describedWrites } from './write-words.ts';

const STATE_WORDS: Record<OutboxRow['state'], string> = {
  waiting: 'Saved on this device, waiting to be sent',
  sending: 'Sending…',
  held: 'Held until you sign in online',
  blocked: 'Waits for a change that needs attention',
  parked: 'Needs attention',
};

interface SyncCentreProps {
  /** Opens the form of the row that a refused write is about. */
  onEdit: (write: OpenedWrite) => void;
}

/** Where this person's work is: what waits, what was refused and why, and how safe it is on this device. */
export function SyncCentre({ onEdit }: SyncCentreProps) {
  const { engine } = useSignedIn();
  const overview = useSyncOverview();
  const words = useSyncWords();
  const writes = useLocal(describedWrites, []);
  if (overview === undefined || words === undefined || writes === undefined) return null;
  const refused = writes.filter(({ write }) => write.state === 'parked');
  const counted = new Set(countedWrites(writes.map(({ write }) => write)));
  const waiting = writes.filter(({ write }) => write.state !== 'parked' && counted.has(write));
  return (
    <div className="grid gap-4">
      <Card>
        <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
          <div>
            <CardTitle>{words.text}</CardTitle>
            <CardDescription>
              {overview.isReachable === false
                ? 'The office cannot be reached. Go on working: everything is kept here and sent by itself.'
                : 'What you save is kept here first and sent by itself, in order, exactly once.'}
            </CardDescription>
          </div>
          <Button variant="outline" onClick={() => void engine.refresh()}>
            Check now
          </Button>
        </CardHeader>
      </Card>
      {refused.length > 0 && (
        <Card>
          <CardHeader>
            <CardTitle>Needs attention</CardTitle>
            <CardDescription>
              The office did not take these. Nothing is lost: decide what happens.
            </CardDescription>
          </CardHeader>
          <ul aria-label="Needs attention">
            {refused.map((described) => (
              <AttentionItem key={described.write.write_id} described={described} onEdit={onEdit} />
            ))}
          </ul>
        </Card>
      )}
      <Card>
        <CardHeader>
          <CardTitle>Waiting</CardTitle>
        </CardHeader>
        {waiting.length === 0 ? (
          <EmptyState icon={CircleCheck} title="Nothing waits" className="py-8">
            Everything else that you entered on this device has reached the office.
          </EmptyState>
        ) : (
          <ol aria-label="Waiting">
            {waiting.map((described) => (
              <WaitingItem key={described.write.write_id} described={described} />
            ))}
          </ol>
        )}
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>This device</CardTitle>
        </CardHeader>
        <CardContent>
          <DeviceFacts overview={overview} />
        </CardContent>
      </Card>
    </div>
  );
}

function WaitingItem({ described: { write, title, detail } }: { described: DescribedWrite }) {
  return (
    <li className="grid gap-0.5 border-border border-t px-4 py-3 first:border-t-0 sm:px-5">
      <p className="font-medium text-sm">{title}</p>
      <p className="text-muted-foreground text-sm tabular-nums">{detail}</p>
      <p className="text-muted-foreground text-xs">
        {STATE_WORDS[write.state]}
        {write.problem !== null && write.state === 'waiting' && ` – ${write.problem.message}`}
      </p>
    </li>
  );
}
