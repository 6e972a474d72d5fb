import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { useSaveOnce } from '#ui/save-once.ts';
import { hasIconCount, useIconCount } from './icon-count-choice.ts';

/** Turns the number on the app's icon on or off on this device. */
export function IconCountCard() {
  const { isOn, choose } = useIconCount();
  const [problem, setProblem] = useState<string | null>(null);
  const { isSaving, save } = useSaveOnce();
  const turn = () =>
    save(async () => {
      setProblem(null);
      try {
        await choose(isOn !== true);
      } catch (failed) {
        setProblem(failed instanceof Error ? failed.message : String(failed));
      }
    });
  return (
    <Card className="max-w-3xl">
      <CardHeader>
        <CardTitle>Number on the app icon</CardTitle>
        <CardDescription>
          How many notifications and announcements you haven't opened, once Caseload is installed on this
          device.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid justify-items-start gap-3">
        <p role="status" className="text-sm">
          {!hasIconCount()
            ? "This browser can't show a number on an app's icon."
            : isOn === true
              ? 'The number is on for this device.'
              : 'The number is off for this device.'}
        </p>
        {problem !== null && (
          <p role="alert" className="text-destructive text-sm">
            {problem}
          </p>
        )}
        {hasIconCount() && isOn !== undefined && (
          <Button
            variant="outline"
            aria-label={`${isOn ? 'Turn off' : 'Turn on'} the number on the app icon`}
            progress={isSaving ? 'loading' : 'idle'}
            onClick={() => void turn()}
          >
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
        )}
      </CardContent>
    </Card>
  );
}
