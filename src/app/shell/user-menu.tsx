import { useNavigate } from '@tanstack/react-router';
import {
  ChevronDown,
  CircleHelp,
  CloudUpload,
  Download,
  LifeBuoy,
  LogOut,
  Monitor,
  Moon,
  Sun,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { roleLabel } from '#domain/access/roles.ts';
import { useOpenHelp } from '#features/help/help.tsx';
import { useOpenSupport } from '#features/tickets/support.tsx';
import { ownName } from '#screens/device/own-name.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { cn } from '#ui/class-names.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/dropdown-menu.tsx';
import { type ThemeChoice, useThemeChoice } from '#ui/theme-choice.ts';
import { useViewport } from '#ui/viewport.ts';
import { installApp, useInstallOffer } from '../install-offer.ts';
import { LogOutDialog, useLogOut } from './log-out-dialog.tsx';
import { type AccountEntry, accountMenuFor, type MenuLink, menuParams } from './menu-entries.ts';

const themes: readonly { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** The logged-in person and what concerns them rather than a screen. */
export function UserMenu() {
  const width = useViewport();
  const { profile } = useSignedIn();
  const { unsent, logOut, stay, ask } = useLogOut();
  const [theme, chooseTheme] = useThemeChoice();
  const canInstall = useInstallOffer() !== 'none';
  const navigate = useNavigate();
  const openSupport = useOpenSupport();
  const openHelp = useOpenHelp();

  const accountEntries = accountMenuFor({ role: profile.auth, grants: profile.grants }, width);

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={`User menu, ${ownName(profile)}`}
          className="grid size-9 place-items-center rounded-full border border-border bg-card text-muted-foreground transition-colors hover:bg-accent hover:text-foreground touch:size-11"
        >
          <UserRound aria-hidden="true" className="size-4.5" />
        </DropdownMenuTrigger>
        <DropdownMenuContent className="w-64">
          <div className="px-2 py-1.5">
            <p className="wrap-anywhere font-medium text-sm">{ownName(profile)}</p>
            <p className="wrap-anywhere text-muted-foreground text-xs">{profile.email}</p>
            <p className="mt-1 text-muted-foreground text-xs">{roleLabel(profile.auth)}</p>
          </div>
          <DropdownMenuSeparator />
          {accountEntries.map((entry) =>
            'links' in entry ? (
              <AccountGroup key={entry.label} {...entry} onGo={(to) => void navigate({ to })} />
            ) : (
              <DropdownMenuItem
                key={entry.to}
                onSelect={() => void navigate({ to: entry.to, params: menuParams(profile) })}
              >
                <entry.icon aria-hidden="true" />
                {entry.label}
              </DropdownMenuItem>
            ),
          )}
          {width === 'narrow' && (
            <>
              <DropdownMenuItem onSelect={openHelp}>
                <CircleHelp aria-hidden="true" />
                Help
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={openSupport}>
                <LifeBuoy aria-hidden="true" />
                Support
              </DropdownMenuItem>
              <DropdownMenuSeparator />
            </>
          )}
          {width !== 'narrow' && (
            <DropdownMenuItem onSelect={() => void navigate({ to: '/sync' })}>
              <CloudUpload aria-hidden="true" />
              Sync center
            </DropdownMenuItem>
          )}
          {canInstall && (
            <DropdownMenuItem onSelect={() => void installApp()}>
              <Download aria-hidden="true" />
              Install app
            </DropdownMenuItem>
          )}
          {(width !== 'narrow' || canInstall) && <DropdownMenuSeparator />}
          <DropdownMenuLabel>Theme</DropdownMenuLabel>
          <DropdownMenuRadioGroup
            value={theme}
            onValueChange={(value) =>
              chooseTheme(themes.find((one) => one.value === value)?.value ?? 'system')
            }
          >
            {themes.map(({ value, label, icon: Icon }) => (
              <DropdownMenuRadioItem key={value} value={value} onSelect={(event) => event.preventDefault()}>
                <Icon aria-hidden="true" />
                {label}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => void ask()}>
            <LogOut aria-hidden="true" />
            Logout
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {unsent > 0 && <LogOutDialog unsent={unsent} onStay={stay} onLogOut={logOut} />}
    </>
  );
}

interface AccountGroupProps extends Extract<AccountEntry, { links: unknown }> {
  onGo: (to: MenuLink['to']) => void;
}

/** A heading that collapses and expands its links without closing the menu. */
function AccountGroup({ label, icon: Icon, links, onGo }: AccountGroupProps) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <>
      <DropdownMenuItem
        aria-expanded={isExpanded}
        onSelect={(event) => {
          event.preventDefault();
          setExpanded(!isExpanded);
        }}
      >
        <Icon aria-hidden="true" />
        {label}
        <ChevronDown
          aria-hidden="true"
          className={cn('ml-auto transition-transform', isExpanded && 'rotate-180')}
        />
      </DropdownMenuItem>
      {isExpanded &&
        links.map((link) => (
          <DropdownMenuItem key={link.to} className="pl-9" onSelect={() => onGo(link.to)}>
            {link.label}
          </DropdownMenuItem>
        ))}
    </>
  );
}
