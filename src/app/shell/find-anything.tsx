import { Search } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { usePageKeys } from '#screens/review/review-keys.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const CommandPalette = lazyPart(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const ShortcutSheet = lazyPart(async () => ({
  default: (await import('./shortcut-sheet.tsx')).ShortcutSheet,
}));

const OpenPalette = createContext<() => void>(() => undefined);

interface FindAnythingProps {
  /** The narrow layout has few screens to find. */
  isOff: boolean;
  children: ReactNode;
}

/**
 * Above every screen: Ctrl+K or ⌘K opens the command palette, and "?" the shortcuts, except over an open dialog. What is
 * typed before the palette has the focus is for the palette: it would be lost, or press the keys of the screen below.
 */
export function FindAnything({ isOff, children }: FindAnythingProps) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const [words, setWords] = useState('');
  const close = () => {
    setOpen(null);
    setWords('');
  };
  useEffect(() => {
    if (isOff) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) setOpen('palette');
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOff]);
  useEffect(() => {
    if (open !== 'palette') return;
    const collect = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (key.length !== 1 && key !== 'Backspace') return;
      if (document.querySelector('[role="dialog"]')?.contains(document.activeElement) === true) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setWords((before) => (key === 'Backspace' ? before.slice(0, -1) : before + key));
    };
    window.addEventListener('keydown', collect, true);
    return () => window.removeEventListener('keydown', collect, true);
  }, [open]);
  usePageKeys(isOff ? {} : { '?': () => setOpen('shortcuts') });
  const [openPalette] = useState(() => () => setOpen('palette'));
  return (
    <OpenPalette value={openPalette}>
      {children}
      {open === 'palette' && (
        <CommandPalette
          words={words}
          onWords={setWords}
          onClose={close}
          onShortcuts={() => setOpen('shortcuts')}
          absence={{ onClose: close }}
        />
      )}
      {open === 'shortcuts' && <ShortcutSheet onClose={close} absence={{ onClose: close }} />}
    </OpenPalette>
  );
}

/** The button in the header that opens the command palette. */
export function FindButton() {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Find"
      aria-keyshortcuts="Control+K Meta+K"
      title="Find (Ctrl+K)"
      onClick={useContext(OpenPalette)}
    >
      <Search aria-hidden="true" />
    </Button>
  );
}
