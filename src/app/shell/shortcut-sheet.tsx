import { useSingleKeys } from '#screens/review/single-keys.ts';
import { CheckRow } from '#ui/check-row.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { SHORTCUTS } from './shortcuts.ts';

/** Every keyboard shortcut, by where it works, and the choice to turn single keys off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useSingleKeys();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        className="max-w-2xl outline-none"
        // The list, which scrolls, would take the focus, with a ring around it.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
        }}
      >
        <DialogHeader>
          <DialogTitle>Keyboard shortcuts</DialogTitle>
          <DialogDescription>Single keys work while you aren't typing in a field.</DialogDescription>
        </DialogHeader>
        <ScrollRegion
          aria-label="Shortcuts"
          className="grid max-h-[60dvh] gap-x-8 gap-y-5 overflow-y-auto sm:grid-cols-2"
        >
          {SHORTCUTS.map(({ place, keys }) => (
            <section key={place} aria-label={place} className="grid content-start gap-2">
              <h3 className="font-medium text-sm">{place}</h3>
              <dl className="grid gap-1.5 text-sm">
                {keys.map(([pressed, what]) => (
                  <div key={pressed} className="flex items-start justify-between gap-4">
                    <dt className="text-muted-foreground">{what}</dt>
                    <dd className="flex shrink-0 gap-1">
                      {pressed.split(' ').map((key, place) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a key can be pressed twice, and nothing here moves
                        <Kbd key={place}>{key}</Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </ScrollRegion>
        <CheckRow checked={isOn} onChange={setOn} className="border-border border-t pt-3 text-sm">
          Use single keys. Turn them off if you dictate text.
        </CheckRow>
      </DialogContent>
    </Dialog>
  );
}
