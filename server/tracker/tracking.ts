import type { TicketCategory } from '#domain/tickets/ticket.ts';
import type { Config } from '#server/config.ts';
import type { Transaction } from '#server/db/database.ts';
import { clickUpTracker } from './clickup.ts';
import { type DeliveryParts, deliverAll, noteDelivery, type ReadAsOf, readTracker } from './deliveries.ts';
import type { TaskTracker } from './task-tracker.ts';

/** What changed in the tracker since then is read again: its clock isn't ours. */
const OVERLAP_MS = 10 * 60_000;

interface Written {
  kind: 'ticket' | 'comment' | 'attachment';
  id: string;
  ticket: string;
  version: number;
}

/** Where tickets go. The built-in tracker is our database alone; an external one is kept in step with it. */
export interface Tracking {
  /** Null: the built-in tracker. */
  tracker: TaskTracker | null;
  /** The numeric ids of those who get the tickets of a category. */
  assigneesOf(category: TicketCategory): readonly number[];
  /** Call in the transaction of a write: it is sent after the commit, and again until it arrives. */
  wrote(
    call: { tx: Transaction; context: { now: string; afterCommit(effect: () => Promise<void>): void } },
    written: Written,
  ): Promise<void>;
  /** Sends what is due and reads what changed. Resolves when done; never rejects. */
  keepInStep(): Promise<void>;
  /** Resolves when nothing is being sent any more. */
  settled(): Promise<void>;
}

/** The external tracker that the configuration names; null for the built-in one. */
export function openTracker({ clickUp }: Pick<Config, 'clickUp'>): TaskTracker | null {
  return clickUp === null ? null : clickUpTracker(clickUp);
}

/** @param onFault hears of an outage; nothing is lost by it */
export function createTracking(
  { ticketAssignees }: Pick<Config, 'ticketAssignees'>,
  tracker: TaskTracker | null,
  parts: Omit<DeliveryParts, 'tracker'>,
  onFault: (fault: unknown) => void = () => undefined,
): Tracking {
  let sending: Promise<unknown> = Promise.resolve();
  let isWanted = false;
  let readAt: number | null = null;
  const read: ReadAsOf = new Map();
  // One at a time in this process; whatever is written meanwhile is sent by the next one.
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    sending = sending.then(work).catch(onFault);
    return sending;
  };
  const sendSoon = () => {
    if (tracker === null || isWanted) return;
    isWanted = true;
    void inTurn(async () => {
      isWanted = false;
      await deliverAll({ ...parts, tracker });
    });
  };
  return {
    tracker,
    assigneesOf: (category) => ticketAssignees[category] ?? [],
    async wrote({ tx, context }, written) {
      if (tracker === null) return;
      await noteDelivery(tx, context.now, written);
      context.afterCommit(async () => sendSoon());
    },
    async keepInStep() {
      if (tracker === null) return;
      await inTurn(async () => {
        await deliverAll({ ...parts, tracker });
        const since = readAt;
        const began = parts.now().getTime();
        await readTracker({ ...parts, tracker }, since, read);
        readAt = began - OVERLAP_MS;
      });
    },
    async settled() {
      await sending;
    },
  };
}
