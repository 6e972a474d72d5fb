import { Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ClaimBatch } from '#contract/claim-batches.ts';
import { CLAIM_FORMAT_LABELS, CLAIM_FORMATS, type ClaimFormat } from '#domain/money/claim-filing.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { counted } from '#domain/text/counted.ts';
import { isolated } from '#domain/text/isolated.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { saveFile } from '#ui/save-file.ts';

interface ClaimBatchListProps {
  batches: readonly ClaimBatch[];
  mayVoid: boolean;
  onChanged: () => Promise<void>;
}

const EXTENSIONS: Readonly<Record<ClaimFormat, string>> = { '837p': 'txt', csv: 'csv' };

/** All batches, newest first, with their files. */
export function ClaimBatchList({ batches, mayVoid, onChanged }: ClaimBatchListProps) {
  const command = useServerCommand();
  const [voiding, setVoiding] = useState<ClaimBatch | null>(null);
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold text-base">Batches</h2>
      {batches.length === 0 ? (
        <p className="text-sm">No batches yet.</p>
      ) : (
        <ul aria-label="Batches" className="grid divide-y text-sm">
          {batches.map((batch) => (
            <li key={batch.id} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
              <div className="grid gap-0.5">
                <span className="font-medium">
                  {`No. ${batch.control_number}, ${batch.payer} `}
                  {batch.voided_at !== null && <Badge variant="outline">Void</Badge>}
                </span>
                <span>
                  {`${displayDay(batch.start_date)} – ${displayDay(batch.end_date)}: ${counted(batch.claim_count, 'claim line')}, ${moneyText(batch.total_cents)}`}
                </span>
                <span className="text-muted-foreground text-xs">
                  {`${isolated(batch.created_by_name)}, ${pacificDisplay(batch.captured_at)}`}
                  {batch.void_reason !== '' && `. Voided: ${batch.void_reason}`}
                </span>
              </div>
              <span className="flex flex-wrap gap-2">
                {CLAIM_FORMATS.map((format) => (
                  <FileButton key={format} batch={batch} format={format} />
                ))}
                {mayVoid && batch.voided_at === null && (
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={`Void batch ${batch.control_number}`}
                    onClick={() => setVoiding(batch)}
                  >
                    Void
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {voiding !== null && (
        <NoteConfirmation
          action="Void"
          label="Reason"
          needsNote
          destructive
          onClose={() => setVoiding(null)}
          onConfirm={async (reason) => {
            try {
              await command(
                'claim-batch.void',
                { params: { id: voiding.id }, body: { reason } },
                voiding.version,
              );
              toast.success('Claim batch voided', { duration: 2_500 });
            } finally {
              await onChanged();
            }
          }}
        >
          The control number isn't used again. The sessions can be claimed again.
        </NoteConfirmation>
      )}
    </section>
  );
}

function FileButton({ batch, format }: { batch: ClaimBatch; format: ClaimFormat }) {
  const { engine } = useSignedIn();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const response = await engine.api.open('claim-batch.read', new AbortController().signal, {
        params: { id: batch.id },
        query: { format },
      });
      saveFile(`claims-${batch.control_number}.${EXTENSIONS[format]}`, await response.blob());
    } catch (problem) {
      console.warn("A file wasn't downloaded.", problem);
      toast.error("The file couldn't be downloaded. Check your connection and try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="sm"
      variant="outline"
      progress={isBusy ? 'loading' : 'idle'}
      aria-label={`Download batch ${batch.control_number}: ${CLAIM_FORMAT_LABELS[format]}`}
      onClick={() => void download()}
    >
      {!isBusy && <Download aria-hidden="true" />}
      {format === '837p' ? '837P' : 'CSV'}
    </Button>
  );
}
