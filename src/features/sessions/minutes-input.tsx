import { Input } from '#ui/input.tsx';

interface MinutesInputProps {
  name: string;
  value: number | null;
  onValueChange: (minutes: number | null) => void;
}

/** A number of minutes. An empty field is null, not 0. */
export function MinutesInput({ name, value, onValueChange, ...aria }: MinutesInputProps) {
  return (
    <Input
      {...aria}
      name={name}
      type="number"
      inputMode="numeric"
      min={0}
      step={5}
      className="tabular-nums"
      value={value ?? ''}
      onChange={(event) => onValueChange(event.target.value === '' ? null : event.target.valueAsNumber)}
    />
  );
}
