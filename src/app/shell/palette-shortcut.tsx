import { useEffect, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

const CommandPalette = lazyPart(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));

/** Ctrl+K or ⌘K opens the command palette, except over an open dialog. */
export function PaletteShortcut() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return <CommandPalette onClose={close} absence={{ onClose: close }} />;
}
