import { Fragment, type ReactNode, useCallback, useState } from 'react';

/** Which record of a list is open in its form: none, a new one, or an existing one. */
interface RecordEdit<Row> {
  openNew: () => void;
  open: (row: Row) => void;
  /** Renders the form, given the record, null for a new one, and a function that closes it. */
  form: (render: (row: Row | null, leads: FormLeads) => ReactNode) => ReactNode;
}

export interface FormLeads {
  onClose: () => void;
  onAddAnother: () => void;
}

export function useRecordEdit<Row>(): RecordEdit<Row> {
  const [{ opening, row }, set] = useState<{ opening: number; row: Row | null | undefined }>({
    opening: 0,
    row: undefined,
  });
  const change = useCallback(
    (next: Row | null | undefined) => set((before) => ({ opening: before.opening + 1, row: next })),
    [],
  );
  const openNew = useCallback(() => change(null), [change]);
  const close = useCallback(() => change(undefined), [change]);
  return {
    openNew,
    open: change,
    form: (render) =>
      row !== undefined && (
        // Remounts the form for each record.
        <Fragment key={opening}>{render(row, { onClose: close, onAddAnother: openNew })}</Fragment>
      ),
  };
}
