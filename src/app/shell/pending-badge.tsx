import type { PendingCount } from '#contract/reports.ts';
import type { Holder } from '#domain/access/permissions.ts';
import { officeToDos } from '#features/home/office-to-dos.ts';
import { ToDoList } from '#features/home/to-do-list.tsx';
import { Badge } from '#ui/badge.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/popover.tsx';

interface PendingBadgeProps {
  pending: Pick<PendingCount, 'pending' | 'made_of'>;
  reader: Holder;
}

/** The amber count of the Reports dashboard; pressing it lists what it is made of, each with its list. */
export function PendingBadge({ pending: { pending, made_of }, reader }: PendingBadgeProps) {
  if (pending === 0) return null;
  return (
    <Popover>
      <PopoverTrigger
        aria-label={`${pending.toLocaleString('en-US')} to review: show list`}
        className="-m-1.5 rounded-full p-1.5 touch:-m-3 touch:p-3"
      >
        <Badge variant="warning">{pending.toLocaleString('en-US')}</Badge>
      </PopoverTrigger>
      <PopoverContent aria-label="To review" className="p-0">
        <ToDoList items={officeToDos(made_of, reader)} />
      </PopoverContent>
    </Popover>
  );
}
