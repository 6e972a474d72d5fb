import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { Button } from '#ui/button.tsx';

/** For URLs that don't exist or aren't accessible: both look the same. */
export function NotFoundPage({ isNarrow = false }: { isNarrow?: boolean }) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-20 text-center">
      <span className="mb-2 grid size-12 place-items-center rounded-lg border border-border bg-muted text-muted-foreground">
        <MapPinOff aria-hidden="true" className="size-5.5" />
      </span>
      <h1 className="font-semibold text-xl">
        {isNarrow ? 'Page not found' : "Page not found, or you don't have access to it."}
      </h1>
      {isNarrow && (
        <p className="max-w-prose text-muted-foreground">
          This page isn't available on a phone. Open it on a tablet or computer.
        </p>
      )}
      <Button asChild className="mt-3">
        <Link to={isNarrow ? '/my-sessions' : '/'}>{isNarrow ? 'My Sessions' : 'Home'}</Link>
      </Button>
    </div>
  );
}
