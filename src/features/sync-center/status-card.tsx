import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { displayTime, pacificDay, pacificDisplay, pacificTime } from '#domain/time/pacific.ts';
import { type SyncOverview, useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { type SyncWords, useStorageTrouble } from '#screens/device/sync-words.ts';
import { useToday } from '#screens/device/today.ts';
import { digestCheck } from '#sync/pull/digest.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { cn } from '#ui/class-names.ts';
import { checkWords } from './check-words.ts';

interface StatusCardProps {
  overview: SyncOverview;
  /** The status named "Sync". */
  words: SyncWords;
}

const SAVING_WORDS = {
  away: "You're offline. Keep working: your changes are saved on this device and sync when you're back online.",
  reachable: 'Your work is saved on this device first, then sent automatically.',
};
const NOT_SAVING = 'New changes are not being saved. Changes you saved before are safe.';

/** The sync state of this device, with a button that compares it with the server. */
export function StatusCard({ overview, words }: StatusCardProps) {
  const { engine, workspace } = useSignedIn();
  const check = useLocal(digestCheck, []);
  const [isChecking, setChecking] = useState(false);
  const [repairsBefore, setRepairsBefore] = useState<number | null>(null);
  const checkNow = async () => {
    setChecking(true);
    try {
      setRepairsBefore((await digestCheck(workspace.db)).repairs);
      await engine.verify();
    } finally {
      setChecking(false);
    }
  };
  const today = useToday();
  const isAway = overview.isReachable === false;
  const isStoring = useStorageTrouble() === null;
  const isWell = words.tone === 'done';
  const { pulled_at } = overview.position;
  // The result of an earlier check is shown only while something is wrong.
  const saysCheck = check !== undefined && (repairsBefore !== null || check.unrepaired.length > 0);
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <div className={cn('min-w-0 flex-1', !isWell && 'basis-72')}>
          <CardTitle className="flex items-center gap-2">
            {isWell && <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />}
            {words.text}
          </CardTitle>
          <CardDescription className="tabular-nums">
            {isWell
              ? pulled_at !== null && `Last sync ${whenWords(pulled_at, today)}`
              : isStoring
                ? SAVING_WORDS[isAway ? 'away' : 'reachable']
                : NOT_SAVING}
          </CardDescription>
          <p role="status" className="mt-1 text-sm tabular-nums empty:hidden">
            {isChecking ? 'Comparing with the server…' : saysCheck && checkWords(check, repairsBefore)}
          </p>
          {overview.fault !== null && (
            <p className="mt-1 text-destructive text-sm">Last error: {overview.fault}</p>
          )}
        </div>
        <Button
          variant="outline"
          className={isWell ? '' : 'max-sm:w-full'}
          progress={isChecking ? 'loading' : 'idle'}
          onClick={() => void checkNow()}
        >
          Check now
        </Button>
      </CardHeader>
    </Card>
  );
}

/** Only the time if it was today. */
function whenWords(instant: string, today: string): string {
  return pacificDay(instant) === today ? displayTime(pacificTime(instant)) : pacificDisplay(instant);
}
