import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
import { areSingleKeysOn } from './single-keys.ts';

const WRITTEN_IN = 'input, textarea, select, [contenteditable], [role="combobox"]';
/** An overlay has its own keys. */
const OVER_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

type Keys = Record<string, () => void>;

/**
 * Single-key shortcuts of an open sheet, unless the person turned them off. They work while the focus is inside it
 * and not in a field, once per press; a dialog above the sheet has its own.
 * @returns the `ref` of the sheet's element
 */
export function useSheetKeys(keys: Keys): RefCallback<HTMLElement> {
  const press = usePress(keys, WRITTEN_IN);
  return useCallback(
    (element) => {
      // Not a React handler, which would also receive the keys of dialogs rendered inside the sheet.
      element?.addEventListener('keydown', press);
      return () => element?.removeEventListener('keydown', press);
    },
    [press],
  );
}

/** The same for a whole page, while the focus is outside fields, menus, and dialogs. */
export function usePageKeys(keys: Keys): void {
  const press = usePress(keys, `${WRITTEN_IN}, ${OVER_PAGE}`);
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);
}

function usePress(keys: Keys, elsewhere: string): (event: KeyboardEvent) => void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  return useCallback(
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(elsewhere) !== null) return;
      const act = latest.current[event.key.toLowerCase()];
      if (act === undefined || !areSingleKeysOn()) return;
      event.preventDefault();
      act();
    },
    [elsewhere],
  );
}

/**
 * Whether a record has been on the screen for longer than a double tap takes: the second tap
 * would decide the next one unread.
 *
 * @param shown the id of the record on the screen; nothing while there is none
 */
export function useHadTimeToRead(shown: string | null): () => boolean {
  const shownAt = useRef<number | null>(null);
  // Before a finger can reach it: a usual effect may run after the second tap.
  useLayoutEffect(() => {
    shownAt.current = shown === null ? null : performance.now();
  }, [shown]);
  return useCallback(
    () => shownAt.current !== null && performance.now() - shownAt.current >= DOUBLE_TAP_MS,
    [],
  );
}
