import { Kbd } from '#ui/kbd.tsx';
import { useSingleKeys } from './single-keys.ts';

/** A key on the button that it presses, where there is a keyboard. The button has the words. */
export function KeyHint({ children }: { children: string }) {
  const [isOn] = useSingleKeys();
  if (!isOn) return null;
  return (
    <Kbd
      aria-hidden="true"
      className="border-current bg-transparent text-current opacity-70 max-sm:hidden touch:hidden"
    >
      {children}
    </Kbd>
  );
}
