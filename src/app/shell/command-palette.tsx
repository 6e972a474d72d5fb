import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { ArrowRight, Plus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { studentsById } from '#db/people.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { fullName } from '#domain/students/student-name.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from '#ui/command.tsx';
import { Dialog, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { menuParams, menuScreens } from './menu-entries.ts';
import { useMenuReader } from './menu-reader.ts';

/** Maximum number of students listed; more typing narrows them. */
const MOST_STUDENTS = 8;

/** Finds screens, students on this device, and frequent actions by keyboard, online and offline. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const reader = useMenuReader();
  const [words, setWords] = useState('');
  const students = useLocal(studentsById, []);
  const looksFor = words.trim().toLowerCase();
  const isFound = (text: string) =>
    looksFor.split(/\s+/).every((word) => ` ${text.toLowerCase()}`.includes(` ${word}`));
  const go = (link: LinkProps) => {
    onClose();
    void navigate(link);
  };

  const screens = menuScreens(reader).filter(({ label, group = '' }) => isFound(`${label} ${group}`));
  const found =
    looksFor === ''
      ? []
      : [...(students?.values() ?? [])]
          .filter((student) => !student.archived && isFound(fullName(student)))
          .sort((a, b) => fullName(a).localeCompare(fullName(b)))
          .slice(0, MOST_STUDENTS);
  const studentPage = mayUse(reader, 'student.read-all') ? '/students/info/$id' : '/my-students/info/$id';
  const mayAdd = profile.provider_id !== null && mayUse(reader, 'session.record') && isFound('Add session');
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        closable={false}
        aria-describedby={undefined}
        className="top-[12dvh] translate-y-0 gap-0 overflow-hidden p-0 sm:p-0"
      >
        <DialogTitle className="sr-only">Go to a screen or student</DialogTitle>
        <Command shouldFilter={false} label="Go to a screen or student">
          <CommandInput
            value={words}
            onValueChange={setWords}
            placeholder="Search screens and students"
            aria-label="Search screens and students"
          />
          <CommandList label="Results" className="max-h-96">
            <CommandEmpty>Nothing matches “{words.trim()}”.</CommandEmpty>
            {found.length > 0 && (
              <CommandGroup heading="Students">
                {found.map((student) => (
                  <CommandItem
                    key={student.id}
                    value={student.id}
                    onSelect={() => go({ to: studentPage, params: { id: student.id } })}
                  >
                    <UserRound aria-hidden="true" />
                    {fullName(student)}
                  </CommandItem>
                ))}
              </CommandGroup>
            )}
            {mayAdd && (
              <CommandGroup heading="Actions">
                <CommandItem
                  value="add-session"
                  onSelect={() => go({ to: '/my-sessions', search: { open: 'session' } })}
                >
                  <Plus aria-hidden="true" />
                  Add session
                </CommandItem>
              </CommandGroup>
            )}
            {screens.length > 0 && (
              <CommandGroup heading="Screens">
                {screens.map(({ label, group, to }) => (
                  <CommandItem key={to} value={to} onSelect={() => go({ to, params: menuParams(profile) })}>
                    <ArrowRight aria-hidden="true" />
                    {label}{' '}
                    {group !== undefined && (
                      <span className="ml-auto text-muted-foreground text-xs">{group}</span>
                    )}
                  </CommandItem>
                ))}
              </CommandGroup>
            )}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
