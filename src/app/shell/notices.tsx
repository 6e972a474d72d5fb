import { Clock, Download, Sparkles, X } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { clockWords } from '#domain/time/clock-offset.ts';
import { FirstRunTour } from '#features/help/first-run-tour.tsx';
import { useSyncOverview } from '#screens/device/signed-in.ts';
import { clockCorrection, subscribeToCorrection } from '#sync/clock.ts';
import { wasWhole } from '#sync/pull/pull.ts';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { useHasUnsavedChanges } from '#ui/unsaved-changes.ts';
import { dismissInstallOffer, installApp, useInstallOffer } from '../install-offer.ts';
import { takeNewVersion, useNewVersion } from '../new-version.ts';
import { ErasureNotice, StorageNotice } from './storage-notice.tsx';

function Strip({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-border border-b bg-card px-4 py-1.5 text-sm sm:px-6 xl:px-8">
      {children}
    </div>
  );
}

/** Progress of a full pull that replaces the rows of a complete device. Screens keep working. */
function FreshPull() {
  const position = useSyncOverview()?.position;
  if (position === undefined || !position.is_refreshing || !wasWhole(position)) return null;
  const { applied, total } = position;
  const isCounted = total !== null && total > 0;
  return (
    <Strip>
      <Progress
        label="Syncing all records again"
        value={isCounted ? applied : null}
        {...(isCounted
          ? {
              max: total,
              detail: `${Math.min(applied, total).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`,
            }
          : {})}
        className="w-full py-1"
      />
    </Strip>
  );
}

/** The warning about a wrong clock, while it is wrong. */
function ClockNotice() {
  const words = clockWords(useSyncExternalStore(subscribeToCorrection, clockCorrection));
  return (
    <div role="status">
      {words !== null && (
        <div className="flex min-h-12 items-center gap-3 bg-warning-soft px-4 py-1.5 text-sm text-warning sm:px-6 xl:px-8">
          <Clock aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 flex-1">{words}</span>
        </div>
      )}
    </div>
  );
}

/** Unobtrusive, and never while a form has unsaved changes. */
function NewVersion() {
  const isThere = useNewVersion();
  const isBusy = useHasUnsavedChanges();
  return (
    <div role="status">
      {isThere && !isBusy && (
        <Strip>
          <Sparkles aria-hidden="true" className="size-4 text-primary" />
          <span className="min-w-0 flex-1">A new version is ready.</span>
          <Button size="sm" variant="outline" onClick={takeNewVersion}>
            Reload
          </Button>
        </Strip>
      )}
    </div>
  );
}

/** One question at a time: the new version first. */
function InstallCard() {
  const offer = useInstallOffer();
  const hasNewVersion = useNewVersion();
  if (offer !== 'shown' || hasNewVersion) return null;
  return (
    <Strip>
      <Download aria-hidden="true" className="size-4 text-primary" />
      <span className="min-w-0 flex-1 basis-40">Install Caseload to use it offline.</span>
      <Button size="sm" variant="outline" onClick={() => void installApp()}>
        Install app
      </Button>
      <Button
        size="icon"
        variant="ghost"
        aria-label="Not now"
        className="size-8"
        onClick={dismissInstallOffer}
      >
        <X aria-hidden="true" />
      </Button>
    </Strip>
  );
}

/** The app's own messages, above the screen and never covering it. */
export function Notices() {
  return (
    <section aria-label="Notices">
      <StorageNotice />
      <ClockNotice />
      <ErasureNotice />
      <FreshPull />
      <NewVersion />
      <InstallCard />
      <FirstRunTour />
    </section>
  );
}
