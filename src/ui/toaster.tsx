import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Toaster as Sonner } from 'sonner';
import { Spinner } from './spinner.tsx';

/** Sonner's own variables; React's type of `style` has no custom properties. */
const ownColors = {
  '--normal-bg': 'var(--popover)',
  '--normal-border': 'var(--border)',
  '--normal-text': 'var(--popover-foreground)',
  '--border-radius': 'var(--radius-lg)',
  fontFamily: 'var(--font-sans)',
} as CSSProperties;

/** Renders sonner's toasts; once, at the root. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      expand
      containerAriaLabel="Messages"
      // Above the actions that stick to the bottom of forms, notes, and lists.
      offset={{ bottom: '7rem', right: 24 }}
      mobileOffset={{ bottom: 'calc(5.5rem + env(safe-area-inset-bottom))', left: 12, right: 12 }}
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-4.5 text-success" />,
        error: <CircleAlert aria-hidden="true" className="size-4.5 text-destructive" />,
        warning: <TriangleAlert aria-hidden="true" className="size-4.5 text-warning" />,
        info: <Info aria-hidden="true" className="size-4.5 text-primary" />,
        loading: <Spinner />,
      }}
      style={ownColors}
      toastOptions={{
        classNames: {
          description: 'text-muted-foreground!',
          actionButton: 'bg-primary! text-primary-foreground! h-8! rounded-md! px-3! touch:h-11!',
          cancelButton: 'bg-secondary! text-secondary-foreground! h-8! rounded-md! px-3! touch:h-11!',
        },
      }}
    />
  );
}
