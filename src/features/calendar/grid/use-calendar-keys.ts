import { type RefObject, useEffect, useRef } from 'react';

const WRITTEN_IN =
  'input, textarea, select, [contenteditable], [role="combobox"], [role="dialog"], [role="alertdialog"]';

/**
 * Single-key shortcuts of a calendar. They work only while the focus is inside it, so that voice input or
 * typing elsewhere does nothing here.
 * @returns the handler for the element around the calendar
 */
export function useCalendarKeys(keys: Record<string, () => void>): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const element = around.current;
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(WRITTEN_IN) !== null) return;
      const act = latest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, []);
  return around;
}
