import { type ErrorComponentProps, useLocation } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { Check, CircleAlert, Copy, PlugZap } from 'lucide-react';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { loadingFailureMachine } from '#machines/loading-failure.ts';
import { Button } from '#ui/button.tsx';
import { hasJustReloaded, isLoadFailure, rememberReload } from '#ui/part-loading.ts';
import { hasUnsavedChanges } from '#ui/unsaved-changes.ts';

/** Here the page suggests My Sessions, which needs none of this area's code (specification, 8). */
const STUDENTS_AREA = /^\/(?:students|my-students|archived\/students)(?:\/|$)/;

const reloading = loadingFailureMachine.provide({
  actions: {
    reload: () => {
      rememberReload();
      window.location.reload();
    },
  },
  guards: {
    // Offline, the same part would be missing again; unsaved changes would be lost.
    mustWait: () => hasUnsavedChanges() || !navigator.onLine,
    hasJustReloaded,
  },
});

/** What happens next. */
const NEXT = {
  deciding: '',
  counting: 'The page will automatically reload in 10 seconds...',
  held: "The page reloads when you're back online and nothing is unsaved.",
  stopped: "That didn't work. Check your connection, then reload.",
  reloading: 'Reloading…',
} as const;

function LoadingErrorPage() {
  const [state, send] = useMachine(reloading);
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-center gap-2 px-6 py-20 text-center">
      <PlugZap aria-hidden="true" className="mb-2 size-10 text-muted-foreground" />
      <h1 className="font-semibold text-xl">Application Loading Error</h1>
      <p className="text-muted-foreground">The application couldn't load correctly. {NEXT[state.value]}</p>
      <Button className="mt-3" onClick={() => send({ type: 'reload.asked' })}>
        Reload Now
      </Button>
      <p className="mt-3 text-muted-foreground text-sm">
        If this issue persists after reloading, please submit a support ticket.
      </p>
    </div>
  );
}

/** What support needs. It contains the location of the error, never data from the screen. */
function textOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  return problem.stack?.includes(problem.message) ? problem.stack : `${problem.name}: ${problem.message}`;
}

function BrokenPage({ problem, pathname }: { problem: unknown; pathname: string }) {
  const [isCopied, setCopied] = useState(false);
  const text = textOf(problem);
  const copy = () => {
    // A browser without a clipboard, or one that refuses it: the text is still there to select.
    navigator.clipboard?.writeText(text).then(() => setCopied(true), console.warn);
  };
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-center gap-2 px-6 py-16 text-center">
      <CircleAlert aria-hidden="true" className="mb-2 size-10 text-destructive" />
      <div role="alert" className="grid gap-2">
        <h1 className="font-semibold text-xl">Something went wrong.</h1>
        <p className="text-muted-foreground">
          {STUDENTS_AREA.test(pathname) && (
            <>
              To enter sessions, use{' '}
              <a href="/my-sessions" className="font-medium text-primary underline underline-offset-4">
                My Sessions
              </a>
              .{' '}
            </>
          )}
          What you saved is safe on this device.
        </p>
      </div>
      <pre className="mt-4 max-h-56 w-full select-all overflow-auto whitespace-pre-wrap break-words rounded-lg border border-border bg-muted p-4 text-left font-mono text-xs">
        {text}
      </pre>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button variant="outline" onClick={copy}>
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {isCopied ? 'Copied' : 'Copy error text'}
        </Button>
        {/* A full page load, not a navigation: the broken state is discarded. */}
        <Button asChild>
          <a href="/">Go home</a>
        </Button>
      </div>
    </div>
  );
}

function PageFor({ problem, pathname }: { problem: unknown; pathname: string }) {
  // For the diagnostic copy: what a boundary has caught is no longer an error of the window.
  useEffect(
    () => void window.dispatchEvent(new CustomEvent('caseload-fault', { detail: problem })),
    [problem],
  );
  return isLoadFailure(problem) ? <LoadingErrorPage /> : <BrokenPage problem={problem} pathname={pathname} />;
}

/** Shown instead of a screen that could not be loaded or rendered. */
export function ScreenError({ error }: ErrorComponentProps) {
  const { pathname } = useLocation();
  return <PageFor problem={error} pathname={pathname} />;
}

/** Outermost boundary: catches errors outside of screens. */
export class AppErrorBoundary extends Component<{ children: ReactNode }, { problem: unknown }> {
  override state: { problem: unknown } = { problem: null };

  static getDerivedStateFromError(problem: unknown) {
    return { problem: problem ?? new Error('Unknown error') };
  }

  override render() {
    const { problem } = this.state;
    if (problem === null) return this.props.children;
    return <PageFor problem={problem} pathname={window.location.pathname} />;
  }
}
