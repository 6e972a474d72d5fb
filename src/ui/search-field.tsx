import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Input } from './input.tsx';

interface SearchFieldProps extends Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'onChange'> {
  /** The query, from the URL. */
  value: string;
  /** Called once typing pauses, the field loses focus, or Enter is pressed. */
  onSearch: (words: string) => void;
}

const PAUSE_MS = 200;

/**
 * The search box of a list. It keeps what is typed itself, so that no letter waits for the list to render;
 * the URL follows. Going back and clearing filters set it.
 */
export function SearchField({ value, onSearch, onBlur, onKeyDown, ...props }: SearchFieldProps) {
  const [text, setText] = useState(value);
  /** Reported values that the URL doesn't show yet, oldest first. */
  const reported = useRef<string[]>([]);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef({ value, onSearch });
  newest.current = { value, onSearch };

  useEffect(() => {
    const at = reported.current.indexOf(value);
    // An echo of the box itself changes nothing: more may have been typed since.
    if (at >= 0) reported.current.splice(0, at + 1);
    else {
      reported.current = [];
      clearTimeout(pause.current);
      setText(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const tell = (words: string) => {
    clearTimeout(pause.current);
    if (words === (reported.current.at(-1) ?? newest.current.value)) return;
    reported.current.push(words);
    newest.current.onSearch(words);
  };
  return (
    <Input
      {...props}
      type="search"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        clearTimeout(pause.current);
        pause.current = setTimeout(() => tell(target.value), PAUSE_MS);
      }}
      onBlur={(event) => {
        tell(text);
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(text);
        onKeyDown?.(event);
      }}
    />
  );
}
