import { useState } from 'react';
import { DeviceDatabase } from '#db/device-database.ts';
import { displayTime } from '#domain/time/pacific.ts';
import type { TimeFormat } from '#domain/time/time-format.ts';
import { useTimeFormat } from '#screens/device/shown-time-format.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { chooseTimeFormat } from '#sync/sign-in/choose-time-format.ts';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Note } from './note.tsx';

/** How the person reads and enters times. */
export function TimesCard() {
  const { engine } = useSignedIn();
  const format = useTimeFormat();
  /** Chosen, and on the way to the server. */
  const [chosen, setChosen] = useState<TimeFormat | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (next: TimeFormat) => {
    if (chosen !== null) return;
    setChosen(next);
    setProblem(null);
    const devices = new DeviceDatabase();
    try {
      await chooseTimeFormat(engine.sender, devices, next);
    } catch (thrown) {
      setProblem(
        thrown instanceof NoAnswer
          ? "Can't reach the server. Connect to a network and try again."
          : String(thrown instanceof Error ? thrown.message : thrown),
      );
    } finally {
      devices.close();
      setChosen(null);
    }
  };
  return (
    <Card className="max-w-3xl">
      <CardHeader>
        <CardTitle>Times</CardTitle>
        <CardDescription>How times look on all of your devices. Files keep AM and PM.</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-3">
        {problem !== null && <Note tone="problem">{problem}</Note>}
        <SegmentedControl
          aria-label="Time format"
          className="justify-self-start"
          value={chosen ?? format}
          onValueChange={(next) => void choose(next)}
          segments={[
            { value: '12h', label: '12-hour' },
            { value: '24h', label: '24-hour' },
          ]}
        />
        <p className="text-muted-foreground text-sm">
          Half past two in the afternoon is {displayTime('14:30')}.
        </p>
      </CardContent>
    </Card>
  );
}
