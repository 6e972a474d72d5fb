import '#ui/class-conflicts.ts';
import { Link, useMatches, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { mayUse } from '#domain/access/permissions.ts';
import { recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { Reminders } from '#features/calendar/event/event-reminders.tsx';
import { Help, HelpButton } from '#features/help/help.tsx';
import { AppBadge } from '#features/notifications/app-badge.tsx';
import { Bell } from '#features/notifications/notification-bell.tsx';
import { Support, SupportButton } from '#features/tickets/support.tsx';
import { StartDayLater } from '#features/timecard/start-day-later.tsx';
import { type FirstPull, isHeld, useFirstPull } from '#screens/device/first-pull.ts';
import { OrganizationProvider, useOrganization } from '#screens/device/known-organization.tsx';
import { SignedInContext, type SignedInDevice, useSignedIn } from '#screens/device/signed-in.ts';
import { useSyncWords } from '#screens/device/sync-words.ts';
import { followTrail } from '#screens/list/trail.ts';
import { cn } from '#ui/class-names.ts';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { SyncStatus } from '#ui/sync-status.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { useViewport, type Viewport } from '#ui/viewport.ts';
import { FollowActivity } from './activity.tsx';
import { FindAnything, FindButton } from './find-anything.tsx';
import { KeptScreen } from './kept-screen.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { Letterhead } from './letterhead.tsx';
import { hasBell, menuParams } from './menu-entries.ts';
import { Notices } from './notices.tsx';
import { usePageTitle } from './page-title.ts';
import { followRecent } from './recent-places.ts';
import { focusNewScreens } from './screen-focus.ts';
import { SideMenu } from './side-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** Whether a URL exists in the narrow layout: My Sessions and below (specification, 2). */
export function isInNarrowLayout(pathname: string): boolean {
  return /^\/my-sessions(?:\/info\/[^/]+)?\/?$/.test(pathname);
}

interface ShellProps {
  device: SignedInDevice;
  /** The screen. */
  children: ReactNode;
}

/**
 * The frame around a logged-in person's screen. The narrow layout has no menu, and its screens bring their
 * own top bar. A screen stays mounted when a resized window or a turned device changes the layout.
 */
export function Shell({ device, children }: ShellProps) {
  const viewport = useViewport();
  // Of the screen that is rendered, which a moment after a click is still the old one.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const router = useRouter();
  const { history, navigate } = router;
  const showTickets = () => void navigate({ to: '/tickets/open' });
  const showChangelog = () => void navigate({ to: '/changelog' });
  const { auth, grants, user_id } = device.profile;
  useEffect(() => followTrail(history), [history]);
  useEffect(() => focusNewScreens(router), [router]);
  useEffect(() => followRecent(history, user_id), [history, user_id]);
  const holder = { role: auth, grants };
  const isRefused = useMatches({
    select: (matches) =>
      matches.some(
        ({ routeId, staticData: { permission } }) =>
          routeId === '/_signed-in/$' || (permission !== undefined && !mayUse(holder, permission)),
      ),
  });
  const isNarrow = viewport === 'narrow';
  const isMissing = isNarrow && !isInNarrowLayout(pathname);
  return (
    <SignedInContext value={device}>
      <OrganizationProvider>
        <Help pathname={pathname} hasPages={!isNarrow}>
          <Support {...(isNarrow ? {} : { onSubmitted: showTickets, onChangelog: showChangelog })}>
            <FindAnything isOff={isNarrow}>
              <Surroundings {...{ viewport, isMissing, isRefused }}>
                <KeptScreen {...{ pathname, isMissing, isRefused }}>{children}</KeptScreen>
              </Surroundings>
            </FindAnything>
          </Support>
        </Help>
      </OrganizationProvider>
      <LeaveQuestion />
      <Reminders />
      <AppBadge />
      <FollowActivity />
      <Toaster />
    </SignedInContext>
  );
}

interface SurroundingsProps {
  viewport: Viewport;
  /** The narrow layout has no such screen. */
  isMissing: boolean;
  /** There is no such screen, or the person has no access. */
  isRefused: boolean;
  children: ReactNode;
}

/** Menu, bars, and notices; instead of a screen whose rows haven't loaded, the progress. */
function Surroundings({ viewport, isMissing, isRefused, children }: SurroundingsProps) {
  const isNarrow = viewport === 'narrow';
  const title = usePageTitle();
  const reads = useMatches({ select: (matches) => matches.at(-1)?.staticData.reads ?? 'everything' });
  const punches = useMatches({ select: (matches) => matches.at(-1)?.staticData.punches === true });
  const { emp, provider_id } = useSignedIn().profile;
  const pull = useFirstPull();
  const isOffline = useSyncWords()?.tone === 'offline';
  const isLoading = reads !== 'nothing' && !isMissing && !isRefused && !isReady(reads, pull);
  return (
    <div data-screen className="flex min-h-dvh">
      {!isNarrow && (
        <Aside isRail={viewport === 'rail'}>
          <SideMenu isRail={viewport === 'rail'} />
        </Aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        {!isNarrow && <TopBar isRail={viewport === 'rail'} />}
        {isNarrow && (isMissing || isLoading) && <BareBar />}
        <div className="contents print:hidden">
          <Notices />
        </div>
        <main
          id="main"
          // Read out when a new screen gets the focus.
          aria-label={title}
          tabIndex={-1}
          className={cn('flex min-w-0 flex-1 flex-col outline-none', !isNarrow && 'p-6 xl:px-8 print:p-0')}
        >
          <Letterhead />
          {isLoading
            ? // Until the device has loaded there is nothing to show: it takes only a moment.
              pull && (
                <div className={cn(isNarrow && 'px-4')}>
                  <LoadingRecords words={pull.words} percent={pull.percent} lines={6} />
                  {punches && provider_id !== null && recordsLunch(emp) && <StartDayLater />}
                  {isOffline && (
                    <p className="text-sm">You're offline. Loading continues when you're back online.</p>
                  )}
                </div>
              )
            : children}
        </main>
      </div>
    </div>
  );
}

/** Later than every day: the rows of some days are enough. */
const ANY_DAY = '9999';

function isReady(reads: 'everything' | 'recent', pull: FirstPull | null | undefined): boolean {
  if (pull === undefined) return false;
  return isHeld(pull, reads === 'recent' ? ANY_DAY : undefined);
}

/** In the narrow layout, if there is no screen with a bar. */
function BareBar() {
  return (
    <header className="flex h-14 items-center justify-between border-border border-b bg-card pr-2 pl-4">
      <span className="flex items-center gap-2.5 font-semibold">
        <img src="/icons/icon.svg" alt="" className="size-7" />
        Caseload
      </span>
      <UserMenu />
    </header>
  );
}

function Aside({ isRail, children }: { isRail: boolean; children: ReactNode }) {
  return (
    <aside
      // Above the top bar, which the skip link covers on a tablet.
      className={`sticky top-0 z-50 flex h-dvh flex-col print:hidden overflow-y-auto border-border border-r bg-card ${isRail ? 'w-15' : 'w-60'}`}
    >
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 rounded-md bg-primary px-3 py-2 font-medium text-primary-foreground text-sm not-focus:sr-only"
      >
        Skip to main content
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

function TopBar({ isRail }: { isRail: boolean }) {
  const title = usePageTitle();
  const { profile } = useSignedIn();
  const navigate = useNavigate();
  const words = useSyncWords();
  const { name, logo } = useOrganization();
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-3 border-border border-b bg-background px-6 xl:px-8 print:hidden">
      <p className="min-w-0 flex-1 truncate font-medium text-muted-foreground text-sm">{title}</p>
      {logo === null ? (
        <span className="max-w-64 truncate text-muted-foreground text-sm max-lg:hidden">{name}</span>
      ) : (
        <img src={logo} alt={name} title={name} className="max-h-8 max-w-40 object-contain" />
      )}
      {words !== undefined && (
        <SyncStatus {...words}>
          <Link to="/sync" />
        </SyncStatus>
      )}
      <FindButton />
      <HelpButton />
      <SupportButton />
      {hasBell(profile.auth, isRail ? 'rail' : 'full') && (
        <Bell
          onView={(notification) =>
            void navigate({
              to: '/provider/my-profile/$id',
              params: menuParams(profile),
              search: { tab: 3, notification },
            })
          }
        />
      )}
      <UserMenu />
    </header>
  );
}
