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
    toast.success('Diagnostic facts copied', { duration: 2_500 });
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Export unsent work</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-6">
        <div className="grid gap-2 text-sm">
          <h3 className="font-medium">When this device cannot reach the office</h3>
          <p className="max-w-prose text-muted-foreground">
            A rescue file holds all your unsent work, sealed: only the office can open it. Give it to an
            admin, by mail or on a stick. The work stays here too, and counts once, whichever arrives first.
            Attached files are only announced in it: their bytes stay on this device until it reaches the
            office.
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
                Nothing is unsent on this device.
              </p>
            )}
          </div>
        </div>
        <div className="grid gap-2 text-sm">
          <h3 className="font-medium">When support asks how this device stands</h3>
          <p className="max-w-prose text-muted-foreground">
            A diagnostic copy holds states, counts, times, versions and random ids. There are no names, notes
            or anything else that was typed in it, and no keys.
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
              Copy diagnostic facts
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
