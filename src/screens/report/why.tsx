import { type ReactNode, useCallback, useState } from 'react';
import type { LocalDatabase } from '#db/local-database.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/popover.tsx';
import { ServerData } from '#ui/server-data.tsx';

/** The target of a part's link. */
export interface WhyTarget {
  /** A workday's id is the provider and the Pacific day. */
  kind: 'session' | 'day' | 'workday';
  id: string;
}

export type WhyLink = (to: WhyTarget, content: ReactNode, className: string) => ReactNode;

/** A day or record that contributes to a figure. */
export interface WhyPart {
  id: string;
  label: string;
  figure: string;
  to?: WhyTarget;
  /** The records of a day. */
  parts?: readonly WhyPart[];
}

/** The explanation of a figure. */
export interface Why {
  /** The figure's title: "Paid, Maya Rivera". */
  title: string;
  /** The rule, in one sentence. */
  rule: string;
  /** The parts, or a function that loads them on demand. */
  parts: readonly WhyPart[] | FindParts;
}

/** Reads the server, this device, or both. `now` in ms since the epoch. */
type FindParts = (api: ApiClient, db: LocalDatabase, now: number) => Promise<readonly WhyPart[]>;

interface WhyButtonProps {
  /** Called on demand. */
  why: () => Why;
  linkTo: WhyLink;
  /** Whether Tab stops here; in a grid only in the active row. */
  isTabStop?: boolean;
  /** The figure. */
  children: ReactNode;
}

/** A figure with an explanation. */
export function WhyButton({ why, linkTo, isTabStop = true, children }: WhyButtonProps) {
  return (
    <Popover modal>
      <PopoverTrigger asChild>
        <button
          type="button"
          tabIndex={isTabStop ? undefined : -1}
          className="-mx-1.5 -my-2 rounded-md px-1.5 py-2 text-inherit touch:-my-3 touch:py-3 [text-align:inherit] underline decoration-muted-foreground decoration-dotted underline-offset-4 hover:bg-accent hover:decoration-solid print:no-underline"
        >
          {children}
          <span className="sr-only">, why this number</span>
        </button>
      </PopoverTrigger>
      <WhyContent why={why} linkTo={linkTo} />
    </Popover>
  );
}

function WhyContent({ why, linkTo }: Pick<WhyButtonProps, 'why' | 'linkTo'>) {
  return (
    <PopoverContent
      aria-label="Why this number"
      align="center"
      // A scrollable element must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[min(70dvh,var(--radix-popover-content-available-height))] overflow-y-auto"
    >
      <WhyFacts why={why} linkTo={linkTo} />
    </PopoverContent>
  );
}

/** Rendered only while the popover is open, so that nothing is loaded before. */
function WhyFacts({ why, linkTo }: Pick<WhyButtonProps, 'why' | 'linkTo'>) {
  const { title, rule, parts } = why();
  return (
    <div className="grid gap-3 text-left font-normal text-sm">
      <div className="grid gap-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted-foreground">{rule}</p>
      </div>
      {typeof parts === 'function' ? (
        <ServerParts find={parts} linkTo={linkTo} />
      ) : (
        <Parts parts={parts} linkTo={linkTo} />
      )}
    </div>
  );
}

function ServerParts({ find, linkTo }: { find: FindParts; linkTo: WhyLink }) {
  const { workspace } = useSignedIn();
  // The request stays the one made when it opened.
  const [found] = useState(() => find);
  const ask = useCallback(
    (api: ApiClient) => found(api, workspace.db, workspace.clock.now()),
    [found, workspace],
  );
  return (
    <ServerData name="the days" state={useServerData(ask)}>
      {(parts) => <Parts parts={parts} linkTo={linkTo} />}
    </ServerData>
  );
}

function Parts({ parts, linkTo }: { parts: readonly WhyPart[]; linkTo: WhyLink }) {
  if (parts.length === 0) return <p>Nothing recorded.</p>;
  return (
    <ul className="grid gap-2 tabular-nums">
      {parts.map((part) => (
        <li key={part.id} className="grid gap-1">
          <Part part={part} linkTo={linkTo} />
          {part.parts !== undefined && part.parts.length > 0 && (
            <ul className="grid gap-1 pl-3 text-muted-foreground text-xs">
              {part.parts.map((inner) => (
                <li key={inner.id}>
                  <Part part={inner} linkTo={linkTo} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function Part({ part: { label, figure, to }, linkTo }: { part: WhyPart; linkTo: WhyLink }) {
  return (
    <span className="flex items-baseline justify-between gap-3">
      {to === undefined ? (
        <span>{label}</span>
      ) : (
        linkTo(to, label, 'underline underline-offset-2 text-left touch:min-h-11')
      )}
      <span className="shrink-0">{figure}</span>
    </span>
  );
}
