import { Check, ChevronsUpDown, X } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useDeferredValue, useMemo, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { Command, CommandInput, CommandItem, CommandList } from './command.tsx';
import { controlLook } from './input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  /** Shown next to the label and searched too, such as a school. */
  hint?: string;
  disabled?: boolean;
}

type TriggerProps = Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'type' | 'role' | 'children'>;

interface ListProps {
  options: readonly ComboboxOption[];
  /** Names the search field. */
  searchLabel: string;
  emptyText?: string;
  /**
   * Of options that are found elsewhere: told what is typed. They are then shown as they are given, and the
   * caller offers what was chosen first while nothing is typed.
   */
  onSearch?: ((query: string) => void) | undefined;
  /** There are more than were given. */
  hasMore?: boolean;
}

interface ComboboxProps extends TriggerProps, ListProps {
  value: string | null;
  onValueChange: (value: string) => void;
  placeholder?: string;
}

interface MultiComboboxProps extends TriggerProps, ListProps {
  value: readonly string[];
  onValueChange: (value: string[]) => void;
  placeholder?: string;
}

/** Selects one option by typing part of its label or hint. */
export function Combobox({
  options,
  searchLabel,
  emptyText,
  value,
  onValueChange,
  placeholder = 'Choose…',
  className,
  ...trigger
}: ComboboxProps) {
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover open={open} onOpenChange={setOpen} modal>
      <ComboboxTrigger
        open={open}
        text={chosen?.label ?? placeholder}
        filled={chosen !== undefined}
        className={className}
        {...trigger}
      />
      <OptionPanel
        options={options}
        searchLabel={searchLabel}
        emptyText={emptyText}
        chosen={value === null ? [] : [value]}
        onChoose={(picked) => {
          onValueChange(picked);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

/**
 * Selects any number of options. The list stays open until Done, Escape, or a tap outside; the selection is
 * applied only then, so that nothing moves the list under the finger. A single choice can be removed beside the
 * control, several below it.
 */
export function MultiCombobox({
  options,
  searchLabel,
  emptyText,
  onSearch,
  hasMore,
  value,
  onValueChange,
  placeholder = 'Choose…',
  className,
  ...trigger
}: MultiComboboxProps) {
  /** The selection while the list is open; null while it is closed. */
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const chosen = picked ?? value;
  const changeOpen = (isOpen: boolean) => {
    if (isOpen) {
      setPicked(value);
      return;
    }
    setPicked(null);
    onSearch?.('');
    if (picked !== null && picked.join('\n') !== value.join('\n')) onValueChange([...picked]);
  };
  const labels = useMemo(() => new Map(options.map((option) => [option.value, option.label])), [options]);
  const labelOf = (one: string) => labels.get(one) ?? one;
  const removal = (one: string) => ({
    type: 'button' as const,
    'aria-label': `Remove ${labelOf(one)}`,
    disabled: trigger.disabled,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      // The button goes away with what it removes.
      currentTarget
        .closest('[data-slot="multi-combobox"]')
        ?.querySelector<HTMLElement>('[role="combobox"]')
        ?.focus();
      onValueChange(value.filter((other) => other !== one));
    },
  });
  const [only] = value.length === 1 ? value : [];
  return (
    <div data-slot="multi-combobox" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex gap-1">
        <Popover open={picked !== null} onOpenChange={changeOpen} modal>
          <ComboboxTrigger
            open={picked !== null}
            text={chosen.length === 0 ? placeholder : chosen.map(labelOf).join(', ')}
            filled={chosen.length > 0}
            className={className}
            {...trigger}
          />
          <OptionPanel
            options={options}
            searchLabel={searchLabel}
            emptyText={emptyText}
            onSearch={onSearch}
            hasMore={hasMore}
            chosen={chosen}
            onChoose={(option) =>
              setPicked(
                chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option],
              )
            }
            onDone={() => changeOpen(false)}
          />
        </Popover>
        {only !== undefined && (
          <Button {...removal(only)} size="icon" variant="ghost" className="text-muted-foreground">
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
      {value.length > 1 && (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((one) => (
            <li key={one}>
              <button
                {...removal(one)}
                className="inline-flex h-7 items-center gap-1.5 rounded-full bg-primary-soft pr-2 pl-3 font-medium text-primary text-xs hover:bg-accent disabled:opacity-50 touch:h-11 touch:text-sm"
              >
                {labelOf(one)}
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ComboboxTriggerProps extends TriggerProps {
  open: boolean;
  text: string;
  filled: boolean;
  className: string | undefined;
}

function ComboboxTrigger({ open, text, filled, className, ...props }: ComboboxTriggerProps) {
  return (
    <PopoverTrigger asChild>
      <button
        type="button"
        role="combobox"
        aria-expanded={open}
        data-slot="combobox"
        className={cn(
          controlLook,
          'flex h-9 items-center justify-between gap-2 px-3 text-left touch:h-11',
          className,
        )}
        {...props}
      >
        <span className={cn('truncate', !filled && 'text-muted-foreground')}>{text}</span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      </button>
    </PopoverTrigger>
  );
}

/** More rows than this don't help a reader and make typing slow on a phone. */
const shownAtMost = 60;

interface OptionPanelProps {
  options: readonly ComboboxOption[];
  searchLabel: string;
  emptyText: string | undefined;
  onSearch?: ListProps['onSearch'];
  hasMore?: boolean | undefined;
  chosen: readonly string[];
  onChoose: (value: string) => void;
}

/** With `onDone` the list stays open after a choice and has a button that closes it. */
function OptionPanel({ onDone, ...props }: OptionPanelProps & { onDone?: () => void }) {
  return (
    <PopoverContent
      aria-label={props.searchLabel}
      className="flex max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) min-w-64 flex-col p-0"
    >
      <OptionSearch {...props} />
      {onDone !== undefined && (
        <div className="shrink-0 border-border border-t p-2">
          <Button className="w-full" onClick={onDone}>
            Done
          </Button>
        </div>
      )}
    </PopoverContent>
  );
}

/** Mounted each time the panel opens, so that selected options are first and stay there. */
function OptionSearch({
  options,
  searchLabel,
  emptyText = 'No matches.',
  onSearch,
  hasMore = false,
  chosen,
  onChoose,
}: OptionPanelProps) {
  const [query, setQuery] = useState('');
  // Rendering the options is deferred while typing.
  const wanted = useDeferredValue(query);
  const [chosenAtOpen] = useState(() => new Set(chosen));
  const ordered = useMemo(
    () => [
      ...options.filter((option) => chosenAtOpen.has(option.value)),
      ...options.filter((option) => !chosenAtOpen.has(option.value)),
    ],
    [options, chosenAtOpen],
  );
  const isFoundElsewhere = onSearch !== undefined;
  const found = useMemo(
    () => (isFoundElsewhere ? ordered : ordered.filter(searchFor(wanted))),
    [ordered, wanted, isFoundElsewhere],
  );
  const hidden = found.length - shownAtMost;
  const shown = found.slice(0, shownAtMost);
  // The list follows what is typed a moment later, and what was active may have left it.
  const [active, setActive] = useState('');
  const isActiveShown = shown.some(({ value }) => value === active);
  const first = shown.find(({ disabled }) => disabled !== true)?.value ?? '';
  return (
    <Command
      shouldFilter={false}
      label={searchLabel}
      value={isActiveShown ? active : first}
      onValueChange={setActive}
    >
      <CommandInput
        value={query}
        onValueChange={(typed) => {
          setQuery(typed);
          onSearch?.(typed);
        }}
        placeholder={searchLabel}
      />
      <CommandList label={searchLabel}>
        {shown.map((option) => (
          <CommandItem
            key={option.value}
            value={option.value}
            disabled={option.disabled ?? false}
            onSelect={() => onChoose(option.value)}
          >
            <span className="min-w-0 flex-1 truncate">
              {option.label}
              {option.hint !== undefined && (
                <span className="text-muted-foreground text-xs"> · {option.hint}</span>
              )}
            </span>
            {chosen.includes(option.value) && (
              <>
                <Check aria-hidden="true" className="text-primary" />
                <span className="sr-only"> (chosen)</span>
              </>
            )}
          </CommandItem>
        ))}
      </CommandList>
      {found.length === 0 && (
        <p role="status" className="px-3 py-6 text-center text-muted-foreground text-sm">
          {emptyText}
        </p>
      )}
      {(hidden > 0 || hasMore) && (
        <p className="border-border border-t px-3 py-2 text-muted-foreground text-xs">
          {hasMore ? 'More matches.' : `${hidden} more.`} Type to narrow the list.
        </p>
      )}
    </Command>
  );
}

/** Every word of the query occurs in label or hint, regardless of case, accents, and the shape of apostrophes. */
function searchFor(query: string): (option: ComboboxOption) => boolean {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return (option) => {
    const text = plain(`${option.label} ${option.hint ?? ''}`);
    return words.every((word) => text.includes(word));
  };
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[’‘ʼ]/g, "'")
    .toLowerCase();
}
