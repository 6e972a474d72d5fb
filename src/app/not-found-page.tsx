import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { Button } from '#ui/button.tsx';

/**
 * For URLs that don't exist or aren't accessible: both look the same.
 *
 * @param isWide the page exists, but only on wider screens
 * @param isKept it was open before the window became narrow, and is still there
 * @param isEntered something was entered there
 */
export function NotFoundPage({
  isWide = false,
  isKept = false,
  isEntered = false,
}: {
  isWide?: boolean;
  isKept?: boolean;
  isEntered?: boolean;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-20 text-center">
      <span className="mb-2 grid size-12 place-items-center rounded-lg border border-border bg-muted text-muted-foreground">
        <CircleAlert aria-hidden="true" className="size-5.5" />
      </span>
      <h1 className="font-semibold text-xl">
        {isWide ? 'Not available on a phone' : "Page not found, or you don't have access to it."}
      </h1>
      {isWide && (
        <p className="text-muted-foreground">
          {!isKept && 'Open this page on a tablet or computer.'}
          {isKept && !isEntered && 'Make the window wider or turn your device to see this page again.'}
          {isKept &&
            isEntered &&
            'Make the window wider or turn your device. What you entered is still there.'}
        </p>
      )}
      <Button asChild className="mt-3">
        <Link to="/">{isWide ? 'Go to My Sessions' : 'Go home'}</Link>
      </Button>
    </div>
  );
}
