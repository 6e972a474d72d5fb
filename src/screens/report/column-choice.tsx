import { Columns3 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/popover.tsx';

interface ColumnChoiceProps {
  columns: readonly { id: string; header: string }[];
  /** Ids of the visible columns. */
  shown: readonly string[];
  /** Null if all are visible. */
  onChange: (shown: readonly string[] | null) => void;
}

/** Selects the visible columns of a report; at least one stays. */
export function ColumnChoice({ columns, shown, onChange }: ColumnChoiceProps) {
  const id = useId();
  const choose = (column: string, isShown: boolean) => {
    const next = columns.filter((one) => (one.id === column ? isShown : shown.includes(one.id)));
    onChange(next.length === columns.length ? null : next.map((one) => one.id));
  };
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="outline" size="sm">
          <Columns3 aria-hidden="true" />
          Columns
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Columns" align="end" className="grid w-60 gap-3">
        <ul className="grid max-h-80 gap-2.5 overflow-y-auto p-1 touch:gap-4">
          {columns.map((column) => {
            const isShown = shown.includes(column.id);
            return (
              <li key={column.id} className="flex items-center gap-2.5 text-sm">
                <Checkbox
                  id={`${id}${column.id}`}
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onCheckedChange={(checked) => choose(column.id, checked === true)}
                />
                <label htmlFor={`${id}${column.id}`}>{column.header}</label>
              </li>
            );
          })}
        </ul>
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          disabled={shown.length === columns.length}
          onClick={() => onChange(null)}
        >
          Show all columns
        </Button>
      </PopoverContent>
    </Popover>
  );
}
