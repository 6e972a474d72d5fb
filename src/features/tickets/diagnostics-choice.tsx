import { useId, useRef, useState } from 'react';
import { LONGEST_DIAGNOSTICS } from '#domain/tickets/ticket.ts';
import { readBrowserFacts } from '#screens/device/browser-facts.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { makeDiagnosticCopy } from '#sync/files/diagnostic-copy.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Label } from '#ui/label.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';

type DiagnosticCopy = Awaited<ReturnType<typeof makeDiagnosticCopy>>;

/** The copy as JSON. A long outbox is cut: its first changes are those that are stuck. */
function textOf(copy: DiagnosticCopy): string {
  for (let kept = copy.outbox.length; ; kept = Math.floor(kept / 2)) {
    const cut = { ...copy, outbox_count: copy.outbox.length, outbox: copy.outbox.slice(0, kept) };
    const text = JSON.stringify(cut, null, 2);
    if (text.length <= LONGEST_DIAGNOSTICS || kept === 0) return text;
  }
}

interface DiagnosticsChoiceProps {
  /** What will be attached; empty without consent. */
  value: string;
  onChange: (diagnostics: string) => void;
}

/** Asks whether a diagnostic copy of this device is attached, and shows exactly what is sent. */
export function DiagnosticsChoice({ value, onChange }: DiagnosticsChoiceProps) {
  const { engine, workspace } = useSignedIn();
  const [isMaking, setMaking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Only the newest choice counts: making a copy takes a moment. */
  const latest = useRef(0);
  const boxId = useId();
  const helpId = useId();
  const choose = async (isWanted: boolean) => {
    latest.current += 1;
    const turn = latest.current;
    setProblem(null);
    setMaking(isWanted);
    if (!isWanted) return onChange('');
    try {
      const copy = await makeDiagnosticCopy(workspace, engine.getStatus(), await readBrowserFacts());
      if (turn === latest.current) onChange(textOf(copy));
    } catch (failed) {
      if (turn === latest.current) setProblem(failed instanceof Error ? failed.message : String(failed));
    }
    if (turn === latest.current) setMaking(false);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-center gap-2.5">
        <Checkbox
          id={boxId}
          checked={value !== '' || isMaking}
          aria-describedby={helpId}
          onCheckedChange={(next) => void choose(next === true)}
        />
        <Label htmlFor={boxId}>Attach a diagnostic copy of this device</Label>
      </div>
      <p id={helpId} className="text-muted-foreground text-xs">
        Screens, requests, and errors of the last 10 minutes, plus sync status, counts, times, versions, and
        random IDs. No names, notes, or keys.
      </p>
      {problem !== null && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      {value !== '' && (
        <Disclosure title="What is sent">
          <ScrollRegion
            as="pre"
            className="max-h-48 overflow-auto rounded-lg border border-border bg-muted p-3 font-mono text-xs"
          >
            {value}
          </ScrollRegion>
        </Disclosure>
      )}
    </div>
  );
}
