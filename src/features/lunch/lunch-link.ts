import { createActor, fromPromise, waitFor } from 'xstate';
import { CalendarEventBody } from '#contract/calendar.ts';
import { calendarEventById } from '#db/calendar-events.ts';
import { changesOfEvent, type LunchOnCalendar, type WishOf } from '#domain/lunch/calendar-wish.ts';
import { lunchLinkMachine } from '#machines/lunch-link.ts';
import { queueWrite } from '#sync/queue-write.ts';
import type { Workspace } from '#sync/workspace.ts';

/** Writes of one provider's day arrive in the order they were made. */
export function dayLane(provider: string, day: string): string {
  return `day:${provider}:${day}`;
}

interface LinkWork {
  lunch: LunchOnCalendar;
  /** The write of the lunch break itself, without which the event makes no sense. */
  lunchWriteId: string | null;
  lane: string;
  deleted?: boolean;
}

type LinkActor = ReturnType<typeof linkActor>;

/** Links that failed, by lunch break: the next save of any lunch break tries them again. */
const owed = new WeakMap<Workspace, Map<string, LinkActor>>();

/**
 * Brings the calendar in step with a lunch break that is safely saved or deleted.
 * It never fails: what goes wrong is logged and owed.
 */
export async function followWithEvent(workspace: Workspace, work: LinkWork): Promise<void> {
  const owing = owed.get(workspace) ?? new Map<string, LinkActor>();
  owed.set(workspace, owing);
  owing.get(work.lunch.id)?.stop();
  owing.delete(work.lunch.id);

  const actor = linkActor(workspace, work);
  actor.start();
  await settled(owing, work.lunch.id, actor);
  for (const [id, other] of owing) {
    if (other === actor) continue;
    other.send({ type: 'link.retried' });
    await settled(owing, id, other);
  }
}

async function settled(owing: Map<string, LinkActor>, lunchId: string, actor: LinkActor): Promise<void> {
  const snapshot = await waitFor(actor, (state) => state.hasTag('settled'));
  const isOwing =
    snapshot.matches('unlinked') ||
    snapshot.matches({ waived: 'owing' }) ||
    snapshot.matches({ deleted: 'owing' });
  if (isOwing) {
    owing.set(lunchId, actor);
  } else {
    owing.delete(lunchId);
    actor.stop();
  }
}

function linkActor(workspace: Workspace, { lunch, lunchWriteId, lane, deleted = false }: LinkWork) {
  const depends_on = lunchWriteId === null ? [] : [lunchWriteId];
  const machine = lunchLinkMachine.provide({
    actors: {
      putEvent: fromPromise<void, WishOf<'put'> & { lunchId: string }>(({ input }) =>
        putEvent(workspace, input, { lane, depends_on }),
      ),
      noteWaiver: fromPromise<void, WishOf<'note-waiver'>>(async ({ input }) => {
        if ((await calendarEventById(workspace.db, input.eventId)) === null) return;
        await queueWrite(workspace, {
          endpoint: 'calendar.update',
          id: input.eventId,
          // It follows the lunch break, whose form asks.
          opened: null,
          body: { meeting_notes: input.meeting_notes },
          lane,
          depends_on,
        });
      }),
      removeEvent: fromPromise<void, WishOf<'remove'>>(async ({ input }) => {
        // Somebody may have taken it off the calendar before.
        if ((await calendarEventById(workspace.db, input.eventId)) === null) return;
        await queueWrite(workspace, {
          endpoint: 'calendar.delete',
          id: input.eventId,
          body: undefined,
          lane,
          depends_on,
        });
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
  // The lunch break is saved with the id of its event, so none is made up here.
  return createActor(machine, {
    input: { lunch, freshEventId: lunch.calendar_event_id ?? lunch.id, deleted },
  });
}

async function putEvent(
  workspace: Workspace,
  { eventId, fields }: WishOf<'put'>,
  place: { lane: string; depends_on: string[] },
): Promise<void> {
  const known = await calendarEventById(workspace.db, eventId);
  if (known === null) {
    await queueWrite(workspace, {
      endpoint: 'calendar.create',
      id: eventId,
      body: CalendarEventBody.parse({ id: eventId, ...fields }),
      ...place,
    });
    return;
  }
  const touched = changesOfEvent(known, fields);
  if (Object.keys(touched).length === 0) return;
  await queueWrite(workspace, {
    endpoint: 'calendar.update',
    id: eventId,
    opened: known,
    body: touched,
    ...place,
  });
}
