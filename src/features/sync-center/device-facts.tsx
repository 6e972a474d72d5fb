import { type ReactNode, useState } from 'react';
import { APP_VERSION } from '#contract/app-version.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useBrowserFacts } from '#screens/device/browser-facts.ts';
import { type SyncOverview, useLocal } from '#screens/device/signed-in.ts';
import { digestCheck } from '#sync/pull/digest.ts';
import { Button } from '#ui/button.tsx';

function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1_048_576)).toLocaleString('en-US')} MB`;
}

function yesOrNo(is: boolean | undefined): string {
  return is === undefined ? '…' : is ? 'yes' : 'no';
}

/** Facts about this device that affect how safe unsynced changes are. */
export function DeviceFacts({ overview }: { overview: SyncOverview }) {
  const { facts, readAgain } = useBrowserFacts();
  const check = useLocal(digestCheck, []);
  const used = facts?.storage_used ?? null;
  const quota = facts?.storage_quota ?? null;
  const lines: [string, ReactNode][] = [
    [
      'Oldest unsynced change',
      overview.unsent_since === null ? 'None' : pacificDisplay(overview.unsent_since),
    ],
    [
      'Last update from the server',
      overview.position.pulled_at === null ? 'not yet' : pacificDisplay(overview.position.pulled_at),
    ],
    ['Repairs', check === undefined ? '…' : check.repairs.toLocaleString('en-US')],
    ['Installed as an app', yesOrNo(facts?.is_installed)],
    ['Protected storage', <Persistence key="kept" isPersisted={facts?.is_persisted} onAsked={readAgain} />],
    [
      'Storage used',
      used === null || quota === null ? 'unknown' : `${megabytes(used)} of ${megabytes(quota)}`,
    ],
    ['Background sync', yesOrNo(facts?.has_background_sync)],
    ['App version', APP_VERSION],
  ];
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[12rem_1fr]">
      {lines.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="mb-2 tabular-nums sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PersistenceProps {
  /** Null if the browser doesn't say; undefined until it has answered. */
  isPersisted: boolean | null | undefined;
  /** The browser was asked to keep the data and has decided. */
  onAsked: () => Promise<void>;
}

/** Whether the browser may erase this device's data when storage runs low, and a button to prevent that. */
function Persistence({ isPersisted, onAsked }: PersistenceProps) {
  const [step, setStep] = useState<'idle' | 'asking' | 'refused'>('idle');
  if (isPersisted === undefined) return '…';
  if (isPersisted === null) return 'unknown';
  if (isPersisted) return 'yes';
  const ask = async () => {
    setStep('asking');
    const isGranted = await navigator.storage.persist().catch(() => false);
    setStep(isGranted ? 'idle' : 'refused');
    await onAsked();
  };
  return (
    <div className="grid justify-items-start gap-2">
      <p>No – may be cleared if space runs low</p>
      <Button
        size="sm"
        variant="outline"
        progress={step === 'asking' ? 'loading' : 'idle'}
        onClick={() => void ask()}
      >
        Ask the browser to protect it
      </Button>
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {step === 'refused' &&
          'The browser declined. It usually agrees once Caseload is installed as an app.'}
      </p>
    </div>
  );
}
