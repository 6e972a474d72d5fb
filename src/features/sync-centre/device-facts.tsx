import { useEffect, useState } from 'react';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { SyncOverview } from '#sync/signed-in.ts';

interface StorageFacts {
  isPersisted: boolean | null;
  usage: number | null;
  quota: number | null;
}

/** What the browser says of this device's storage; nothing where it does not say. */
function useStorageFacts(): StorageFacts {
  const [facts, setFacts] = useState<StorageFacts>({ isPersisted: null, usage: null, quota: null });
  useEffect(() => {
    let isWanted = true;
    void Promise.all([navigator.storage?.persisted?.(), navigator.storage?.estimate?.()]).then(
      ([isPersisted, estimate]) =>
        isWanted &&
        setFacts({
          isPersisted: isPersisted ?? null,
          usage: estimate?.usage ?? null,
          quota: estimate?.quota ?? null,
        }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return facts;
}

function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1_048_576)).toLocaleString('en-US')} MB`;
}

/** Whether the browser wakes the worker when a network is there, with every tab closed. */
function hasBackgroundSync(): boolean {
  return 'SyncManager' in window;
}

/** Facts about this device that decide how safe waiting work is. */
export function DeviceFacts({ overview }: { overview: SyncOverview }) {
  const { isPersisted, usage, quota } = useStorageFacts();
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  const facts: [string, string][] = [
    ['Oldest unsent work', overview.unsent_since === null ? 'none' : pacificDisplay(overview.unsent_since)],
    [
      'Last update from the office',
      overview.position.pulled_at === null ? 'not yet' : pacificDisplay(overview.position.pulled_at),
    ],
    ['Installed as an app', isInstalled ? 'yes' : 'no'],
    [
      'Kept by the browser',
      isPersisted === null ? 'unknown' : isPersisted ? 'yes' : 'until the device runs out of space',
    ],
    [
      'Storage used',
      usage === null || quota === null ? 'unknown' : `${megabytes(usage)} of ${megabytes(quota)}`,
    ],
  ];
  return (
    <div className="grid gap-3">
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="mb-2 tabular-nums sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      {!hasBackgroundSync() && (
        <p className="text-muted-foreground text-sm">
          This browser sends only while Caseload is open. Keep this page open until everything is sent.
        </p>
      )}
      {overview.fault !== null && <p className="text-destructive text-sm">Last fault: {overview.fault}</p>}
    </div>
  );
}
