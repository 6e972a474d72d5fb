import { Download, Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { usePrinting } from '#ui/use-printing.ts';
import { CopyButton } from './copy-button.tsx';

const TITLE = 'Caseload recovery codes';
const WORDS =
  'Without your phone, each code logs you in once. We show them only now, so keep them somewhere safe.';

/** The codes, to copy, download, or print. They can't be shown again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const isPrinting = usePrinting();
  return (
    <div className="grid gap-2.5">
      <p className="text-muted-foreground text-sm">{WORDS}</p>
      <CodeList codes={codes} />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} what="recovery codes" />
        <Button
          variant="outline"
          size="sm"
          onClick={() =>
            saveFile('caseload-recovery-codes.txt', new Blob([[TITLE, '', ...codes, ''].join('\n')]))
          }
        >
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button variant="outline" size="sm" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      {isPrinting && <PrintSheet codes={codes} />}
    </div>
  );
}

function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ul
      aria-label="Recovery codes"
      className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-md border border-border bg-muted p-3 font-mono text-sm"
    >
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}

function PrintSheet({ codes }: { codes: readonly string[] }) {
  return createPortal(
    <div data-print-sheet className="hidden gap-4 print:grid">
      <h1 className="font-semibold text-lg">{TITLE}</h1>
      <p>{WORDS}</p>
      <CodeList codes={codes} />
    </div>,
    document.body,
  );
}
