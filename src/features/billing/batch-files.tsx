import { Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { QuickBooksBatch } from '#contract/quickbooks-export.ts';
import {
  batchFileName,
  QUICKBOOKS_FORMAT_LABELS,
  QUICKBOOKS_FORMATS,
  type QuickBooksFormat,
} from '#domain/money/quickbooks.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/dropdown-menu.tsx';
import { saveFile } from '#ui/save-file.ts';

/** Downloads the files of a batch. */
export function BatchFiles({ batch }: { batch: QuickBooksBatch }) {
  const { engine } = useSignedIn();
  const [isBusy, setBusy] = useState(false);
  const download = async (format: QuickBooksFormat) => {
    setBusy(true);
    try {
      const response = await engine.api.open('quickbooks.read', new AbortController().signal, {
        params: { id: batch.id },
        query: { format },
      });
      saveFile(batchFileName(batch, format), await response.blob());
    } catch (problem) {
      console.warn("A file wasn't downloaded.", problem);
      toast.error("The file couldn't be downloaded. Check your connection and try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          size="sm"
          variant="outline"
          progress={isBusy ? 'loading' : 'idle'}
          aria-label={`Download batch of ${displayDay(batch.start_date)} – ${displayDay(batch.end_date)}`}
        >
          {!isBusy && <Download aria-hidden="true" />}
          Download
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {QUICKBOOKS_FORMATS.map((format) => (
          <DropdownMenuItem key={format} onSelect={() => void download(format)}>
            {QUICKBOOKS_FORMAT_LABELS[format]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
