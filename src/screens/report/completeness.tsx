import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { type Holder, mayUse } from '#domain/access/permissions.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { ApiClient } from '#sync/api-client.ts';
import type { NamedRecords } from '#sync/named-records.ts';
import { useAsked, useSignedIn } from '#sync/signed-in.ts';
import type { Unsynced } from './define-report.ts';

const askForDevices = (api: ApiClient) => api.call('device.list');

/** What other devices hold, for those who may know; reads nothing of this device, whose changes are in the rows. */
export function DeviceCompleteness({ names }: { names: NamedRecords }) {
  const { profile } = useSignedIn();
  const holder: Holder = { role: profile.auth, grants: profile.grants };
  return mayUse(holder, 'device.read-all') ? <OtherDevices names={names} /> : null;
}

function OtherDevices({ names }: { names: NamedRecords }) {
  const { workspace } = useSignedIn();
  const { result, isOffline } = useAsked(askForDevices);
  const unsynced = useMemo(
    () =>
      result
        ?.filter(({ id, unsent_count, wiped_at }) => {
          return id !== workspace.device_id && unsent_count > 0 && wiped_at === null;
        })
        .map(({ id, user_id, username, unsent_count, unsent_since }): Unsynced => {
          const provider = names.providers.get(user_id);
          const name = provider === undefined ? username : providerName(provider);
          return { id: `${id} ${user_id}`, name, changes: unsent_count, since: unsent_since };
        }),
    [result, workspace, names],
  );
  if (unsynced !== undefined) return <Completeness unsynced={unsynced} />;
  return (
    <p className="min-h-5 text-muted-foreground text-sm">
      {isOffline && "You're offline, so we can't tell whether other devices have unsynced changes."}
    </p>
  );
}

/** Whose devices still hold changes, so that the figures may miss some. */
export function Completeness({ unsynced }: { unsynced: readonly Unsynced[] }) {
  if (unsynced.length === 0) {
    return <p className="text-muted-foreground text-sm">Complete: no device has unsynced changes.</p>;
  }
  return (
    <div className="flex items-start gap-2 rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <ul className="grid gap-0.5">
        {unsynced.map(({ id, name, changes, since }) => (
          <li key={id}>
            Not complete: {name} has {changes === 1 ? '1 unsynced change' : `${changes} unsynced changes`}
            {since !== null && ` since ${pacificDisplay(since)}`}.
          </li>
        ))}
      </ul>
    </div>
  );
}
