import { Copy } from 'lucide-react';
import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { ServerData } from '#ui/server-data.tsx';

/** The private link for reading the calendar in another calendar app. */
export function SubscriptionDialog({ onClose }: { onClose: () => void }) {
  const { engine } = useSignedIn();
  const answer = useServerData(useCallback((api) => api.call('calendar.feed-read'), []));
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null);
  const make = async () => {
    const made = await engine.api.call('calendar.feed-create');
    setAddress(new URL(made.address, window.location.origin).href);
    await answer.reload();
  };
  const makeFirst = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await make();
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  const revoke = async () => {
    await engine.api.call('calendar.feed-revoke');
    setAddress(null);
    await answer.reload();
  };
  const copy = async () => {
    if (address === null) return;
    await navigator.clipboard.writeText(address);
    toast.success('Link copied', { duration: 2_500 });
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Calendar subscription</DialogTitle>
          <DialogDescription>
            Subscribe from Google, Outlook, or Apple Calendar with a private link. Anyone with the link can
            see your calendar.
          </DialogDescription>
        </DialogHeader>
        <ServerData name="your calendar link" state={answer}>
          {(feed) => (
            <div className="grid gap-4">
              {address !== null && (
                <Field
                  label="Your link"
                  description="We show it only once. Paste it into your calendar app now."
                >
                  <Input readOnly value={address} onFocus={({ target }) => target.select()} />
                </Field>
              )}
              {feed.exists && feed.created_at !== null && (
                <p className="text-sm">
                  Link created on {pacificDisplay(feed.created_at)}
                  {feed.last_read_at === null
                    ? '. No app has read it yet.'
                    : ` and last read on ${pacificDisplay(feed.last_read_at)}.`}
                </p>
              )}
              {!feed.exists && <p className="text-muted-foreground text-sm">No link yet.</p>}
              {problem !== null && (
                <p role="alert" className="text-destructive text-sm">
                  {problem}
                </p>
              )}
              <div className="flex flex-wrap justify-end gap-2">
                {feed.exists && (
                  <Button variant="ghost" className="text-destructive" onClick={() => setAsking('revoke')}>
                    Revoke
                  </Button>
                )}
                {feed.exists ? (
                  <Button variant="outline" onClick={() => setAsking('replace')}>
                    Create a new link
                  </Button>
                ) : (
                  <Button progress={isBusy ? 'loading' : 'idle'} onClick={() => void makeFirst()}>
                    Create link
                  </Button>
                )}
                {address !== null && (
                  <Button
                    onClick={() =>
                      void copy().catch(() => toast.error('Copying failed. Select the link and copy it.'))
                    }
                  >
                    <Copy aria-hidden="true" />
                    Copy
                  </Button>
                )}
              </div>
            </div>
          )}
        </ServerData>
        <Confirmation
          title={asking === 'revoke' ? 'Turn off the link' : 'Create a new link'}
          destructive
          open={asking !== null}
          onOpenChange={(isOpen) => !isOpen && setAsking(null)}
          onConfirm={asking === 'revoke' ? revoke : make}
        >
          Apps that use the current link will stop updating.
        </Confirmation>
      </DialogContent>
    </Dialog>
  );
}
