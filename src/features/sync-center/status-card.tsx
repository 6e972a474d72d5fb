import { useState } from 'react';
import { type SyncOverview, useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useStorageTrouble } from '#screens/device/sync-words.ts';
import { digestCheck } from '#sync/pull/digest.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { checkWords } from './check-words.ts';

interface StatusCardProps {
  overview: SyncOverview;
  /** The status named "Sync" in words. */
  words: string;
}

const SAVING_WORDS = {
  away: "You're offline. Keep working: your changes are saved on this device and sync when you're back online.",
  reachable: 'Your work is saved on this device first, then sent automatically.',
};
const NOT_SAVING = 'New changes are not being saved. Changes you saved before are safe.';

/** How things stand between this device and the office, and the check of that. */
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
  const isAway = overview.isReachable === false;
  const isStoring = useStorageTrouble() === null;
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <CardTitle>{words}</CardTitle>
          <CardDescription>
            {isStoring ? SAVING_WORDS[isAway ? 'away' : 'reachable'] : NOT_SAVING}
          </CardDescription>
          <p role="status" className="mt-1 text-sm tabular-nums">
            {isChecking
              ? 'Comparing with the server…'
              : check !== undefined && checkWords(check, repairsBefore)}
          </p>
        </div>
        <Button
          variant="outline"
          className="max-sm:w-full"
          progress={isChecking ? 'loading' : 'idle'}
          onClick={() => void checkNow()}
        >
          Check now
        </Button>
      </CardHeader>
    </Card>
  );
}
