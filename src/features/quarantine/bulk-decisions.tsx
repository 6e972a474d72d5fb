import { useState } from 'react';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { BulkDialog } from '#screens/report/bulk-dialog.tsx';
import { countOf, type ReportAction } from '#screens/report/report-action.ts';
import { Button } from '#ui/button.tsx';
import { CheckRow } from '#ui/check-row.tsx';
import { QUARANTINE_DECISIONS } from './quarantine-decisions.ts';
import { detailWords, titleWords } from './quarantine-words.ts';

interface BulkDecisionsProps {
  /** All that this person can decide on. */
  decidable: readonly QuarantinedWrite[];
  chosen: ReadonlySet<string>;
  names: KnownNames;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onDone: () => void;
}

/** Decides on the chosen held changes, one after the other, after a summary. */
export function BulkDecisions({ decidable, chosen, names, onChoose, onDone }: BulkDecisionsProps) {
  const [asked, setAsked] = useState<{
    action: ReportAction<QuarantinedWrite>;
    rows: readonly QuarantinedWrite[];
  } | null>(null);
  const [isDecided, setDecided] = useState(false);
  // A change that depends on another comes after it.
  const selected = decidable
    .filter(({ write_id }) => chosen.has(write_id))
    .sort((one, other) => one.captured_at.localeCompare(other.captured_at));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-border border-b px-4 py-2.5 sm:px-5">
      <CheckRow
        checked={selected.length === decidable.length}
        onChange={(isChosen) => onChoose(new Set(isChosen ? decidable.map(({ write_id }) => write_id) : []))}
      >
        Select all
      </CheckRow>
      {selected.length > 0 &&
        QUARANTINE_DECISIONS.map((action) => (
          <Button
            key={action.id}
            size="sm"
            variant="outline"
            onClick={() => setAsked({ action, rows: selected })}
          >
            {action.label} {countOf(action, selected.length)}
          </Button>
        ))}
      {asked !== null && (
        <BulkDialog
          {...asked}
          rowName={(write) =>
            [
              ...[titleWords(write), detailWords(write, write.current ?? null, names), write.author_name],
              `entered ${pacificDisplay(write.captured_at)}`,
            ]
              .filter((part) => part !== '')
              .join(', ')
          }
          // The list may have nothing to decide together any more: it is read once the outcome has been read.
          onClose={() => {
            setAsked(null);
            if (!isDecided) return;
            setDecided(false);
            onChoose(new Set());
            onDone();
          }}
          onDone={() => setDecided(true)}
        />
      )}
    </div>
  );
}
