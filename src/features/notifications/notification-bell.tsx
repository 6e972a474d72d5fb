import { Bell as BellIcon } from 'lucide-react';
import { useState } from 'react';
import { type LocalNotification, openNotices } from '#db/notifications.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { isoNow } from '#sync/clock.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/popover.tsx';
import { viewNotification } from './answer-notification.ts';

const MINUTE_MS = 60_000;

interface BellProps {
  /** Opens the notifications of the own profile with this one. */
  onView: (id: string) => void;
}

/** The bell with the notices that weren't viewed or cleared. */
export function Bell({ onView }: BellProps) {
  const { workspace } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const minute = useNow(MINUTE_MS);
  const notices = useLocal((db) => openNotices(db, isoNow(workspace.clock)), [workspace, minute]) ?? [];
  const dismiss = (notice: LocalNotification) => {
    viewNotification(workspace, notice).catch((error: unknown) =>
      console.error('Network response was not ok', error),
    );
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label="Notifications"
        className="relative grid size-9 place-items-center rounded-full border border-border bg-card text-muted-foreground transition-colors hover:bg-accent hover:text-foreground touch:size-11"
      >
        <BellIcon aria-hidden="true" className="size-4.5" />
        {notices.length > 0 && (
          <Badge
            variant="warning"
            className="absolute -top-1 -right-1.5 h-4 min-w-4 justify-center px-1 py-0 text-2xs"
          >
            {notices.length > 99 ? '99+' : notices.length}
            <span className="sr-only"> new</span>
          </Badge>
        )}
      </PopoverTrigger>
      <PopoverContent aria-label="Notifications" align="end" className="max-h-[70dvh] overflow-y-auto p-0">
        {notices.length === 0 ? (
          <p className="p-4 text-muted-foreground text-sm">No new messages.</p>
        ) : (
          <ul aria-label="New notifications">
            {notices.map((notice) => (
              <li key={notice.id} className="grid gap-2 border-border border-t p-4 first:border-t-0">
                <div className="grid gap-0.5">
                  <p className="font-medium text-sm">{notice.title}</p>
                  <p className="text-muted-foreground text-xs tabular-nums">
                    {[notice.provider_name, notice.effective_date && displayDay(notice.effective_date)]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={`View: ${notice.title}`}
                    onClick={() => {
                      setOpen(false);
                      onView(notice.id);
                      dismiss(notice);
                    }}
                  >
                    View
                  </Button>
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Clear: ${notice.title}`}
                    onClick={() => dismiss(notice)}
                  >
                    Clear
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PopoverContent>
    </Popover>
  );
}
