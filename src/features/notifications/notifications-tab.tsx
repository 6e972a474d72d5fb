import { BellOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type LocalNotification, pastNotifications } from '#db/notifications.ts';
import {
  isInTime,
  isUnviewed,
  isViewed,
  needsAcknowledgment,
} from '#domain/notifications/announcement-rules.ts';
import { isolated } from '#domain/text/isolated.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { viewNotification } from './answer-notification.ts';
import { MessageFiles } from './file-links.tsx';
import { MessageBody } from './message-body.tsx';

const MINUTE_MS = 60_000;

interface NotificationsTabProps {
  /** The one that is open. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** Everything that the person was told, newest first. */
export function NotificationsTab({ openId, onOpen }: NotificationsTabProps) {
  const minute = useNow(MINUTE_MS);
  const now = new Date(minute + MINUTE_MS).toISOString();
  const rows = useLocal((db) => pastNotifications(db, now), [now]);
  const loading = useLoading();
  if (loading !== null) return <LoadingRecords words={loading.words} percent={loading.percent} />;
  if (rows === undefined) return null;
  if (rows.length === 0) {
    return (
      <EmptyState icon={BellOff} title="No notifications yet">
        Your announcements and notifications are kept here.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Notifications" className="overflow-hidden rounded-lg border border-border bg-card">
      {rows.map((row) => (
        <NotificationItem
          key={row.id}
          row={row}
          now={now}
          isOpen={row.id === openId}
          onToggle={() => onOpen(row.id === openId ? null : row.id)}
        />
      ))}
    </ul>
  );
}

interface Shown {
  words: string;
  variant: 'success' | 'warning' | 'neutral';
}

/** @param now ISO 8601 */
function stateOf(row: LocalNotification, now: string): Shown {
  // It was edited after it was viewed, and then its time passed: nothing is asked any more.
  if (!isViewed(row) && !isInTime(row, now)) return { words: 'Expired', variant: 'neutral' };
  if (!isViewed(row)) {
    return needsAcknowledgment(row)
      ? { words: 'Needs your acknowledgment', variant: 'warning' }
      : { words: 'New', variant: 'warning' };
  }
  return row.acknowledged_at === null
    ? { words: 'Viewed', variant: 'neutral' }
    : { words: 'Acknowledged', variant: 'success' };
}

interface NotificationItemProps {
  row: LocalNotification;
  /** ISO 8601. */
  now: string;
  isOpen: boolean;
  onToggle: () => void;
}

function NotificationItem({ row, now, isOpen, onToggle }: NotificationItemProps) {
  const { workspace } = useSignedIn();
  const { words, variant } = stateOf(row, now);
  const button = useRef<HTMLButtonElement>(null);
  // The one that a link opens may be far down.
  useEffect(() => {
    if (isOpen) button.current?.focus();
  }, [isOpen]);
  const open = () => {
    onToggle();
    if (isViewed(row) || row.kind === 'announcement') return;
    viewNotification(workspace, row).catch((error: unknown) =>
      console.error('Network response was not ok', error),
    );
  };
  return (
    <li className="border-border border-t first:border-t-0">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-left hover:bg-accent touch:min-h-11"
        onClick={open}
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="font-medium text-sm">{row.title}</span>
          <span className="text-muted-foreground text-xs tabular-nums">
            {[isolated(row.provider_name), displayDay(row.effective_date ?? row.shown_from.slice(0, 10))]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <Badge variant={variant}>{words}</Badge>
      </button>
      {isOpen && (
        <div className="grid gap-3 border-border border-t px-5 py-4">
          {row.display_msg !== '' && <p className="text-sm">{row.display_msg}</p>}
          {row.message !== '' && <MessageBody html={row.message} />}
          <MessageFiles attachments={row.attachments} />
          {row.acknowledged_at !== null && (
            <p className="text-muted-foreground text-xs tabular-nums">
              You acknowledged this on {pacificDisplay(row.acknowledged_at)}.
            </p>
          )}
          {isUnviewed(row, now) && needsAcknowledgment(row) && (
            <Button asChild variant="outline" className="justify-self-start">
              <a href="/home">Acknowledge on the home screen</a>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
