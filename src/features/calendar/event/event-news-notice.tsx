import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import type { News } from './event-news.ts';

interface EventNewsNoticeProps {
  news: readonly News[];
  /** Use the other person's change instead of what was entered. */
  onTakeOver: (one: News) => void;
}

/**
 * What someone else changed while the form was open. It takes the focus, because the person has just pressed
 * Save.
 */
export function EventNewsNotice({ news, onTakeOver }: EventNewsNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="grid gap-2 rounded-lg bg-warning-soft px-3 py-2.5 text-sm outline-none"
    >
      <p className="text-warning">
        <strong className="block font-semibold">
          Someone else changed this event while you were editing.
        </strong>
        Nothing was overwritten. Your changes are still here: review them, then continue.
      </p>
      <dl className="grid gap-1.5">
        {news.map((one) => (
          <div key={one.label}>
            <dt className="font-medium">{one.label}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap tabular-nums">
              <del className="text-muted-foreground">{one.before}</del> →{' '}
              <ins className="no-underline">{one.now}</ins>
            </dd>
            {one.entered !== null && (
              <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="wrap-anywhere">Yours: {one.entered}</span>
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Use theirs: ${one.label}`}
                  onClick={() => onTakeOver(one)}
                >
                  Use theirs
                </Button>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  );
}
