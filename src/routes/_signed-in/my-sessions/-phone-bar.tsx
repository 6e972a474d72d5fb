import type { ReactNode } from 'react';
import { useSyncWords } from '#screens/device/sync-words.ts';
import { SyncStatus } from '#ui/sync-status.tsx';

interface PhoneBarProps {
  title: ReactNode;
  userMenu: ReactNode;
  onOpenSync: () => void;
  /** A second line, such as the day. */
  below?: ReactNode;
}

/** The top bar of the narrow layout: title and sync status. */
export function PhoneBar({ title, userMenu, onOpenSync, below }: PhoneBarProps) {
  const words = useSyncWords();
  return (
    <header className="sticky top-0 z-30 border-border border-b bg-card pt-[env(safe-area-inset-top)]">
      <div className="flex h-13 items-center gap-1 pr-3 pl-4">
        {/* The title is truncated first: the sync status must be readable completely. */}
        <div className="min-w-0 flex-1">
          {typeof title === 'string' ? <h1 className="truncate font-semibold text-base">{title}</h1> : title}
        </div>
        <div className="flex min-w-0 max-w-[80%] shrink-0 justify-end">
          {words !== undefined && (
            <SyncStatus {...words} isBrief>
              <button type="button" onClick={onOpenSync} className="px-1.5" />
            </SyncStatus>
          )}
        </div>
        {userMenu}
      </div>
      {below && <div className="flex justify-center px-1 pb-1">{below}</div>}
    </header>
  );
}
