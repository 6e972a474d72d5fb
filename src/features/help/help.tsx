import { CircleHelp } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const HelpSheet = lazyPart(async () => ({ default: (await import('./help-sheet.tsx')).HelpSheet }));

const OpenHelp = createContext<() => void>(() => undefined);

/** Opens the help document at the page about the current screen. */
export function useOpenHelp(): () => void {
  return useContext(OpenHelp);
}

interface HelpProps {
  /** Of the current screen. */
  pathname: string;
  /** Whether other screens can be opened from here; the narrow layout has few. */
  hasPages: boolean;
  children: ReactNode;
}

/** The help document above every screen, so that nothing that is being entered has to be left. */
export function Help({ pathname, hasPages, children }: HelpProps) {
  const [isOpen, setOpen] = useState(false);
  const open = useMemo(() => () => setOpen(true), []);
  const close = () => setOpen(false);
  return (
    <OpenHelp value={open}>
      {children}
      {isOpen && (
        <HelpSheet pathname={pathname} hasPages={hasPages} onClose={close} absence={{ onClose: close }} />
      )}
    </OpenHelp>
  );
}

/** The button in the header that opens the help document. */
export function HelpButton() {
  return (
    <Button variant="ghost" size="icon" aria-label="Help" title="Help" onClick={useOpenHelp()}>
      <CircleHelp aria-hidden="true" />
    </Button>
  );
}
