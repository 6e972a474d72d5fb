import { Link, type LinkProps, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { stepsBackTo } from './trail.ts';

interface BackLinkProps {
  /** The list. */
  to: LinkProps;
  title: string;
}

/**
 * Leads from a record to its list as the browser's Back does, to the filters, the order, and the place that it was
 * left with. Where this tab hasn't shown the list, it opens.
 */
export function BackLink({ to, title }: BackLinkProps) {
  const router = useRouter();
  return (
    <Button
      asChild
      variant="ghost"
      className="-ml-3 max-w-[calc(100%+0.75rem)] justify-self-start print:hidden"
    >
      <Link
        {...to}
        onClick={(event) => {
          // In a new tab or window it is an ordinary link.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          const steps = stepsBackTo(router.history, router.buildLocation(to).pathname);
          if (steps === null) return;
          event.preventDefault();
          router.history.go(-steps);
        }}
      >
        <ArrowLeft aria-hidden="true" />
        <span className="truncate">{title}</span>
      </Link>
    </Button>
  );
}
