import { useId } from 'react';
import { toast } from 'sonner';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { makeDiagnosticCopy } from '#sync/files/diagnostic-copy.ts';
import { makeRescueFile, rescueFileName } from '#sync/files/rescue-file.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { readBrowserFacts } from './browser-facts.ts';
import { downloadJson } from './download.ts';

/** What leaves the device in a file: unsent work, sealed; and facts for support, about nobody. */
export function TakeAlong({ hasUnsent }: { hasUnsent: boolean }) {
  const { engine, workspace } = useSignedIn();
  const reason = useId();
  const saveRescue = async () => {
    const file = await makeRescueFile(workspace);
    downloadJson(rescueFileName(file), file);
  };
  const diagnosticCopy = async () =>
    makeDiagnosticCopy(workspace, engine.getStatus(), await readBrowserFacts());
  const saveDiagnostic = async () => {
    const copy = await diagnosticCopy();
    downloadJson(`caseload-diagnostic-${copy.device_id.slice(0, 8)}-${copy.made_at.slice(0, 10)}.json`, copy);
  };
  const copyDiagnostic = async () => {
    await navigator.clipboard.writeText(JSON.stringify(await diagnosticCopy(), null, 2));
    toast.success('Diagnostics copied', { duration: 2_500 });
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Export unsynced changes</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-6">
        <div className="grid gap-2 text-sm">
          <h3 className="font-medium">When this device can't reach the server</h3>
          <p className="max-w-prose text-muted-foreground">
            A rescue file contains all your unsynced changes, encrypted. Send it to an admin by email or USB
            drive. The changes stay here too and count once, whichever arrives first. Attachments aren't
            included: they stay on this device until it connects.
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="outline"
              className="max-sm:w-full"
              disabled={!hasUnsent}
              aria-describedby={hasUnsent ? undefined : reason}
              onClick={() => void saveRescue().catch(showProblem)}
            >
              Export a rescue file
            </Button>
            {!hasUnsent && (
              <p id={reason} className="text-muted-foreground">
                No unsynced changes on this device.
              </p>
            )}
          </div>
        </div>
        <div className="grid gap-2 text-sm">
          <h3 className="font-medium">When support asks for diagnostics</h3>
          <p className="max-w-prose text-muted-foreground">
            A diagnostic copy contains states, counts, times, versions, and random IDs. It contains no names,
            notes, or keys.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="outline"
              className="max-sm:w-full"
              onClick={() => void saveDiagnostic().catch(showProblem)}
            >
              Save a diagnostic copy
            </Button>
            <Button
              variant="ghost"
              className="max-sm:w-full"
              onClick={() => void copyDiagnostic().catch(showProblem)}
            >
              Copy diagnostics
            </Button>
          </div>
        </div>
      </CardContent>
    </Card>
  );
}

function showProblem(problem: unknown): void {
  toast.error(problem instanceof Error ? problem.message : String(problem));
}
