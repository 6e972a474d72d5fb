import { type ReactNode, useEffect, useState } from 'react';
import { KeyHint } from './key-hint.tsx';

/** How long the first press counts. */
const ARMED_MS = 4_000;

interface PressTwice {
  /** Pressed once. */
  isArmed: boolean;
  press: () => void;
}

/**
 * A key that decides only if it is pressed twice in a row: what it does can't be undone, and a single key is
 * easily pressed by mistake. Any other key or click, another record, and four seconds take the first press back.
 *
 * @param shown the id of the record on the screen; nothing while there is none
 */
export function usePressTwice(key: string, shown: string | null, decide: () => void): PressTwice {
  const [armed, setArmed] = useState<string | null>(null);
  const isArmed = armed !== null && armed === shown;
  useEffect(() => {
    if (!isArmed) return;
    const disarm = () => setArmed(null);
    const disarmByKey = (event: KeyboardEvent) => event.key.toLowerCase() !== key && disarm();
    const timer = setTimeout(disarm, ARMED_MS);
    document.addEventListener('keydown', disarmByKey, { capture: true });
    document.addEventListener('click', disarm);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', disarmByKey, { capture: true });
      document.removeEventListener('click', disarm);
    };
  }, [isArmed, key]);
  const press = () => {
    setArmed(isArmed ? null : shown);
    if (isArmed) decide();
  };
  return { isArmed, press };
}

interface PressTwiceWordsProps {
  isArmed: boolean;
  /** "A" */
  of: string;
  children: ReactNode;
}

/** The words of the button of such a key. */
export function PressTwiceWords({ isArmed, of, children }: PressTwiceWordsProps) {
  return (
    <>
      {isArmed && `Press ${of} again `}
      <span className={isArmed ? 'sr-only' : undefined}>{children}</span>
      {!isArmed && <KeyHint>{of}</KeyHint>}
    </>
  );
}
