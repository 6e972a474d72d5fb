import { useEffect, useId, useState } from 'react';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { useViewport } from '#ui/viewport.ts';
import { rememberTour } from './tour-memory.ts';
import { tourSteps } from './tour-steps.ts';

/** Marks what the step is about, as long as it is shown. */
function useMark(label: string | undefined): void {
  useEffect(() => {
    if (label === undefined) return undefined;
    const marked = document.querySelector<HTMLElement>(`header [aria-label="${label}"]`);
    marked?.setAttribute('data-tour', '');
    return () => marked?.removeAttribute('data-tour');
  }, [label]);
}

/** The first-run tour: a card above the screen that covers nothing, one step at a time. */
export function Tour() {
  const { user_id } = useSignedIn().profile;
  const steps = tourSteps(useViewport() === 'narrow');
  const [at, setAt] = useState(0);
  const titleId = useId();
  const step = steps[Math.min(at, steps.length - 1)];
  useMark(step?.marks);
  if (step === undefined) return null;
  const isLast = at >= steps.length - 1;
  const end = () => {
    // The card goes with the button that has the focus.
    document.getElementById('main')?.focus();
    rememberTour(user_id, false);
  };
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-border border-b bg-primary-soft px-4 py-3 sm:px-6 xl:px-8"
    >
      <div aria-live="polite" className="min-w-0 flex-1 basis-72">
        <h2 id={titleId} className="font-semibold text-sm">
          {step.title}
        </h2>
        <p className="max-w-3xl text-sm leading-6">{step.text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground text-xs tabular-nums">
          {at + 1} of {steps.length}
        </span>
        {!isLast && (
          <Button size="sm" variant="ghost" onClick={end}>
            Skip tour
          </Button>
        )}
        {at > 0 && (
          <Button size="sm" variant="outline" onClick={() => setAt(at - 1)}>
            Previous step
          </Button>
        )}
        <Button size="sm" onClick={() => (isLast ? end() : setAt(at + 1))}>
          {isLast ? 'End tour' : 'Next step'}
        </Button>
      </div>
    </section>
  );
}
