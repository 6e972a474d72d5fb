import { startTransition, useState } from 'react';
import { Input } from '#ui/input.tsx';

interface MinutesInputProps {
  name: string;
  value: number | null;
  onValueChange: (minutes: number | null) => void;
}

/**
 * A number of minutes. An empty field is null, not 0. It shows what is typed at once; the form follows when the browser
 * has time for it.
 */
export function MinutesInput({ name, value, onValueChange, ...aria }: MinutesInputProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (!Object.is(value, known)) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <Input
      {...aria}
      name={name}
      type="number"
      inputMode="numeric"
      min={0}
      step={5}
      className="tabular-nums"
      value={typed ?? ''}
      onChange={({ target }) => {
        const minutes = target.value === '' ? null : target.valueAsNumber;
        setTyped(minutes);
        startTransition(() => onValueChange(minutes));
      }}
    />
  );
}
