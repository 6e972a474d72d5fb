import { LogOut, MoreHorizontal, Pencil, Trash2, User } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Button } from '#ui/button.tsx';
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from '#ui/command.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#ui/dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from '#ui/dropdown-menu.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/popover.tsx';
import {
  Sheet,
  SheetBody,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
  SheetTrigger,
} from '#ui/sheet.tsx';
import { Tooltip } from '#ui/tooltip.tsx';

export function FloatingSection() {
  const [asking, setAsking] = useState<'delete' | 'deactivate' | null>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Dialog>
        <DialogTrigger asChild>
          <Button variant="outline">Dialog</Button>
        </DialogTrigger>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Support</DialogTitle>
            <DialogDescription>Please leave out the names of students.</DialogDescription>
          </DialogHeader>
          <Field label="Title">
            <Input />
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Not now</Button>
            </DialogClose>
            <Button>Submit</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <Sheet>
        <SheetTrigger asChild>
          <Button variant="outline">Sheet</Button>
        </SheetTrigger>
        <SheetContent>
          <SheetHeader>
            <SheetTitle>Add lunch</SheetTitle>
            <SheetDescription>11/21/2026</SheetDescription>
          </SheetHeader>
          <SheetBody className="grid gap-4">
            <Field label="Start time">
              <Input type="time" defaultValue="12:00" />
            </Field>
            <Field label="Duration (minutes)">
              <Input type="number" defaultValue={30} />
            </Field>
            <Button>Save</Button>
          </SheetBody>
        </SheetContent>
      </Sheet>
      <Button variant="outline" onClick={() => setAsking('delete')}>
        Request deletion
      </Button>
      <Button variant="outline" onClick={() => setAsking('deactivate')}>
        Ask to deactivate
      </Button>
      <DeleteConfirmation
        open={asking === 'delete'}
        onOpenChange={() => setAsking(null)}
        name="Alder Creek"
        onConfirm={() => {}}
      />
      <ActivateConfirmation
        open={asking === 'deactivate'}
        onOpenChange={() => setAsking(null)}
        buttonLabel="Deactivate"
        name="Alder Creek"
        onConfirm={() => {}}
      />
      <Popover>
        <PopoverTrigger asChild>
          <Button variant="outline">Popover</Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Notifications">No new messages.</PopoverContent>
      </Popover>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline">
            <MoreHorizontal aria-hidden="true" />
            Menu
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuLabel>marisol@demo.caseload.example</DropdownMenuLabel>
          <DropdownMenuItem>
            <User aria-hidden="true" />
            Profile
          </DropdownMenuItem>
          <DropdownMenuItem>
            <Pencil aria-hidden="true" />
            Edit
          </DropdownMenuItem>
          <DropdownMenuSub>
            <DropdownMenuSubTrigger>Tickets</DropdownMenuSubTrigger>
            <DropdownMenuSubContent>
              <DropdownMenuItem>Open</DropdownMenuItem>
              <DropdownMenuItem>Closed</DropdownMenuItem>
            </DropdownMenuSubContent>
          </DropdownMenuSub>
          <DropdownMenuSeparator />
          <DropdownMenuRadioGroup value="12">
            <DropdownMenuRadioItem value="12">12 hours</DropdownMenuRadioItem>
            <DropdownMenuRadioItem value="24">24 hours</DropdownMenuRadioItem>
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <DropdownMenuItem variant="destructive">
            <Trash2 aria-hidden="true" />
            Delete
          </DropdownMenuItem>
          <DropdownMenuItem>
            <LogOut aria-hidden="true" />
            Logout
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Tooltip
        content={
          <>
            Find anything <Kbd>Ctrl K</Kbd>
          </>
        }
      >
        <Button variant="outline">Tooltip</Button>
      </Tooltip>
      <Button
        variant="outline"
        onClick={() => {
          toast.success('Session saved on this device', {
            description: 'It is sent when the network is back.',
          });
          toast.error('Not saved: this device is full', {
            action: { label: 'Try again', onClick: () => {} },
          });
        }}
      >
        Messages
      </Button>
      <div className="w-full max-w-md rounded-lg border border-border bg-popover">
        <Command label="Find">
          <CommandInput placeholder="Find people, screens and actions" />
          <CommandList>
            <CommandEmpty>No matches.</CommandEmpty>
            <CommandGroup heading="Screens">
              <CommandItem>My Sessions</CommandItem>
              <CommandItem>Home</CommandItem>
            </CommandGroup>
          </CommandList>
        </Command>
      </div>
    </div>
  );
}
