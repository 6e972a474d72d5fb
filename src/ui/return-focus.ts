import { useRef } from 'react';

interface FocusHandlers {
  onOpenAutoFocus?: ((event: Event) => void) | undefined;
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

/**
 * Returns the focus to where it was when a panel opened.
 *
 * Radix returns it only to its own trigger; a panel opened by state has none and would drop the focus on the
 * page.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event);
      const element = opener.current;
      if (event.defaultPrevented) return;
      // The element that opened it may be gone: then the screen itself gets the focus.
      const target = element?.isConnected === true ? element : document.getElementById('main');
      if (!(target instanceof HTMLElement)) return;
      event.preventDefault();
      target.focus();
    },
  };
}
