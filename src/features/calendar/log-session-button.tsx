import { Button } from '#ui/button.tsx';
import type { Entry } from './calendar-entries.ts';

/** Opens a session form prefilled from a planned entry. */
export function LogSessionButton({ entry, onLog }: { entry: Entry; onLog: () => void }) {
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={`Log session: ${entry.title}, ${entry.times}`}
      onClick={onLog}
    >
      <span>
        Log<span className="max-[22rem]:hidden"> session</span>
      </span>
    </Button>
  );
}
