import { Copy, RotateCcw } from 'lucide-react';
import { openMakeUps } from '#domain/sessions/make-ups.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useMakeUps } from './owed-make-ups.tsx';

interface DayShortcutsProps {
  provider: string;
  onCopyDay: () => void;
  onMakeUps: () => void;
}

/** Shortcuts below the day: copying sessions and owed make-ups. */
export function DayShortcuts({ provider, onCopyDay, onMakeUps }: DayShortcutsProps) {
  const accounts = useMakeUps(provider);
  const isLoading = useLoading() !== null;
  const open = accounts === undefined ? 0 : openMakeUps(accounts).length;
  if (isLoading) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="outline" className="max-sm:grow" onClick={onCopyDay}>
        <Copy aria-hidden="true" />
        Duplicate a day
      </Button>
      <Button size="sm" variant="outline" className="max-sm:grow" onClick={onMakeUps}>
        <RotateCcw aria-hidden="true" />
        Makeups owed
        {open > 0 && <Badge variant="warning">{open}</Badge>}
      </Button>
    </div>
  );
}
