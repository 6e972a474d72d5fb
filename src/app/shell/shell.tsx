import { Link, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayUse } from '#domain/access/permissions.ts';
import { SignedInContext, type SignedInDevice } from '#sync/signed-in.ts';
import { useSyncWords } from '#sync/sync-words.ts';
import { SyncStatus } from '#ui/sync-status.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { useViewport } from '#ui/viewport.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { NarrowFrame } from './narrow-frame.tsx';
import { Notices } from './notices.tsx';
import { usePageTitle } from './page-title.ts';
import { SideMenu } from './side-menu.tsx';
import { UserMenu } from './user-menu.tsx';

interface ShellProps {
  device: SignedInDevice;
  onLogOut: (discardUnsent: boolean) => void;
  /** The screen. */
  children: ReactNode;
}

/** Everything around a signed-in person's screen. */
export function Shell({ device, onLogOut, children }: ShellProps) {
  const viewport = useViewport();
  const { auth, grants } = device.profile;
  const holder = { role: auth, grants };
  const isRefused = useMatches({
    select: (matches) =>
      matches.some(
        ({ staticData: { permission } }) => permission !== undefined && !mayUse(holder, permission),
      ),
  });
  return (
    <SignedInContext value={device}>
      {viewport === 'narrow' ? (
        <NarrowFrame userMenu={<UserMenu hasSyncCentre={false} onLogOut={onLogOut} />}>
          {children}
        </NarrowFrame>
      ) : (
        <div className="grid min-h-dvh grid-cols-[auto_minmax(0,1fr)]">
          <Aside isRail={viewport === 'rail'}>
            <SideMenu holder={holder} isRail={viewport === 'rail'} />
          </Aside>
          <div className="flex min-w-0 flex-col">
            <TopBar userMenu={<UserMenu hasSyncCentre onLogOut={onLogOut} />} />
            <Notices />
            <main id="main" tabIndex={-1} className="flex-1 p-6 outline-none xl:px-8">
              {isRefused ? <NotFoundPage /> : children}
            </main>
          </div>
        </div>
      )}
      <LeaveQuestion />
      <Toaster />
    </SignedInContext>
  );
}

function Aside({ isRail, children }: { isRail: boolean; children: ReactNode }) {
  return (
    <aside
      className={`sticky top-0 flex h-dvh flex-col overflow-y-auto border-border border-r bg-card ${isRail ? 'w-15' : 'w-60'}`}
    >
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-primary px-3 py-2 font-medium text-primary-foreground text-sm focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the screen
      </a>
      <Link
        to="/"
        aria-label="Caseload"
        className={`flex h-14 shrink-0 items-center gap-2.5 font-semibold text-base tracking-tight ${isRail ? 'justify-center' : 'px-5'}`}
      >
        <img src="/icons/icon.svg" alt="" className="size-7" />
        {!isRail && 'Caseload'}
      </Link>
      {children}
    </aside>
  );
}

function TopBar({ userMenu }: { userMenu: ReactNode }) {
  const title = usePageTitle();
  const words = useSyncWords();
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-3 border-border border-b bg-background px-6 xl:px-8">
      <p className="min-w-0 flex-1 truncate font-medium text-muted-foreground text-sm">{title}</p>
      {words !== undefined && (
        <SyncStatus {...words}>
          <Link to="/sync" />
        </SyncStatus>
      )}
      {userMenu}
    </header>
  );
}
