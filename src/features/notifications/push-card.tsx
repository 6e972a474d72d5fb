import { useCallback, useState } from 'react';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import { type PushState, pushState, turnPushOff, turnPushOn } from '#sync/push-subscription.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { useSaveOnce } from '#ui/save-once.ts';
import { ServerData } from '#ui/server-data.tsx';

const WORDS: Readonly<Record<PushState, string>> = {
  on: "Push notifications are on for this device, even while you're logged out.",
  off: 'Push notifications are off for this device.',
  blocked: "Your browser blocks Caseload's notifications. Allow them in its settings for this site.",
  unsupported:
    "This browser doesn't support push notifications. On an iPhone or iPad, install the app first.",
};

/** Turns push notifications on or off on this device. */
export function PushCard() {
  const { engine } = useSignedIn();
  const answer = useServerData(pushState);
  const [changed, setChanged] = useState<PushState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { isSaving, save } = useSaveOnce();
  const turn = useCallback(
    (change: typeof turnPushOn) =>
      save(async () => {
        setProblem(null);
        try {
          setChanged(await change(engine.api));
        } catch (failed) {
          setProblem(failed instanceof Error ? failed.message : String(failed));
        }
      }),
    [engine, save],
  );
  return (
    <Card className="max-w-3xl">
      <CardHeader>
        <CardTitle>Push notifications</CardTitle>
        <CardDescription>
          For announcements and decisions on your requests. They say how many are new, not what they're about,
          and wait during your quiet hours.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ServerData name="your settings" state={answer}>
          {(found) => {
            const state = changed ?? found;
            return (
              <div className="grid justify-items-start gap-3">
                <p role="status" className="text-sm">
                  {WORDS[state]}
                </p>
                {problem !== null && (
                  <p role="alert" className="text-destructive text-sm">
                    {problem}
                  </p>
                )}
                {(state === 'on' || state === 'off') && (
                  <Button
                    variant="outline"
                    progress={isSaving ? 'loading' : 'idle'}
                    onClick={() => void turn(state === 'on' ? turnPushOff : turnPushOn)}
                  >
                    {state === 'on' ? 'Turn off' : 'Turn on'}
                  </Button>
                )}
              </div>
            );
          }}
        </ServerData>
      </CardContent>
    </Card>
  );
}
