import { type RefCallback, useCallback, useEffect, useRef } from 'react';

const WRITTEN_IN = 'input, textarea, select, [contenteditable], [role="combobox"]';

/**
 * Single-key shortcuts of an open sheet. They work while the focus is inside it and not in a field, once per
 * press; a dialog above the sheet has its own.
 * @returns the `ref` of the sheet's element
 */
export function useSheetKeys(keys: Record<string, () => void>): RefCallback<HTMLElement> {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  return useCallback((element) => {
    // Not a React handler, which would also receive the keys of dialogs rendered inside the sheet.
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(WRITTEN_IN) !== null) return;
      const act = latest.current[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, []);
}
