import { toast } from 'sonner';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { makeRescueFile, rescueFileName } from '#sync/files/rescue-file.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { downloadJson } from './download.ts';

/** Unsynced changes in a file, encrypted, for a device that can't reach the server. */
export function RescueExport() {
  const { workspace } = useSignedIn();
  const saveRescue = async () => {
    const file = await makeRescueFile(workspace);
    downloadJson(rescueFileName(file), file);
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Export unsynced changes</CardTitle>
      </CardHeader>
      <CardContent className="grid justify-items-start gap-3 text-sm">
        <p className="max-w-prose text-muted-foreground">
          If this device can't reach the server, send an admin a rescue file by email or USB drive. It's
          encrypted, and your changes count once, whichever arrives first. Attachments aren't included: they
          stay on this device until it connects.
        </p>
        <Button
          variant="outline"
          className="max-sm:w-full"
          onClick={() =>
            void saveRescue().catch((problem: unknown) =>
              toast.error(problem instanceof Error ? problem.message : String(problem)),
            )
          }
        >
          Export a rescue file
        </Button>
      </CardContent>
    </Card>
  );
}
