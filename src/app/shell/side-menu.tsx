import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
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

/** Delay before a link of the Reports dashboard reloads the page (specification, 9). */
const RELOAD_PAUSE_MS = 50;

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

/**
 * Some screens start from a fresh page; without a worker to keep the key, a reload would ask for the
 * password.
 */
function useOpened(link: MenuLink): { onClick?: () => void } {
  const router = useRouter();
  if (link.reloads !== true) return {};
  return {
    onClick: () => {
      const stop = router.subscribe('onResolved', ({ toLocation }) => {
        stop();
        if (!isBelow(link, toLocation.pathname) || navigator.serviceWorker?.controller == null) return;
        setTimeout(() => window.location.reload(), RELOAD_PAUSE_MS);
      });
    },
  };
}

function useTarget({ to }: MenuLink) {
  const { profile } = useSignedIn();
  return { to, params: menuParams(profile) };
}

function FullLink({ link, icon: Icon }: { link: MenuLink; icon?: MenuLinkEntry['icon'] }) {
  return (
    <Link {...useTarget(link)} className={rowLook} {...useOpened(link)}>
      {Icon !== undefined && <Icon aria-hidden="true" />}
      {link.label}
    </Link>
  );
}

/** Amber, with the number as text for screen readers. */
function Reminder({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <Badge variant="warning" className={className}>
      {count}
      <span className="sr-only"> to acknowledge</span>
    </Badge>
  );
}

function linksWithin(group: MenuGroup): MenuLink[] {
  return group.links.flatMap((link) => (isSection(link) ? link.links : [link]));
}

function remindsOfLunchCards(group: MenuGroup): boolean {
  return group.links.some((link) => isSection(link) && link.remindsOfLunchCards === true);
}

function FullGroup({ group, count }: { group: MenuGroup; count: number }) {
  const { pathname } = useLocation();
  const isInside = linksWithin(group).some((link) => isBelow(link, pathname));
  const [isOpen, setOpen] = useState(isInside);
  const listId = useId();
  const { icon: Icon, head } = group;
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
        <button type="button" className={rowLook} {...opener}>
          <Icon aria-hidden="true" />
          {group.label}
          {!isOpen && <Reminder count={count} />}
          {chevron}
        </button>
      ) : (
        <div className="relative">
          <FullLink link={head} icon={Icon} />
          <button
            type="button"
            aria-label={`More under ${group.label}`}
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
            {isSection(link) ? (
              <FullSection section={link} count={isOpen ? count : 0} />
            ) : (
              <FullLink link={link} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function FullSection({ section, count }: { section: MenuSection; count: number }) {
  const headingId = useId();
  return (
    <>
      <p id={headingId} className="flex items-center gap-2 px-2.5 pt-2.5 pb-1 text-muted-foreground text-xs">
        {section.label}
        {section.remindsOfLunchCards === true && <Reminder count={count} />}
      </p>
      <ul aria-labelledby={headingId} className="grid gap-0.5">
        {section.links.map((link) => (
          <li key={link.to}>
            <FullLink link={link} />
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

function RailGroup({ group, count }: { group: MenuGroup; count: number }) {
  const { pathname } = useLocation();
  const isInside = linksWithin(group).some((link) => isBelow(link, pathname));
  const { icon: Icon } = group;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={count === 0 ? group.label : `${group.label}, ${count} to acknowledge`}
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
                {link.remindsOfLunchCards === true && <Reminder count={count} />}
              </DropdownMenuLabel>
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
  const waiting = useLunchReminder(reader);
  const countOf = (group: MenuGroup) => (remindsOfLunchCards(group) ? waiting : 0);
  return (
    <nav aria-label="Main" className={isRail ? 'px-2 py-3' : 'px-3 py-3'}>
      <ul className={cn('grid gap-0.5', isRail && 'justify-items-center gap-1')}>
        {menuFor(reader, isRail ? 'rail' : 'full').map((entry) => (
          <li key={entry.label}>
            {isGroup(entry) ? (
              isRail ? (
                <RailGroup group={entry} count={countOf(entry)} />
              ) : (
                <FullGroup group={entry} count={countOf(entry)} />
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
