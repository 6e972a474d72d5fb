import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { type Holder, isRemindedOfLunchCards } from '#domain/access/permissions.ts';
import { acknowledgmentCountMachine } from '#machines/acknowledgment-count.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { onAcknowledged } from '#sync/acknowledge-lunch.ts';

/** How many lunch cards need acknowledgment; only people who can acknowledge them ask. */
export function useLunchReminder(holder: Holder): number {
  const { engine } = useSignedIn();
  const isReminded = isRemindedOfLunchCards(holder);
  const machine = useMemo(
    () =>
      acknowledgmentCountMachine.provide({
        actors: {
          askCount: fromPromise(async () =>
            isReminded ? (await engine.api.call('lunch.count-acknowledgments')).needs_acknowledgment : 0,
          ),
        },
      }),
    [engine, isReminded],
  );
  const [{ context }, send] = useMachine(machine);
  useEffect(() => onAcknowledged(() => send({ type: 'card.acknowledged' })), [send]);
  return context.count;
}
