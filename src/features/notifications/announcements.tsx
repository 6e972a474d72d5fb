import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { type LocalNotification, unviewedAnnouncements } from '#db/notifications.ts';
import {
  type AnnouncementAnswer,
  announcementQueueMachine,
  type QueuedAnnouncement,
} from '#machines/announcement-queue.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { isoNow } from '#sync/clock.ts';
import { useHasUnsavedChanges } from '#ui/unsaved-changes.ts';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { answerAnnouncement } from './answer-notification.ts';

const MINUTE_MS = 60_000;

/** The announcements that wait for the person, one after the other, over the home screen. */
export function AnnouncementQueue() {
  const { engine, workspace } = useSignedIn();
  const machine = useMemo(
    () =>
      announcementQueueMachine.provide({
        actors: {
          // From the device: they are shown offline too.
          fetchUnviewed: fromPromise<QueuedAnnouncement[]>(() =>
            unviewedAnnouncements(workspace.db, isoNow(workspace.clock)),
          ),
          storeAnswer: fromPromise<void, AnnouncementAnswer | null>(async ({ input }) => {
            if (input !== null) await answerAnnouncement(workspace, input);
          }),
        },
        actions: {
          logFailure: (_, { error }) => console.error('Network response was not ok', error),
          askServer: () => {
            engine
              .mustRefresh()
              .catch((error: unknown) => console.error('Network response was not ok', error));
          },
        },
      }),
    [engine, workspace],
  );
  const [state, send] = useMachine(machine);
  const minute = useNow(MINUTE_MS);
  const waiting = useLocal(
    (db) => unviewedAnnouncements(db, new Date(minute + MINUTE_MS).toISOString()),
    [minute],
  );
  const known = waiting?.map(({ id, content_hash }) => `${id} ${content_hash}`).join();
  useEffect(() => {
    if (known !== undefined) send({ type: 'announcements.changed' });
  }, [known, send]);
  const isUnsaved = useHasUnsavedChanges();
  useEffect(() => send({ type: 'form.changed', isUnsaved }), [isUnsaved, send]);

  const isStoring = state.matches({ popup: 'storing' });
  if (!isStoring && !state.matches({ popup: 'shown' })) return null;
  // The machine was given the device's rows.
  const shown = state.context.queue[0] as LocalNotification | undefined;
  if (shown === undefined) return null;
  return (
    <AnnouncementDialog
      key={`${shown.id} ${shown.content_hash}`}
      announcement={shown}
      problem={state.context.problem}
      isStoring={isStoring}
      onClose={() => send({ type: 'announcement.closed' })}
      onAcknowledge={(signature) => send({ type: 'announcement.acknowledged', signature })}
      onDrawn={() => send({ type: 'signature.drawn' })}
    />
  );
}
