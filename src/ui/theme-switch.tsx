import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SegmentedControl } from './segmented-control.tsx';

type ThemeChoice = 'system' | 'light' | 'dark';

/** `public/theme.js` reads the same key before the first paint. */
const storageKey = 'theme';

/** Lets a person follow the system or stay with light or dark; every open tab follows. */
export function ThemeSwitch({ className }: { className?: string }) {
  const [choice, setChoice] = useState<ThemeChoice>(storedChoice);

  useEffect(() => {
    const followOtherTabs = (event: StorageEvent) => {
      if (event.key !== null && event.key !== storageKey) return;
      setChoice(storedChoice());
      showTheme(storedChoice());
    };
    window.addEventListener('storage', followOtherTabs);
    return () => window.removeEventListener('storage', followOtherTabs);
  }, []);

  const choose = (chosen: ThemeChoice) => {
    setChoice(chosen);
    localStorage.setItem(storageKey, chosen);
    showTheme(chosen);
  };

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

function storedChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function showTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
}
