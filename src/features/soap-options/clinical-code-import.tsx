import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Service } from '#contract/catalogue.ts';
import type { LocalClinicalCode } from '#db/soap-options.ts';
import { readCodeFile } from '#domain/students/clinical-code-file.ts';
import { useOfficeWrite } from '#screens/device/office-write.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

interface ClinicalCodeImportProps {
  kind: LocalClinicalCode['kind'];
  services: readonly Service[];
  onClose: () => void;
}

type Reading = ReturnType<typeof readCodeFile> & { csv: string };

const MOST_SHOWN = 50;

/** A file of codes: read here first, line by line, then sent as a whole. */
export function ClinicalCodeImport({ kind, services, onClose }: ClinicalCodeImportProps) {
  const write = useOfficeWrite();
  const [reading, setReading] = useState<Reading | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const choose = async (file: File | undefined) => {
    setProblem(null);
    const csv = (await file?.text()) ?? null;
    setReading(csv === null ? null : { csv, ...readCodeFile(csv, kind, services) });
  };
  const send = async ({ csv, codes }: Reading) => {
    setSending(true);
    setProblem(null);
    try {
      const refused = await write(`${kind}-code.import`, { body: { csv } }, 0);
      if (refused === null) {
        toast.success(`${codeWords(codes.length)} imported`, { duration: 2_500 });
        onClose();
      } else setProblem(Object.values(refused).join(' '));
    } catch (fault) {
      setProblem(fault instanceof Error ? fault.message : String(fault));
    }
    setSending(false);
  };
  const isFit = reading !== null && reading.problems.length === 0;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Import codes</DialogTitle>
          <DialogDescription>
            Use a CSV file with the columns code, description, and (optional) service. Codes already in the
            list are updated; all others stay as they are.
          </DialogDescription>
        </DialogHeader>
        <div className="grid gap-4">
          <Field label="CSV file" error={problem ?? undefined}>
            <Input
              type="file"
              accept=".csv,text/csv"
              className="h-auto cursor-pointer py-1.5 pl-1.5 file:mr-3 file:h-7 file:cursor-pointer file:rounded-md file:border file:border-border file:bg-secondary file:px-3 file:font-medium"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          </Field>
          <div role="status" className="text-sm">
            {isFit && `${codeWords(reading.codes.length)} ready to import.`}
            {reading !== null && reading.problems.length > 0 && (
              <div className="grid gap-2">
                <p className="font-medium text-destructive">
                  {reading.problems.length === 1
                    ? '1 error. Nothing was imported.'
                    : `${reading.problems.length} errors. Nothing was imported.`}
                </p>
                <ul aria-label="Errors" className="grid max-h-60 gap-1 overflow-y-auto">
                  {reading.problems.slice(0, MOST_SHOWN).map(({ line, message }) => (
                    <li key={`${line} ${message}`}>
                      <span className="font-medium tabular-nums">Line {line}:</span> {message}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        </div>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isFit}
            progress={isSending ? 'loading' : 'idle'}
            onClick={() => reading !== null && void send(reading)}
          >
            {!isSending && <FileUp aria-hidden="true" />}
            Import
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function codeWords(count: number): string {
  return count === 1 ? '1 code' : `${count.toLocaleString('en-US')} codes`;
}
