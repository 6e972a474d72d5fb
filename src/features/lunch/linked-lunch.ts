import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '#contract/errors.ts';
import type { DesiredEvent, LunchOnCalendar } from '#domain/lunch/desired-event.ts';
import { lunchLinkMachine } from '#machines/lunch-link.ts';
import { bringAlong } from '#sync/outbox/followers.ts';
import type { NewWrite } from '#sync/outbox/new-write.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import type { Workspace } from '#sync/workspace.ts';

/** Writes of one provider's day arrive in the order in which they were made. */
export function dayLane(provider: string, day: string): string {
  return `day:${provider}:${day}`;
}

type LunchWrite = NewWrite<'lunch.create'> | NewWrite<'lunch.update'> | NewWrite<'lunch.delete'>;

type Link = ReturnType<typeof linkOf>;

/** Links that owe an event, by lunch break: the next write of any lunch break retries them. */
const owing = new WeakMap<Workspace, Map<string, Link>>();

/**
 * Stores a lunch break and its event in one transaction.
 * @param before the stored break; absent for a new one
 * @param lunch the break after the write
 * @returns the id of the write that carries both, or null if nothing changed
 */
export function saveLinked(
  workspace: Workspace,
  write: NewWrite<'lunch.create'> | NewWrite<'lunch.update'>,
  before: LunchOnCalendar | null,
  lunch: LunchOnCalendar,
): Promise<string | null> {
  return carryOut(workspace, write, before, { type: 'lunch.saved', lunch });
}

/** Deletes a lunch break and its event in one transaction. */
export function deleteLinked(
  workspace: Workspace,
  write: NewWrite<'lunch.delete'>,
  lunch: LunchOnCalendar,
): Promise<string | null> {
  return carryOut(workspace, write, lunch, { type: 'lunch.deleted' });
}

async function carryOut(
  workspace: Workspace,
  write: LunchWrite,
  before: LunchOnCalendar | null,
  change: { type: 'lunch.saved'; lunch: LunchOnCalendar } | { type: 'lunch.deleted' },
): Promise<string | null> {
  const owed = owing.get(workspace) ?? new Map<string, Link>();
  owing.set(workspace, owed);
  owed.get(write.id)?.actor.stop();
  owed.delete(write.id);

  const link = linkOf(workspace, write, before);
  link.actor.start();
  link.actor.send(change);
  let writeId: string | null;
  try {
    writeId = await link.written();
  } catch (refused) {
    link.actor.stop();
    throw refused;
  }
  await settled(owed, write.id, link);
  for (const [id, other] of owed) {
    if (other === link) continue;
    other.actor.send({ type: 'link.retried' });
    await settled(owed, id, other);
  }
  return writeId;
}

async function settled(owed: Map<string, Link>, lunchId: string, link: Link): Promise<void> {
  const snapshot = await waitFor(link.actor, (state) => !state.matches('linking'));
  if (snapshot.matches('failed')) {
    owed.set(lunchId, link);
  } else {
    owed.delete(lunchId);
    link.actor.stop();
  }
}

function linkOf(workspace: Workspace, write: LunchWrite, before: LunchOnCalendar | null) {
  const store = (brings: string | null) =>
    queueWrite(workspace, { ...write, brings } as NewWrite<'lunch.update'>);
  const storeBoth = async (eventId: string | null): Promise<string | null> => {
    try {
      return await store(eventId);
    } catch (error) {
      if (eventId === null || error instanceof ApiError) throw error;
      const writeId = await store(null);
      actor.send({ type: 'link.failed', error });
      return writeId;
    }
  };
  let written: Promise<string | null> | null = null;
  const machine = lunchLinkMachine.provide({
    actors: {
      write: fromPromise<void, { desired: DesiredEvent; isEventOwed: boolean }>(async ({ input }) => {
        const eventId = input.desired.kind === 'none' ? null : input.desired.eventId;
        if (!input.isEventOwed) {
          written = storeBoth(eventId);
          await written;
        } else if (eventId !== null) {
          await bringAlong(workspace.db, { entity: 'lunch', id: write.id }, eventId).catch((error: unknown) =>
            actor.send({ type: 'link.failed', error }),
          );
        }
      }),
    },
    actions: {
      logFailure: (_, { lunchId, wanted, error }) => {
        console.warn(
          `The calendar event of lunch break ${lunchId} was not brought up to date (${wanted}).`,
          error,
        );
      },
    },
  });
  const actor = createActor(machine, { input: { lunch: before } });
  return {
    actor,
    /** The result of writing the break itself. */
    written: () => written,
  };
}
