import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button.tsx';

interface DayButtonProps {
  label: string;
  /** "2026-11-24" */
  value: string;
  onValueChange: (day: string) => void;
}

/** Opens the browser's date picker. What day is chosen is said elsewhere on the screen. */
export function DayButton({ label, value, onValueChange }: DayButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="relative">
      <input
        ref={input}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={({ target }) => target.value !== '' && onValueChange(target.value)}
        className="pointer-events-none absolute bottom-0 left-0 size-px opacity-0"
      />
      <Button
        size="icon"
        variant="ghost"
        aria-label={label}
        title={label}
        onClick={() => input.current?.showPicker()}
      >
        <CalendarDays aria-hidden="true" />
      </Button>
    </span>
  );
}
