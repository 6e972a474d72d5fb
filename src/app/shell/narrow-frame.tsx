import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFoundPage } from '../not-found-page.tsx';
import { Notices } from './notices.tsx';

/** Whether an address exists in the narrow layout: My Sessions and what lies below it (specification, 2). */
export function isInNarrowLayout(pathname: string): boolean {
  return /^\/my-sessions(?:\/info\/[^/]+)?\/?$/.test(pathname);
}

/** The reduced mobile layout: one column, no menu. The screen brings its own top bar and actions. */
export function NarrowFrame({ userMenu, children }: { userMenu: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="flex h-12 items-center justify-between border-border border-b bg-card pr-1 pl-4">
        <span className="flex items-center gap-2 font-semibold text-sm">
          <img src="/icons/icon.svg" alt="" className="size-6" />
          Caseload
        </span>
        {userMenu}
      </div>
      <Notices />
      <main id="main" className="flex min-h-0 flex-1 flex-col">
        {isInNarrowLayout(pathname) ? children : <NotFoundPage isNarrow />}
      </main>
    </div>
  );
}
