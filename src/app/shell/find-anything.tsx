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

/** Above every screen: Ctrl+K or ⌘K opens the command palette, and "?" the shortcuts, except over an open dialog. */
export function FindAnything({ isOff, children }: FindAnythingProps) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const close = () => setOpen(null);
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
  usePageKeys(isOff ? {} : { '?': () => setOpen('shortcuts') });
  const [openPalette] = useState(() => () => setOpen('palette'));
  return (
    <OpenPalette value={openPalette}>
      {children}
      {open === 'palette' && (
        <CommandPalette
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
