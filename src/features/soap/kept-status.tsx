import { CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** Where what is typed has got to; `label` says whose status it is. */
export function KeptStatus({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p role="status" aria-label={label} className="flex items-center gap-1.5 text-muted-foreground text-sm">
      <CheckCheck aria-hidden="true" className="size-4" />
      {children}
    </p>
  );
}
