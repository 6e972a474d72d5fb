import { useCallback, useState } from 'react';

/** Which record of a list is open in its form: nothing, a new one, or one of them. */
export interface FileEdit<Row> {
  /** Another number for each opening, so that a form after a form begins anew. */
  opening: number;
  /** `null` for a new record; `undefined` while no form is open. */
  row: Row | null | undefined;
  openNew: () => void;
  open: (row: Row) => void;
  close: () => void;
}

export function useFileEdit<Row>(): FileEdit<Row> {
  const [{ opening, row }, set] = useState<{ opening: number; row: Row | null | undefined }>({
    opening: 0,
    row: undefined,
  });
  const change = useCallback(
    (next: Row | null | undefined) => set((before) => ({ opening: before.opening + 1, row: next })),
    [],
  );
  return {
    opening,
    row,
    openNew: useCallback(() => change(null), [change]),
    open: change,
    close: useCallback(() => change(undefined), [change]),
  };
}
