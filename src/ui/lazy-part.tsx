import { PlugZap } from 'lucide-react';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogContent, DialogTitle } from './dialog.tsx';
import { hasJustReloaded, inTime, isLoadFailure } from './part-loading.ts';
import { hasUnsavedChanges } from './unsaved-changes.ts';

/** What is shown instead of a part while it isn't there. */
interface Absence {
  /** Closes it; left out for a part of a form, which stays. */
  onClose?: () => void;
  /** While it loads. */
  fallback?: ReactNode;
}

/**
 * A part of a screen that is loaded when it is first shown, such as a dialog; the worker caches it for offline use.
 *
 * If it can't be loaded, or not in time, and reloading the page could help, the loading-error page is shown. But if that
 * would lose unsaved changes, or the device is offline, or the page has just reloaded, the screen stays and says so in
 * its place, where people can try again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props & { absence?: Absence }> {
  const begin = () => lazy(() => inTime(load()));
  // React keeps a failure for good: another attempt needs another one.
  let Part = begin();
  return function LazyPart({ absence = {}, ...props }: Props & { absence?: Absence }) {
    const [attempt, setAttempt] = useState(0);
    const tryAgain = () => {
      Part = begin();
      setAttempt(attempt + 1);
    };
    const given = props as unknown as Props;
    return (
      <PartBoundary key={attempt} onTryAgain={tryAgain} {...absence}>
        <Suspense fallback={absence.fallback ?? <Loading />}>
          <Part {...given} />
        </Suspense>
      </PartBoundary>
    );
  };
}

interface PartBoundaryProps extends Absence {
  onTryAgain: () => void;
  children: ReactNode;
}

class PartBoundary extends Component<PartBoundaryProps, { problem: unknown }> {
  override state: { problem: unknown } = { problem: null };

  static getDerivedStateFromError(problem: unknown) {
    return { problem };
  }

  override render() {
    const { problem } = this.state;
    if (problem === null) return this.props.children;
    const mayReload = !hasUnsavedChanges() && navigator.onLine && !hasJustReloaded();
    if (!isLoadFailure(problem) || mayReload) throw problem;
    const { onClose, onTryAgain } = this.props;
    return onClose === undefined ? (
      <div
        role="alert"
        className="grid justify-items-start gap-2 rounded-lg border border-border p-3 text-sm"
      >
        <p>{MISSING}</p>
        <Button size="sm" variant="outline" onClick={onTryAgain}>
          Try again
        </Button>
      </div>
    ) : (
      <MissingDialog onClose={onClose} onTryAgain={onTryAgain} />
    );
  }
}

const MISSING = "The application couldn't load this part. Check your connection, then try again.";

function MissingDialog({ onClose, onTryAgain }: { onClose: () => void; onTryAgain: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle className="flex items-center gap-2">
          <PlugZap aria-hidden="true" className="size-5 text-muted-foreground" />
          Application Loading Error
        </DialogTitle>
        <p role="alert" className="text-sm">
          {MISSING} The rest of your screen isn't affected.
        </p>
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onTryAgain}>Try again</Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** A slow connection shouldn't look like a button that does nothing. */
function Loading() {
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-24 z-50 mx-auto w-fit animate-fade-in rounded-full bg-popover px-4 py-2 text-popover-foreground text-sm shadow-float [animation-delay:400ms] [animation-fill-mode:both]"
    >
      Loading…
    </p>
  );
}
