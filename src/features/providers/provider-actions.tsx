import { useState } from 'react';
import { toast } from 'sonner';
import type { ProviderFile } from '#contract/providers.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { openWorkWords } from '#domain/providers/provider-rules.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Button } from '#ui/button.tsx';
import { useOneAtATime } from '#ui/save-once.ts';

interface ActivateProviderProps {
  provider: ProviderFile;
  /** They were invited, and haven't chosen a password yet. */
  isInvited: boolean;
  onDone: () => Promise<void>;
  /** Leads to the hand-over of the caseload; undefined for people who may not. */
  onHandOver: (() => void) | undefined;
}

/** Deactivates or activates a provider after the confirmation, which says what is open under their name. */
export function ActivateProvider({ provider, isInvited, onDone, onHandOver }: ActivateProviderProps) {
  const { engine } = useSignedIn();
  /** What the dialog asks; it stays, even if someone else deactivates the provider meanwhile. */
  const [asked, setAsked] = useState<{ archived: boolean; note: string; hasCaseload: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const once = useOneAtATime();
  const command = useServerCommand();
  const { id, version, archived } = provider;
  const ask = async () => {
    if (archived) {
      setAsked({
        ...{ archived, hasCaseload: false },
        note: isInvited
          ? "They haven't chosen a password yet. If the link in their invitation has expired, send it again."
          : 'They can log in again with their old password.',
      });
      return;
    }
    setBusy(true);
    try {
      const { open_work } = await engine.api.call('provider.read', { params: { id } });
      const note = deactivationNote(open_work === null ? [] : openWorkWords(open_work));
      const hasCaseload = open_work !== null && open_work.students + open_work.events > 0;
      setAsked({ archived, note, hasCaseload });
    } catch (problem) {
      toast.error(
        problem instanceof NoAnswer
          ? "Can't reach the server. You need a connection to make this change."
          : messageOf(problem),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="outline" progress={isBusy ? 'loading' : 'idle'} onClick={() => void once(ask)}>
        {labelFor(archived)}
      </Button>
      <ActivateConfirmation
        buttonLabel={labelFor(asked?.archived ?? archived)}
        name={providerName(provider)}
        note={
          <>
            {asked?.note}
            {asked?.hasCaseload === true && onHandOver !== undefined && (
              <>
                {' '}
                <Button
                  variant="link"
                  className="inline h-auto p-0"
                  onClick={() => {
                    setAsked(null);
                    onHandOver();
                  }}
                >
                  Hand over their caseload first
                </Button>
                .
              </>
            )}
          </>
        }
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        onConfirm={async () => {
          const call = asked?.archived ? 'provider.reactivate' : 'provider.deactivate';
          try {
            await command(call, { params: { id } }, version);
          } finally {
            // Also after a refusal: someone else may have changed the provider.
            await onDone();
          }
        }}
      />
    </>
  );
}

function labelFor(archived: boolean): string {
  return archived ? 'Activate' : 'Deactivate';
}

function deactivationNote(open: readonly string[]): string {
  const words = open.length === 0 ? 'They have no open work.' : `Still open: ${open.join(', ')}.`;
  return `${words} They will be logged out. Unsynced changes on their devices aren't lost: they're held for your office to review.`;
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
