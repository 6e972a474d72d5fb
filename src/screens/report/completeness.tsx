import { TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import type { Unsynced } from './define-report.ts';

/** Unsynced changes on other devices; this device's own are already in the rows. */
export function DeviceCompleteness() {
  const { device_id } = useSignedIn().workspace;
  const ask = useCallback(
    (api: ApiClient) => api.call('device.list-unsynced', { query: { device_id } }),
    [device_id],
  );
  const { result, isOffline } = useServerData(ask);
  if (result !== undefined) {
    return <Completeness unsynced={result.map(({ user_id: id, ...person }) => ({ id, ...person }))} />;
  }
  return (
    <p className="min-h-5 text-muted-foreground text-sm">
      {isOffline && "You're offline, so we can't tell if other devices have unsynced changes."}
    </p>
  );
}

/** Whose devices have unsynced changes, which the figures may lack. */
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
