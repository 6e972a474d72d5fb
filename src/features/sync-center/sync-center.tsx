import type { ReactNode } from 'react';
import type { OpenedWrite } from '#db/outbox.ts';
import { useLocal, useSyncOverview } from '#screens/device/signed-in.ts';
import { useSyncWords } from '#screens/device/sync-words.ts';
import { WaitingCalls } from '#screens/waiting/saved-calls.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { AttentionItem } from './attention-item.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { StoppedFile } from './file-items.tsx';
import { More, useFirst } from './first-of.tsx';
import { HistoryList } from './history-list.tsx';
import { OrphanedDrafts } from './orphaned-drafts.tsx';
import { type FileOnItsWay, readQueue } from './queue.ts';
import { RescueExport } from './rescue-export.tsx';
import { StatusCard } from './status-card.tsx';
import { WaitingList } from './waiting-list.tsx';
import type { DescribedWrite } from './write-words.ts';

interface SyncCenterProps {
  /** Opens the form of the row of a refused write. */
  onEdit: (write: OpenedWrite) => void;
  /** Others' changes that wait for this person's decision; absent for those who decide elsewhere or never. */
  handedToYou?: ReactNode;
}

/**
 * Where this person's work is: a line while all is well, and more only about what waits or needs them.
 * Facts about the device and what was sent are behind their titles.
 */
export function SyncCenter({ onEdit, handedToYou }: SyncCenterProps) {
  const overview = useSyncOverview();
  const words = useSyncWords();
  const { limit, showAll } = useFirst();
  const queue = useLocal((db) => readQueue(db, limit), [limit]);
  if (overview === undefined || words === undefined || queue === undefined) return null;
  const stopped = queue.files.filter(({ file }) => file.state === 'stopped');
  return (
    <div className="grid gap-4">
      <StatusCard overview={overview} words={words} />
      {queue.refused.length + stopped.length > 0 && (
        <NeedsAttention refused={queue.refused} stopped={stopped} onEdit={onEdit} />
      )}
      <OrphanedDrafts drafts={queue.orphaned} />
      <WaitingCalls />
      <WaitingList queue={queue} onShowAll={showAll} />
      {handedToYou}
      {overview.unsent_since !== null && <RescueExport />}
      <div className="grid gap-1">
        <Disclosure title="About this device">
          <div className="grid gap-6 pt-2 pb-4 pl-5.5">
            <DeviceFacts overview={overview} />
            <Diagnostics />
          </div>
        </Disclosure>
        <HistoryList />
      </div>
    </div>
  );
}

interface NeedsAttentionProps {
  refused: readonly DescribedWrite[];
  stopped: readonly FileOnItsWay[];
  onEdit: (write: OpenedWrite) => void;
}

function NeedsAttention({ refused, stopped, onEdit }: NeedsAttentionProps) {
  const { limit, showAll } = useFirst();
  return (
    <Card>
      <CardHeader>
        <CardTitle>Needs attention</CardTitle>
        <CardDescription>
          These changes weren't accepted. They're still on this device: fix, export, or discard each one.
        </CardDescription>
      </CardHeader>
      <ul aria-label="Needs attention">
        {refused.slice(0, limit).map((described) => (
          <AttentionItem key={described.write.write_id} described={described} onEdit={onEdit} />
        ))}
        {stopped.map((one) => (
          <StoppedFile key={one.file.id} {...one} />
        ))}
      </ul>
      {refused.length > limit && <More onPress={showAll}>{`Show all ${refused.length}`}</More>}
    </Card>
  );
}
