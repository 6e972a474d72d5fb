import { useCallback, useState } from 'react';
import type { AuditRecord } from '#contract/audit-log.ts';
import { auditKindOf } from '#domain/access/audit-kinds.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { isolated } from '#domain/text/isolated.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { auditChanges, auditTitle } from '#entities/words/audit-words.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { useNames } from '#screens/device/record-names.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ServerData } from '#ui/server-data.tsx';

/** Before any record. */
const FIRST_DAY = '2000-01-01';
const SHOWN_AT_FIRST = 50;

interface RecordHistoryProps {
  /** With its office part, which has the same id. */
  record: string;
}

/** Whether this person sees who changed a record. */
export function useSeesHistory(): boolean {
  const { profile } = useSignedIn();
  return mayUse({ role: profile.auth, grants: profile.grants }, 'audit.read');
}

/** Who changed a record, when, and from what to what, newest first. Looking at it is recorded in the audit. */
export function RecordHistory({ record }: RecordHistoryProps) {
  const today = useToday();
  const names = useNames();
  const history = useServerData(
    useCallback(
      (api: ApiClient) =>
        api.call('audit.list', { query: { start_date: FIRST_DAY, end_date: today, record } }),
      [record, today],
    ),
  );
  return (
    <ServerData name="the history" state={history}>
      {({ entries }) => <Entries entries={entries.filter(isChange)} names={names ?? {}} />}
    </ServerData>
  );
}

/** The history of a record behind its title: it is asked for once it is opened. */
export function HistoryDisclosure({ record }: { record: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!useSeesHistory()) return null;
  return (
    <Disclosure title="History" onOpenChange={setOpen}>
      {isOpen && <RecordHistory record={record} />}
    </Disclosure>
  );
}

/** Not views, and not the office's part of a record that got a version without any change. */
function isChange({ action, changes }: AuditRecord): boolean {
  return auditKindOf(action) !== 'viewed' && (changes === null || Object.keys(changes).length > 0);
}

function Entries({ entries, names }: { entries: readonly AuditRecord[]; names: KnownNames }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, SHOWN_AT_FIRST);
  if (entries.length === 0) {
    return (
      <Card>
        <EmptyState title="No changes recorded">Changes from now on appear here.</EmptyState>
      </Card>
    );
  }
  return (
    <div className="grid gap-3">
      <ol aria-label="History" className="grid gap-3">
        {shown.map((entry) => (
          <li key={entry.id} className="grid gap-0.5 border-border border-b pb-3 text-sm last:border-b-0">
            <p>
              <span className="font-medium">{auditTitle(entry.action)}</span>
              <span className="text-muted-foreground">
                {' '}
                · {isolated(entry.by_name ?? 'Unknown person')}, {pacificDisplay(entry.at)}
              </span>
            </p>
            <ul className="grid gap-0.5">
              {auditChanges(entry, names).map(({ field, label, before, after }) => (
                <li key={field} className="whitespace-pre-wrap break-words text-muted-foreground">
                  {label}: {before} → <span className="text-foreground">{after}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <Button variant="outline" className="justify-self-center" onClick={() => setWhole(true)}>
          Show all {entries.length.toLocaleString('en-US')}
        </Button>
      )}
    </div>
  );
}
