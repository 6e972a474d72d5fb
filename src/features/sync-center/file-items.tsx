import { HardDriveDownload } from 'lucide-react';
import { useState } from 'react';
import { openFile } from '#db/attachment-files.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { isoNow } from '#sync/clock.ts';
import { discardFile, resumeFile } from '#sync/files/attached-files.ts';
import { Button } from '#ui/button.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { saveFile } from '#ui/save-file.ts';
import type { FileOnItsWay } from './queue.ts';

/** A file that the server knows and whose parts are being uploaded. */
export function WaitingFile({ file, detail }: FileOnItsWay) {
  return (
    <li className="grid gap-0.5 border-border border-t px-4 py-3 first:border-t-0 sm:px-5">
      <p className="font-medium text-sm">Attachment</p>
      <p className="wrap-anywhere text-sm">{detail}</p>
      <p className="flex items-start gap-1.5 text-muted-foreground text-xs leading-4 tabular-nums">
        <HardDriveDownload aria-hidden="true" className="size-4 shrink-0 text-primary" />
        {`Waiting to sync, ${Math.round((file.arrived.length / file.parts) * 100)}% sent. Files upload while Caseload is open.`}
      </p>
      <p className="text-muted-foreground text-xs tabular-nums">Entered {pacificDisplay(file.captured_at)}</p>
    </li>
  );
}

/** A file that the server rejected: its author can try again, download it, or discard it. */
export function StoppedFile({ file, detail, file_name }: FileOnItsWay) {
  const { workspace } = useSignedIn();
  const [isDiscarding, setDiscarding] = useState(false);
  const takeAlong = async () => {
    const parts = await openFile(workspace.db, file.id, isoNow(workspace.clock));
    if (parts !== null) saveFile(file_name, new Blob(parts));
  };
  return (
    <li className="grid gap-3 border-border border-t px-4 py-4 first:border-t-0 sm:px-5">
      <div className="grid gap-1">
        <p className="font-medium">Attachment</p>
        <p className="wrap-anywhere text-muted-foreground text-sm">{detail}</p>
        <p className="text-destructive text-sm">{file.problem?.message}</p>
        <p className="text-muted-foreground text-xs tabular-nums">
          Entered {pacificDisplay(file.captured_at)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void resumeFile(workspace, file.id)}>
          Send again
        </Button>
        <Button size="sm" variant="outline" onClick={() => void takeAlong()}>
          Save a copy
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setDiscarding(true)}>
          Discard
        </Button>
      </div>
      <Confirmation
        open={isDiscarding}
        onOpenChange={setDiscarding}
        onConfirm={() => discardFile(workspace, file.id)}
        title="Confirmation - Discard"
        destructive
      >
        {`${detail}. This file will never be uploaded. Save a copy first if you may need it later.`}
      </Confirmation>
    </li>
  );
}
