import { CircleAlert, CloudOff, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Progress } from './progress.tsx';

interface ServerDataState<Data> {
  result: Data | undefined;
  isAsking: boolean;
  /** Why the last request failed; null if it succeeded. */
  problem: string | null;
  isOffline: boolean;
  reload: () => Promise<void>;
}

interface ServerDataProps<Data> {
  /** What is requested, such as "devices". */
  name: string;
  state: ServerDataState<Data>;
  children: (data: Data) => ReactNode;
}

/** What a request without an answer says, unless there is more to say. */
const NO_ANSWER = "Can't reach the server.";

/** Data that no device stores: says whether it is loading, current, stale, or unreachable. */
export function ServerData<Data>({ name, state, children }: ServerDataProps<Data>) {
  const { result, isAsking, problem, isOffline, reload } = state;
  if (result !== undefined) {
    return (
      <>
        <div role="status" className="contents">
          {problem !== null && !isAsking && (
            <p className="flex items-start gap-2 rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning">
              <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {isOffline && problem === NO_ANSWER
                ? `${NO_ANSWER} Showing the last data we received.`
                : `Showing the last data we received. ${problem}`}
            </p>
          )}
        </div>
        {children(result)}
      </>
    );
  }
  // A card has its own frame.
  const frame = 'rounded-lg border border-border bg-card in-data-[slot=card-content]:border-0';
  if (isAsking || problem === null) {
    return (
      <div data-awaited className={`${frame} px-5 py-10`}>
        <Progress label={`Loading ${name}`} value={null} className="mx-auto max-w-sm" />
      </div>
    );
  }
  return (
    <div role="alert" className={frame}>
      <EmptyState
        icon={isOffline ? CloudOff : CircleAlert}
        className="in-data-[slot=card-content]:py-2"
        title={isOffline ? "Can't reach the server" : `Can't load ${name}`}
        action={
          <Button variant="outline" onClick={() => void reload()}>
            Try again
          </Button>
        }
      >
        {isOffline && problem === NO_ANSWER ? "You're offline. Connect to see this page." : problem}
      </EmptyState>
    </div>
  );
}

/** A page that waits for the server: whether it is loading, or why it can't. */
export function AskedOfServer({ name, state }: Omit<ServerDataProps<unknown>, 'children'>) {
  return (
    <ServerData name={name} state={state}>
      {() => null}
    </ServerData>
  );
}

/** Requests again, and keeps the focus while loading. */
export function RefreshButton({ state }: { state: Pick<ServerDataState<unknown>, 'isAsking' | 'reload'> }) {
  return (
    <Button
      variant="outline"
      // A tablet has no room for its word beside those of the other buttons.
      className="max-lg:w-9 max-lg:px-0"
      progress={state.isAsking ? 'loading' : 'idle'}
      onClick={() => void state.reload()}
    >
      {!state.isAsking && <RefreshCw aria-hidden="true" />}
      <span className="max-lg:sr-only">Refresh</span>
    </Button>
  );
}
