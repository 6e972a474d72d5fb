import { useNavigate, useRouter } from '@tanstack/react-router';
import { CloudUpload, Download, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { useState } from 'react';
import { outboxCounts } from '#db/outbox.ts';
import { roleLabel } from '#domain/access/roles.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
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
import { LogOutDialog } from './log-out-dialog.tsx';
import { accountMenuFor, menuParams } from './menu-entries.ts';

const themes: readonly { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** The logged-in person and what concerns them rather than a screen. */
export function UserMenu() {
  const width = useViewport();
  const { signIn } = useRouter().options.context;
  const logOut = (discardUnsent: boolean) =>
    signIn.actor.send({ type: 'signIn.ended', reason: 'logged-out', discardUnsent });
  const { profile, workspace } = useSignedIn();
  const [theme, chooseTheme] = useThemeChoice();
  const [unsent, setUnsent] = useState(0);
  const canInstall = useInstallOffer() !== 'none';
  const navigate = useNavigate();

  const accountEntries = accountMenuFor({ role: profile.auth, grants: profile.grants }, width);

  const askToLogOut = async () => {
    const { waiting, attention } = await outboxCounts(workspace.db);
    if (waiting + attention === 0) logOut(false);
    else setUnsent(waiting + attention);
  };

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={`User menu, ${profile.username}`}
          className="grid size-9 place-items-center rounded-full border border-border bg-card text-muted-foreground transition-colors hover:bg-accent hover:text-foreground touch:size-11"
        >
          <UserRound aria-hidden="true" className="size-4.5" />
        </DropdownMenuTrigger>
        <DropdownMenuContent className="w-60">
          <div className="px-2 py-1.5">
            <p className="truncate font-medium text-sm">{profile.username}</p>
            <p className="truncate text-muted-foreground text-xs">{profile.email}</p>
            <p className="mt-1 text-muted-foreground text-xs">{roleLabel(profile.auth)}</p>
          </div>
          <DropdownMenuSeparator />
          {accountEntries.map(({ label, to, icon: Icon }) => (
            <DropdownMenuItem key={to} onSelect={() => void navigate({ to, params: menuParams(profile) })}>
              <Icon aria-hidden="true" />
              {label}
            </DropdownMenuItem>
          ))}
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
          <DropdownMenuItem onSelect={() => void askToLogOut()}>
            <LogOut aria-hidden="true" />
            Logout
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {unsent > 0 && <LogOutDialog unsent={unsent} onStay={() => setUnsent(0)} onLogOut={logOut} />}
    </>
  );
}
