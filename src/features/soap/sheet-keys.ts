import { type RefCallback, useCallback, useEffect, useRef } from 'react';

const WRITTEN_IN = 'input, textarea, select, [contenteditable], [role="combobox"]';

/**
 * Single keys of an open sheet. They count while the focus is inside it and not in a field,
 * once for each press; a dialog over the sheet has its own keys.
 *
 * @returns the `ref` of the sheet's element
 */
export function useSheetKeys(keys: Record<string, () => void>): RefCallback<HTMLElement> {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  return useCallback((element) => {
    // Not React's: that one would also hear the dialogs that are drawn from inside the sheet.
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
