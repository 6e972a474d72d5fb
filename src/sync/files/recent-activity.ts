import { calls } from '#contract/calls.ts';

/** What the app did: it opened a screen, asked the server, or failed. All in the page's own time. */
export type Activity =
  /** The route, such as `/students/info/$id`. */
  | { at: number; kind: 'screen'; screen: string }
  /** The address as the contract has it, without what was filled in; the status is 0 if there was no answer. */
  | { at: number; kind: 'call'; address: string; status: number; ms: number }
  /** The name of the error, and where in the app's own files. */
  | { at: number; kind: 'fault'; name: string; place: string };

/** How long it is kept, and how much of it. */
const KEPT_MS = 10 * 60_000;
const MOST = 100;
const UNKNOWN = 'other';

const kept: Activity[] = [];

function keep(activity: Activity): void {
  kept.push(activity);
  if (kept.length > MOST) kept.shift();
}

/** Notes that a screen was opened. @param screen the route: it names no one */
export function noteScreen(screen: string): void {
  const at = Date.now();
  const last = kept.findLast(({ kind }) => kind === 'screen');
  if (last?.kind === 'screen' && last.screen === screen) return;
  keep({ at, kind: 'screen', screen });
}

/** What the app did in the last ten minutes, oldest first. At most 100 entries, and nothing that was typed or shown. */
export function recentActivity(now = Date.now()): readonly Activity[] {
  // The browser reports a call once it is over.
  return kept.filter(({ at }) => now - at <= KEPT_MS).toSorted((a, b) => a.at - b.at);
}

let addresses: readonly { pattern: RegExp; path: string }[] | undefined;

/** The address of the contract that a called one is an instance of. */
function addressOfContract(pathname: string): string {
  addresses ??= [...new Set(Object.values(calls).map(({ path }) => path))]
    // Those with fewer placeholders are more specific.
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));
  return addresses.find(({ pattern }) => pattern.test(pathname))?.path ?? UNKNOWN;
}

function noteCalls(entries: readonly PerformanceResourceTiming[]): void {
  for (const { name, startTime, duration, responseStatus } of entries) {
    const { pathname, origin } = new URL(name);
    if (origin !== location.origin || !pathname.startsWith('/api/')) continue;
    const at = Math.round(performance.timeOrigin + startTime);
    keep({
      ...{ at, kind: 'call', address: addressOfContract(pathname) },
      ...{ status: responseStatus, ms: Math.round(duration) },
    });
  }
}

function noteFault(problem: unknown): void {
  const error = problem instanceof Error ? problem : null;
  // Files and positions only: a message may quote what was typed.
  const [place = ''] = /\/assets\/[\w.-]+:\d+:\d+/.exec(error?.stack ?? '') ?? [];
  keep({ at: Date.now(), kind: 'fault', name: error?.name ?? UNKNOWN, place });
}

/** Dispatched on the window with what an error boundary has caught. */
const CAUGHT = 'caseload-fault';

/** Notes calls and faults of this page. @returns ends that */
export function followActivity(): () => void {
  const onCaught = (event: Event) => noteFault((event as CustomEvent<unknown>).detail);
  const onError = ({ error }: ErrorEvent) => noteFault(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => noteFault(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  window.addEventListener(CAUGHT, onCaught);
  const observer =
    typeof PerformanceObserver === 'undefined'
      ? null
      : new PerformanceObserver((list) => noteCalls(list.getEntries() as PerformanceResourceTiming[]));
  observer?.observe({ type: 'resource', buffered: true });
  return () => {
    observer?.disconnect();
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
    window.removeEventListener(CAUGHT, onCaught);
  };
}

/** Forgets everything: another person logs in on this page. */
export function forgetActivity(): void {
  kept.length = 0;
  // What the browser keeps would be reported again.
  performance.clearResourceTimings();
}
