import { Monitor, Moon, Sun } from 'lucide-react';
import { SegmentedControl } from './segmented-control.tsx';
import { useThemeChoice } from './theme-choice.ts';

/** Chooses between the system's theme, light, and dark. */
export function ThemeSwitch({ className }: { className?: string }) {
  const [choice, choose] = useThemeChoice();
  return (
    <SegmentedControl
      aria-label="Theme"
      value={choice}
      onValueChange={choose}
      {...(className === undefined ? {} : { className })}
      segments={[
        { value: 'system', label: <Segment icon={Monitor} name="System" /> },
        { value: 'light', label: <Segment icon={Sun} name="Light" /> },
        { value: 'dark', label: <Segment icon={Moon} name="Dark" /> },
      ]}
    />
  );
}

function Segment({ icon: Icon, name }: { icon: typeof Sun; name: string }) {
  return (
    <>
      <Icon aria-hidden="true" />
      {name}
    </>
  );
}
