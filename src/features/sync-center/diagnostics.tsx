import { toast } from 'sonner';
import { readBrowserFacts } from '#screens/device/browser-facts.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { makeDiagnosticCopy } from '#sync/files/diagnostic-copy.ts';
import { Button } from '#ui/button.tsx';
import { downloadJson } from './download.ts';

/** Technical data for support, without personal data. */
export function Diagnostics() {
  const { engine, workspace } = useSignedIn();
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
    <div className="grid gap-2 text-sm">
      <h3 className="font-medium">When support asks for diagnostics</h3>
      <p className="max-w-prose text-muted-foreground">
        A diagnostic copy contains what the app did in the last 10 minutes, states, counts, times, versions,
        and random IDs. It contains no names, notes, or keys.
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
  );
}

function showProblem(problem: unknown): void {
  toast.error(problem instanceof Error ? problem.message : String(problem));
}
