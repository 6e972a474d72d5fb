import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { useFollowedFiles } from '#screens/device/file-gate.tsx';
import { sessionsNamedBy, useNames } from '#screens/device/record-names.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import { DecisionItem } from './decision-item.tsx';
import { cutWords, filesOf } from './quarantine-words.ts';

const BulkDecisions = lazyPart(async () => ({
  default: (await import('./bulk-decisions.tsx')).BulkDecisions,
}));

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
            <Decisions
              writes={writes}
              cut={cutWords(shown, writes.length)}
              names={names}
              onChanged={answer.reload}
              empty={
                <EmptyState
                  {...(isPart ? { className: 'py-4' } : { icon: CircleCheck })}
                  title={shown === 'open' ? 'No decisions pending' : 'Nothing has been held yet'}
                >
                  Changes from lost devices, deactivated accounts, and hand-overs appear here.
                </EmptyState>
              }
            />
          )
        }
      </ServerData>
    </div>
  );
}

interface DecisionsProps {
  writes: readonly QuarantinedWrite[];
  /** Says that the list has more entries than are shown; null if these are all. */
  cut: string | null;
  names: KnownNames;
  /** Resolves when the list has been refreshed. */
  onChanged: () => Promise<void>;
  empty: ReactNode;
}

/** The entries. After a decision the focus goes on to the next open one, or to what is said when none is left. */
function Decisions({ writes, cut, names, onChanged, empty }: DecisionsProps) {
  const entries = useRef(new Map<string, HTMLLIElement>());
  const none = useRef<HTMLDivElement>(null);
  const { profile } = useSignedIn();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const decidable = writes.filter(
    ({ decision, author }) => decision === 'open' && author !== profile.user_id,
  );
  // The entry that was decided, and those to go on to, the nearest first.
  const decided = useRef<{ id: string; next: readonly string[] } | null>(null);
  useEffect(() => {
    if (decided.current === null) return;
    const { id, next } = decided.current;
    const open = new Set(writes.flatMap((one) => (one.decision === 'open' ? one.write_id : [])));
    if (open.has(id)) return;
    decided.current = null;
    const place =
      next.find((one) => open.has(one)) ?? writes.find(({ write_id }) => write_id === id)?.write_id;
    const found = place === undefined ? none.current : entries.current.get(place);
    found?.focus();
  }, [writes]);
  /** Refreshes the list after an attempt to decide on the entry at this place. */
  const goOn = async (at: number) => {
    const ids = writes.map(({ write_id }) => write_id);
    const id = ids[at] ?? '';
    decided.current = { id, next: [...ids.slice(at + 1), ...ids.slice(0, at).reverse()] };
    await onChanged();
  };
  return (
    <Card>
      {decidable.length > 1 && (
        <BulkDecisions
          absence={{ fallback: <div className="h-14" /> }}
          decidable={decidable}
          chosen={chosen}
          names={names}
          onChoose={setChosen}
          onDone={() => void onChanged()}
        />
      )}
      {writes.length === 0 ? (
        <div ref={none} tabIndex={-1} className="outline-none">
          {empty}
        </div>
      ) : (
        <ul aria-label="Decisions">
          {writes.map((write, at) => (
            <DecisionItem
              key={write.write_id}
              ref={(element) => {
                if (element === null) return;
                entries.current.set(write.write_id, element);
                return () => void entries.current.delete(write.write_id);
              }}
              write={write}
              names={names}
              onChanged={() => goOn(at)}
              {...(decidable.length > 1 && {
                isChosen: chosen.has(write.write_id),
                onChoose: (isChosen) => {
                  const next = new Set(chosen);
                  if (isChosen) next.add(write.write_id);
                  else next.delete(write.write_id);
                  setChosen(next);
                },
              })}
            />
          ))}
          {cut !== null && <li className="px-4 py-3 text-muted-foreground text-sm sm:px-5">{cut}</li>}
        </ul>
      )}
    </Card>
  );
}
