import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface DisclosureProps {
  title: ReactNode;
  children: ReactNode;
  onOpenChange?: (isOpen: boolean) => void;
}

/** What few people need, behind its title. Closed each time it is shown. */
export function Disclosure({ title, children, onOpenChange }: DisclosureProps) {
  return (
    <details
      className="group print:not-open:hidden"
      onToggle={({ currentTarget }) => onOpenChange?.(currentTarget.open)}
    >
      <summary className="flex min-h-8 w-fit cursor-pointer items-center gap-1.5 rounded-md font-medium text-muted-foreground text-sm hover:text-foreground touch:min-h-11">
        <ChevronRight
          aria-hidden="true"
          className="size-4 transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        {title}
      </summary>
      {children}
    </details>
  );
}
