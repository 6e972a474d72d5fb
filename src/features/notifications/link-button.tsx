import { Link2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { LINK_PROBLEM, linkAddress } from '#domain/notifications/link-address.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/popover.tsx';

interface LinkButtonProps {
  /** The address of the link at the cursor; null where there is none. */
  address: () => string | null;
  isActive: boolean;
  /** Null removes the link. */
  onLink: (address: string | null) => void;
}

/** The editor's button for links: asks where the link leads. */
export function LinkButton({ address, isActive, onLink }: LinkButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const close = (result?: string | null) => {
    setOpen(false);
    if (result !== undefined) onLink(result);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The message's own form is above it.
    event.stopPropagation();
    const found = linkAddress(typed);
    if (found === null) setProblem(LINK_PROBLEM);
    else close(found);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={(next) => {
        if (next) setTyped(address() ?? '');
        setProblem(undefined);
        setOpen(next);
      }}
    >
      <PopoverTrigger asChild>
        <Button
          size="icon"
          variant="ghost"
          aria-label="Link"
          aria-pressed={isActive}
          title="Link"
          className="aria-pressed:bg-accent"
        >
          <Link2 aria-hidden="true" />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Link" onCloseAutoFocus={(event) => event.preventDefault()}>
        <form noValidate aria-label="Link" className="grid gap-3" onSubmit={submit}>
          <Field
            label="Address"
            required
            error={problem}
            description="Select text first to turn it into the link."
          >
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              inputMode="url"
              maxLength={2_000}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setProblem(undefined);
              }}
            />
          </Field>
          <span className="flex flex-wrap justify-end gap-2">
            {isActive && (
              <Button variant="outline" className="mr-auto" onClick={() => close(null)}>
                Remove link
              </Button>
            )}
            <Button variant="outline" onClick={() => close()}>
              Cancel
            </Button>
            <Button type="submit">Add link</Button>
          </span>
        </form>
      </PopoverContent>
    </Popover>
  );
}
