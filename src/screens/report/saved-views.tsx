import { Bookmark, Check, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { draftOf, keepDraft } from '#db/drafts.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/popover.tsx';

type Address = Record<string, unknown>;

interface SavedView {
  name: string;
  address: Address;
}

interface SavedViewsProps {
  report: string;
  /** Current filters, sorting, and columns. */
  address: Address;
  onView: (address: Address) => void;
}

/** Named filters, sorting, and columns, stored encrypted on this device. */
export function SavedViews({ report, address, onView }: SavedViewsProps) {
  const { db } = useSignedIn().workspace;
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const kept = `report-views|${report}`;
  const found = useLocal((local) => draftOf(local, kept).catch(() => null), [kept]);
  const views = (found ?? []) as readonly SavedView[];
  const keep = async (changed: readonly SavedView[]) => {
    try {
      await keepDraft(db, kept, changed);
      return true;
    } catch {
      toast.error("This view couldn't be saved on this device.");
      return false;
    }
  };
  const others = (one: string) => views.filter((view) => view.name !== one);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // React events bubble to the report's page.
    event.stopPropagation();
    const wanted = name.trim();
    if (wanted === '') return setProblem('Enter a name for this view.');
    setProblem(undefined);
    const changed = [...others(wanted), { name: wanted, address }];
    if (!(await keep(changed.sort((a, b) => a.name.localeCompare(b.name))))) return;
    toast.success('View saved on this device', { duration: 2_500 });
    setName('');
    setOpen(false);
  };
  const remove = async (view: SavedView) => {
    if (!(await keep(others(view.name)))) return;
    toast.success(`View "${view.name}" deleted`, {
      action: { label: 'Undo', onClick: () => void keep(views) },
    });
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" size="sm">
          <Bookmark aria-hidden="true" />
          Views
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Saved views" align="end" className="grid gap-4">
        {views.length === 0 ? (
          <p className="text-muted-foreground text-sm">
            No saved views yet. Save these filters, columns, and sorting to reuse them.
          </p>
        ) : (
          <ul aria-label="Saved views" className="-mx-1 grid max-h-60 overflow-y-auto">
            {views.map((view) => {
              const isShown = isSameView(view.address, address);
              return (
                <li key={view.name} className="flex items-center gap-1">
                  <Button
                    variant="ghost"
                    size="sm"
                    className="min-w-0 flex-1 justify-start"
                    aria-current={isShown ? 'true' : undefined}
                    onClick={() => {
                      onView(view.address);
                      setOpen(false);
                    }}
                  >
                    <Check aria-hidden="true" className={isShown ? undefined : 'invisible'} />
                    <span className="truncate">{view.name}</span>
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Delete the view ${view.name}`}
                    onClick={() => void remove(view)}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
        <form noValidate className="grid gap-3" onSubmit={(event) => void save(event)}>
          <Field label="View name" error={problem}>
            <Input value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
          </Field>
          <Button type="submit" size="sm" className="justify-self-start">
            Save view
          </Button>
        </form>
      </PopoverContent>
    </Popover>
  );
}

function isSameView(one: Address, other: Address): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
