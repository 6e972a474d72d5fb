import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Holder } from '#domain/access/permissions.ts';
import { officeToDos } from '#features/home/office-to-dos.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { cn } from '#ui/class-names.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/dropdown-menu.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { reloadOnArrival } from './fresh-page.ts';
import { useLunchReminder } from './lunch-reminder.ts';
import {
  isBelow,
  isGroup,
  isSection,
  type MenuGroup,
  type MenuLink,
  type MenuLinkEntry,
  type MenuSection,
  menuFor,
  menuParams,
} from './menu-entries.ts';
import { useMenuReader } from './menu-reader.ts';
import { PendingBadge } from './pending-badge.tsx';
import { usePendingCount } from './pending-count.ts';

const rowLook = cn(
  'flex min-h-9 w-full items-center py-1 gap-3 rounded-md px-2.5 font-medium text-muted-foreground text-sm transition-colors',
  'hover:bg-accent hover:text-foreground touch:h-11',
  'aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary',
  '[&_svg]:size-4.5 [&_svg]:shrink-0',
);
const railLook = cn(
  'grid size-10 place-items-center rounded-md text-muted-foreground transition-colors touch:size-11',
  'hover:bg-accent hover:text-foreground data-[state=open]:bg-accent',
  'aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary data-[current]:text-primary',
  '[&_svg]:size-5',
);

/** Some screens start from a fresh page. */
function useOpened(link: MenuLink): { onClick?: () => void } {
  const router = useRouter();
  if (link.reloads !== true) return {};
  return { onClick: () => reloadOnArrival(router, (pathname) => isBelow(link, pathname)) };
}

function useTarget({ to }: MenuLink) {
  const { profile } = useSignedIn();
  return { to, params: menuParams(profile) };
}

interface FullLinkProps {
  link: MenuLink;
  icon?: MenuLinkEntry['icon'];
  /** How many lunch cards wait on its screen. */
  lunchCards?: number;
}

function FullLink({ link, icon: Icon, lunchCards = 0 }: FullLinkProps) {
  return (
    <Link {...useTarget(link)} className={rowLook} {...useOpened(link)}>
      {Icon !== undefined && <Icon aria-hidden="true" />}
      {link.label}
      <Reminder count={lunchCards} words="to acknowledge" />
    </Link>
  );
}

/** What waits on the screens of the Reports dashboard. */
interface Waiting {
  /** Null for people who aren't told what waits on all of them. */
  pending: ReturnType<typeof usePendingCount>;
  lunchCards: number;
  reader: Holder;
}

const NOTHING_WAITS = { pending: null, lunchCards: 0 };

function countOf({ pending, lunchCards }: Waiting): number {
  return pending?.pending ?? lunchCards;
}

function wordsOf({ pending }: Waiting): string {
  return pending === null ? 'to acknowledge' : 'to review';
}

/** Amber, with the words for screen readers. */
function Reminder({ count, words }: { count: number; words: string }) {
  if (count === 0) return null;
  return (
    <Badge variant="warning">
      {count.toLocaleString('en-US')}
      <span className="sr-only"> {words}</span>
    </Badge>
  );
}

/** The count at the heading of the dashboard. */
function DashboardCount({ waiting }: { waiting: Waiting }) {
  if (waiting.pending === null) return <Reminder count={waiting.lunchCards} words="to acknowledge" />;
  return <PendingBadge pending={waiting.pending} reader={waiting.reader} />;
}

function linksWithin(group: MenuGroup): MenuLink[] {
  return group.links.flatMap((link) => (isSection(link) ? link.links : [link]));
}

function hasDashboard(group: MenuGroup): boolean {
  return group.links.some((link) => isSection(link) && link.isDashboard === true);
}

function FullGroup({ group, waiting }: { group: MenuGroup; waiting: Waiting }) {
  const { pathname } = useLocation();
  const isInside = linksWithin(group).some((link) => isBelow(link, pathname));
  const [isOpen, setOpen] = useState(isInside);
  const listId = useId();
  const { icon: Icon, head } = group;
  const count = isOpen ? 0 : countOf(waiting);
  const opener = { 'aria-expanded': isOpen, 'aria-controls': listId, onClick: () => setOpen(!isOpen) };
  const chevron = (
    <ChevronDown
      aria-hidden="true"
      className={cn('ml-auto size-4! transition-transform', isOpen && 'rotate-180')}
    />
  );
  return (
    <>
      {head === undefined ? (
        <button
          type="button"
          className={cn(rowLook, isInside && !isOpen && 'bg-primary-soft text-primary')}
          {...opener}
        >
          <Icon aria-hidden="true" />
          {group.label}
          <Reminder count={count} words={wordsOf(waiting)} />
          {chevron}
        </button>
      ) : (
        <div className="relative">
          <FullLink link={head} icon={Icon} />
          {count > 0 && (
            <Badge
              variant="warning"
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 right-9 my-auto h-5 touch:right-11"
            >
              {count.toLocaleString('en-US')}
            </Badge>
          )}
          <button
            type="button"
            aria-label={`More under ${group.label}${count === 0 ? '' : `, ${count} ${wordsOf(waiting)}`}`}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md px-2.5 text-muted-foreground hover:text-foreground touch:w-11 [&_svg]:m-0"
            {...opener}
          >
            {chevron}
          </button>
        </div>
      )}
      <ul id={listId} hidden={!isOpen} className="mt-0.5 ml-4.5 grid gap-0.5 border-border border-l pl-3">
        {group.links.map((link) => (
          <li key={link.label}>
            {isSection(link) ? <FullSection section={link} waiting={waiting} /> : <FullLink link={link} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function FullSection({ section, waiting }: { section: MenuSection; waiting: Waiting }) {
  const headingId = useId();
  return (
    <>
      <div className="flex items-center gap-2 px-2.5 pt-2.5 pb-1 text-muted-foreground text-xs">
        <p id={headingId}>{section.label}</p>
        {section.isDashboard === true && <DashboardCount waiting={waiting} />}
      </div>
      <ul aria-labelledby={headingId} className="grid gap-0.5">
        {section.links.map((link) => (
          <li key={link.to}>
            <FullLink
              link={link}
              // Otherwise the heading has the number.
              lunchCards={link.countsLunchCards && waiting.pending !== null ? waiting.lunchCards : 0}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function RailLink({ entry }: { entry: MenuLinkEntry }) {
  const { icon: Icon } = entry;
  return (
    <Tooltip content={entry.label} side="right">
      <Link {...useTarget(entry)} aria-label={entry.label} className={railLook} {...useOpened(entry)}>
        <Icon aria-hidden="true" />
      </Link>
    </Tooltip>
  );
}

function RailGroup({ group, waiting }: { group: MenuGroup; waiting: Waiting }) {
  const count = countOf(waiting);
  const { pathname } = useLocation();
  const isInside = linksWithin(group).some((link) => isBelow(link, pathname));
  const { icon: Icon } = group;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={count === 0 ? group.label : `${group.label}, ${count} ${wordsOf(waiting)}`}
        title={group.label}
        className={cn(railLook, 'relative')}
        data-current={isInside || undefined}
      >
        <Icon aria-hidden="true" />
        {count > 0 && (
          // In the corner, so that it doesn't cover the icon.
          <Badge
            variant="warning"
            aria-hidden="true"
            className="absolute -top-1 -right-1.5 h-4 min-w-4 justify-center px-1 py-0 text-2xs"
          >
            {count > 99 ? '99+' : count}
          </Badge>
        )}
      </DropdownMenuTrigger>
      <DropdownMenuContent side="right" align="start" sideOffset={10}>
        <DropdownMenuLabel>{group.label}</DropdownMenuLabel>
        {group.links.map((link) =>
          isSection(link) ? (
            <DropdownMenuGroup key={link.label} aria-label={link.label}>
              <DropdownMenuSeparator />
              <DropdownMenuLabel className="flex items-center gap-2">
                {link.label}
                {link.isDashboard === true && <Reminder count={count} words={wordsOf(waiting)} />}
              </DropdownMenuLabel>
              {link.isDashboard === true && <PendingLinks waiting={waiting} />}
              {link.links.map((one) => (
                <FlyoutLink key={one.to} link={one} />
              ))}
            </DropdownMenuGroup>
          ) : (
            <FlyoutLink key={link.to} link={link} />
          ),
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** What the count of the dashboard is made of. */
function PendingLinks({ waiting: { pending, reader } }: { waiting: Waiting }) {
  if (pending === null) return null;
  return officeToDos(pending.made_of, reader).map(({ id, count, words: [one, several], link }) => (
    <DropdownMenuItem key={id} asChild>
      <Link {...link} className="text-muted-foreground">
        {count.toLocaleString('en-US')} {count === 1 ? one : several}
      </Link>
    </DropdownMenuItem>
  ));
}

function FlyoutLink({ link }: { link: MenuLink }) {
  return (
    <DropdownMenuItem asChild>
      <Link {...useTarget(link)} {...useOpened(link)}>
        {link.label}
      </Link>
    </DropdownMenuItem>
  );
}

/** The left menu: in full, or as a rail of icons with flyouts. */
export function SideMenu({ isRail }: { isRail: boolean }) {
  const reader = useMenuReader();
  const waiting: Waiting = { pending: usePendingCount(reader), lunchCards: useLunchReminder(reader), reader };
  const waitingIn = (group: MenuGroup) => (hasDashboard(group) ? waiting : { ...NOTHING_WAITS, reader });
  return (
    <nav aria-label="Main" className={isRail ? 'px-2 py-3' : 'px-3 py-3'}>
      <ul className={cn('grid gap-0.5', isRail && 'justify-items-center gap-1')}>
        {menuFor(reader, isRail ? 'rail' : 'full').map((entry) => (
          <li key={entry.label}>
            {isGroup(entry) ? (
              isRail ? (
                <RailGroup group={entry} waiting={waitingIn(entry)} />
              ) : (
                <FullGroup group={entry} waiting={waitingIn(entry)} />
              )
            ) : isRail ? (
              <RailLink entry={entry} />
            ) : (
              <FullLink link={entry} icon={entry.icon} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
