import { type ReactNode, useMemo, useState } from 'react';
import { ownActor } from '#screens/device/own-actor.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import type { DataTableColumn } from '#ui/data-table.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { countOf, type ReportAction, type ReportStep } from './report-action.ts';
import type { LooseReport } from './report-state.ts';

/** The selected rows, for bulk actions. */
export interface RowSelection {
  actions: readonly (ReportAction<object> | ReportStep<object>)[];
  /** Selected rows among those shown, in their order. */
  rows: readonly object[];
  has: (row: object) => boolean;
  toggle: (row: object) => void;
  /** Selects exactly these rows. */
  set: (rows: readonly object[]) => void;
}

/** Null if the report has no actions for this person. */
export function useSelection(report: LooseReport, shown: readonly object[]): RowSelection | null {
  const { profile } = useSignedIn();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const actor = ownActor(profile);
    const offered: RowSelection['actions'] = [...(report.actions ?? []), ...(report.steps ?? [])];
    const actions = offered.filter(({ may }) => may(actor));
    if (actions.length === 0) return null;
    const has = (row: object) => ids.has(report.rowId(row));
    return {
      actions,
      rows: shown.filter(has),
      has,
      toggle(row) {
        const id = report.rowId(row);
        setIds((before) => {
          const after = new Set(before);
          if (!after.delete(id)) after.add(id);
          return after;
        });
      },
      set: (rows) => setIds(new Set(rows.map((row) => report.rowId(row)))),
    };
  }, [report, shown, ids, profile]);
}

/** The column of checkboxes. */
export function selectionColumn(
  selection: RowSelection,
  rowName: (row: object) => string,
  shown: readonly object[],
): DataTableColumn<object> {
  const count = selection.rows.length;
  return {
    ...{ id: 'selected', header: 'Selected', width: '2.75rem', sortable: false },
    value: () => null,
    head: (
      <Checkbox
        aria-label="Select all"
        disabled={shown.length === 0}
        checked={count > 0 && count === shown.length ? true : count > 0 ? 'indeterminate' : false}
        onCheckedChange={(checked) => selection.set(checked === true ? shown : [])}
      />
    ),
    cell: (row, isActive) => (
      <Checkbox
        aria-label={`Select ${rowName(row)}`}
        tabIndex={isActive ? 0 : -1}
        checked={selection.has(row)}
        onCheckedChange={() => selection.toggle(row)}
      />
    ),
  };
}

interface SelectionBarProps {
  selection: RowSelection;
  rowName: (row: object) => string;
  /** Takes rows along as a file. */
  exportOf: ((rows: readonly object[]) => ReactNode) | undefined;
  onDone: () => void;
}

/** The actions for the selected rows; visible once a row is selected. */
export function SelectionBar({ selection, rowName, exportOf, onDone }: SelectionBarProps) {
  const { rows, actions } = selection;
  const actor = ownActor(useSignedIn().profile);
  const possibleOf = ({ refusal }: Pick<ReportAction<object>, 'refusal'>) =>
    rows.filter((row) => refusal(row, actor) === null).length;
  const [asked, setAsked] = useState<{
    action: ReportAction<object> | ReportStep<object>;
    rows: readonly object[];
  } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {rows.length > 0 && (
        <section
          aria-label="Selected rows"
          className="sticky bottom-2 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-border bg-popover px-4 py-2.5 shadow-float print:hidden"
        >
          <p role="status" className="mr-auto font-medium text-sm tabular-nums">
            {rows.length.toLocaleString('en-US')} selected
          </p>
          {actions.map((action, place) => (
            <Button
              key={action.id}
              size="sm"
              variant={action.isDestructive || place > 0 ? 'outline' : 'default'}
              disabled={possibleOf(action) === 0}
              onClick={() => setAsked({ action, rows })}
            >
              {action.label} {countOf(action, possibleOf(action))}
            </Button>
          ))}
          {exportOf?.(rows)}
          <Button size="sm" variant="ghost" onClick={() => selection.set([])}>
            Clear selection
          </Button>
        </section>
      )}
      {asked !== null &&
        'form' in asked.action &&
        asked.action.form(asked.rows, {
          onClose: close,
          onDone() {
            selection.set([]);
            onDone();
          },
        })}
      {asked !== null && !('form' in asked.action) && (
        <BulkDialog
          action={asked.action}
          rows={asked.rows}
          rowName={rowName}
          onClose={close}
          onDone={(refused) => {
            selection.set(refused);
            onDone();
          }}
        />
      )}
    </>
  );
}
