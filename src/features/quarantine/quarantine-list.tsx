import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useFollowedFiles } from '#screens/device/file-gate.tsx';
import { sessionsNamedBy, useNames } from '#screens/device/record-names.ts';
import { useServerData } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import { DecisionItem } from './decision-item.tsx';
import { filesOf } from './quarantine-words.ts';

export type QuarantineFilter = 'open' | 'all';

const askForOpen = (api: ApiClient) => api.call('quarantine.list');
const askForAll = (api: ApiClient) => api.call('quarantine.list', { query: { all: '1' } });

/** Files that are followed for the list at most: a device may follow 200 in all. */
const MOST_FILES = 50;

const SEGMENTS = [
  { value: 'open', label: 'Open' },
  { value: 'all', label: 'All' },
] as const;

interface QuarantineListProps {
  /** Passed together with `onFilter` to control the filter, for example from the URL. */
  filter?: QuarantineFilter;
  onFilter?: (filter: QuarantineFilter) => void;
  /** Below other content of a page: then a line says that nothing is pending. */
  isPart?: boolean;
}

/** The writes that wait for this person's decision, and the decided ones on request. */
export function QuarantineList({ filter, onFilter, isPart = false }: QuarantineListProps) {
  const [ownFilter, setOwnFilter] = useState<QuarantineFilter>('open');
  const shown = filter ?? ownFilter;
  const answer = useServerData(shown === 'all' ? askForAll : askForOpen);
  // Decisions show what the record says now.
  useFollowedFiles([...new Set((answer.result ?? []).flatMap(filesOf))].slice(0, MOST_FILES));
  const names = useNames(sessionsNamedBy((answer.result ?? []).map(({ body }) => body)));
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          aria-label="Show"
          segments={SEGMENTS}
          value={shown}
          onValueChange={onFilter ?? setOwnFilter}
        />
        <RefreshButton state={answer} />
      </div>
      <ServerData name="decisions" state={answer}>
        {(writes) =>
          names !== undefined && (
            <Card>
              {writes.length === 0 ? (
                <EmptyState
                  {...(isPart ? { className: 'py-4' } : { icon: CircleCheck })}
                  title={shown === 'open' ? 'No decisions pending' : 'Nothing has been held yet'}
                >
                  Changes from lost devices, deactivated accounts, and hand-overs appear here.
                </EmptyState>
              ) : (
                <ul aria-label="Decisions">
                  {writes.map((write) => (
                    <DecisionItem
                      key={write.write_id}
                      write={write}
                      names={names}
                      onChanged={answer.reload}
                    />
                  ))}
                </ul>
              )}
            </Card>
          )
        }
      </ServerData>
    </div>
  );
}
