import { Button } from '#ui/button.tsx';
import { useSingleKeys } from './single-keys.ts';

/** What the keys of a review do, with the way to turn them off, where there is a keyboard. */
export function KeysLine({ children }: { children: string }) {
  const [isOn, setOn] = useSingleKeys();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm max-sm:hidden touch:hidden">
      {isOn && <span>{children}</span>}
      <Button variant="link" size="sm" className="h-auto px-0 py-1" onClick={() => setOn(!isOn)}>
        {isOn ? 'Turn off keys' : 'Turn on keys'}
      </Button>
    </p>
  );
}
