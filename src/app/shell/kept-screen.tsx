import { type ReactNode, useState } from 'react';
import { NotFoundPage } from '../not-found-page.tsx';

interface KeptScreenProps {
  pathname: string;
  /** The current layout has no such screen. */
  isMissing: boolean;
  /** There is no such screen, or the person has no access. */
  isRefused: boolean;
  /** The screen. */
  children: ReactNode;
}

/**
 * The screen, or why it isn't shown. One that was open before the window became too narrow stays mounted out of
 * sight, so that nothing is lost that was entered there: files, half-filled forms, and whatever is running. A form in
 * a sheet stays open, and can be finished.
 */
export function KeptScreen({ pathname, isMissing, isRefused, children }: KeptScreenProps) {
  const [opened, setOpened] = useState<string | null>(null);
  /** Where something was typed, checked, or chosen. */
  const [entered, setEntered] = useState<string | null>(null);
  const isShown = !isMissing && !isRefused;
  const isKept = isMissing && !isRefused && opened === pathname;
  const now = isShown || isKept ? pathname : null;
  if (now !== opened) {
    setOpened(now);
    setEntered(null);
  }
  return (
    <>
      {(isShown || isKept) && (
        // Also of sheets and dialogs above the screen; what is typed to find a choice goes with its list.
        <div
          className={isKept ? 'hidden' : 'contents'}
          onInput={({ target }) => {
            if ((target as Element).getAttribute('role') !== 'combobox') setEntered(pathname);
          }}
        >
          {children}
        </div>
      )}
      {!isShown && (
        <NotFoundPage
          isWide={isMissing && !isRefused}
          isKept={isKept}
          isEntered={isKept && entered === pathname}
        />
      )}
    </>
  );
}
