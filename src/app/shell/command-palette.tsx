import { type LinkProps, useNavigate, useRouter } from '@tanstack/react-router';
import {
  ArrowRight,
  Building2,
  CircleHelp,
  GraduationCap,
  Keyboard,
  LifeBuoy,
  LogOut,
  Plus,
  UserRound,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { Student } from '#contract/student.ts';
import { locationsByName } from '#db/catalog.ts';
import { clientsByName, providersById, studentsById } from '#db/people.ts';
import { useOpenHelp } from '#features/help/help.tsx';
import { useFoundArchived } from '#features/students/archived-students.tsx';
import { useOpenSupport } from '#features/tickets/support.tsx';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from '#ui/command.tsx';
import { Dialog, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { LogOutDialog, useLogOut } from './log-out-dialog.tsx';
import { useMenuReader } from './menu-reader.ts';
import { isFound, type PaletteGroup, type PalettePeople, paletteGroups } from './palette-entries.ts';
import { recentPlaces } from './recent-places.ts';

const ICONS = {
  Students: GraduationCap,
  Providers: UserRound,
  Clients: Building2,
  Actions: Plus,
  Recent: ArrowRight,
  Screens: ArrowRight,
} satisfies Record<PaletteGroup['heading'], typeof Plus>;

interface CommandPaletteProps {
  words: string;
  onWords: (words: string) => void;
  onClose: () => void;
  onShortcuts: () => void;
}

/** The people on this device, and students whom only the server has. */
function withOthers(people: PalettePeople, found: readonly Student[]): PalettePeople {
  const here = [...people.students];
  const known = new Set(here.map(({ id }) => id));
  return { ...people, students: [...here, ...found.filter(({ id }) => !known.has(id))] };
}

/**
 * Finds people, screens, and actions by keyboard, from what this device has: online and offline. Online it adds students archived
 * long ago.
 */
export function CommandPalette({ words, onWords, onClose, onShortcuts }: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { history } = useRouter();
  const { profile } = useSignedIn();
  const reader = useMenuReader();
  const openHelp = useOpenHelp();
  const openSupport = useOpenSupport();
  const { unsent, logOut, ask } = useLogOut();
  const [recent] = useState(() => recentPlaces(profile.user_id));
  const people = useLocal(async (db) => {
    const [students, providers, clients, schools] = await Promise.all([
      studentsById(db),
      providersById(db),
      clientsByName(db),
      locationsByName(db),
    ]);
    return { students: [...students.values()], providers: [...providers.values()], clients, schools };
  }, []);
  const archived = useFoundArchived(words);
  const go = (link: LinkProps) => {
    onClose();
    void navigate(link);
  };
  const instead = (open: () => void) => {
    onClose();
    open();
  };
  const { user_id, provider_id, emp } = profile;
  const groups = paletteGroups(
    { ...reader, user_id, provider_id, emp },
    withOthers(people ?? { students: [], providers: [], clients: [], schools: [] }, archived),
    { words, recent, here: history.location.pathname.replace(/\/+$/, '') },
  );
  const commands = [
    { label: 'Keyboard shortcuts', icon: Keyboard, run: onShortcuts },
    { label: 'Help', icon: CircleHelp, run: openHelp },
    { label: 'Support', icon: LifeBuoy, run: openSupport },
  ].filter(({ label }) => isFound(label, words));
  // The question takes the place of the palette.
  if (unsent > 0) return <LogOutDialog unsent={unsent} onStay={onClose} onLogOut={logOut} />;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        closable={false}
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          // Otherwise what was typed early is selected, and the next letter replaces it.
          event.preventDefault();
          input.current?.focus();
        }}
        className="top-[12dvh] translate-y-0 gap-0 overflow-hidden p-0 sm:p-0"
      >
        <DialogTitle className="sr-only">Find people, screens, and actions</DialogTitle>
        <Command shouldFilter={false} label="Find people, screens, and actions">
          <CommandInput
            value={words}
            onValueChange={onWords}
            ref={input}
            placeholder="Search people, screens, and actions"
            aria-label="Search people, screens, and actions"
          />
          <CommandList label="Results" className="max-h-96">
            <CommandEmpty>Nothing matches “{words.trim()}”.</CommandEmpty>
            {groups.map(({ heading, entries }) => {
              const Icon = ICONS[heading];
              return (
                <CommandGroup key={heading} heading={heading}>
                  {entries.map(({ id, label, detail, link }) => (
                    <CommandItem key={id} value={`${heading} ${id}`} onSelect={() => go(link)}>
                      <Icon aria-hidden="true" />
                      {label}{' '}
                      {detail !== undefined && (
                        <span className="ml-auto text-right text-muted-foreground text-xs">{detail}</span>
                      )}
                    </CommandItem>
                  ))}
                </CommandGroup>
              );
            })}
            {commands.length > 0 && (
              <CommandGroup heading="Help">
                {commands.map(({ label, icon: Icon, run }) => (
                  <CommandItem key={label} value={`Help ${label}`} onSelect={() => instead(run)}>
                    <Icon aria-hidden="true" />
                    {label}
                  </CommandItem>
                ))}
              </CommandGroup>
            )}
            {isFound('Log out Logout', words) && (
              <CommandGroup heading="Account">
                <CommandItem value="Account Log out" onSelect={() => void ask()}>
                  <LogOut aria-hidden="true" />
                  Log out
                </CommandItem>
              </CommandGroup>
            )}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
