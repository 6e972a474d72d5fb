import { TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import type { Unsynced } from './define-report.ts';

/** Whose changes the figures may lack; undefined while that is asked, and for reports that don't say. */
export type UnsyncedChanges = readonly Unsynced[] | 'offline' | undefined;

const askNothing = async () => undefined;

/** Unsynced changes on other devices; this device's own are already in the rows. */
export function useUnsyncedChanges(isAsked: boolean): UnsyncedChanges {
  const { device_id } = useSignedIn().workspace;
  const ask = useCallback(
    (api: ApiClient) => api.call('device.list-unsynced', { query: { device_id } }),
    [device_id],
  );
  const { result, isOffline } = useServerData(isAsked ? ask : askNothing);
  if (result !== undefined) return result.map(({ user_id: id, ...person }) => ({ id, ...person }));
  return isAsked && isOffline ? 'offline' : undefined;
}

/** What is known if all devices have synced: short enough for the line below the title. */
export function completenessWords(unsynced: UnsyncedChanges): string {
  if (unsynced === undefined) return '';
  if (unsynced === 'offline')
    return "You're offline, so we can't tell if other devices have unsynced changes.";
  return unsynced.length === 0 ? 'Up to date: all devices have synced.' : '';
}

/** Whose devices have unsynced changes, which the figures may lack; nothing if none has. */
export function Incomplete({ unsynced }: { unsynced: UnsyncedChanges }) {
  const { profile } = useSignedIn();
  if (unsynced === undefined || unsynced === 'offline' || unsynced.length === 0) return null;
  return (
    <div className="flex items-start gap-2 rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <ul className="grid gap-0.5">
        {unsynced.map(({ id, name, changes, since }) => (
          <li key={id}>
            Not up to date: {id === profile.user_id ? 'another of your devices' : name} has{' '}
            {changes === 1 ? '1 unsynced change' : `${changes} unsynced changes`}
            {since !== null && ` since ${pacificDisplay(since)}`}.
          </li>
        ))}
      </ul>
    </div>
  );
}
