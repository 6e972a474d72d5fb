import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ClientFile } from '#contract/clients.ts';
import { usesWords } from '#domain/clients/client-rules.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { PageRemoval } from '#screens/form/page-removal.tsx';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Button } from '#ui/button.tsx';
import type { ClientFacts } from './client-facts.ts';
import { clientPageMerge } from './client-merge.ts';

interface ActivateClientProps {
  facts: ClientFacts;
  onDone: () => Promise<void>;
}

/** Deactivates or activates a client after the confirmation, which says what the client has. */
export function ActivateClient({ facts, onDone }: ActivateClientProps) {
  const { client } = facts;
  const [isAsking, setAsking] = useState(false);
  /** What the dialog asks and says stays, even if someone else deactivates the client meanwhile. */
  const [asked, setAsked] = useState(facts);
  const command = useServerCommand();
  return (
    <>
      <Button
        variant="outline"
        onClick={() => {
          setAsked(facts);
          setAsking(true);
        }}
      >
        {labelFor(client.active)}
      </Button>
      <ActivateConfirmation
        buttonLabel={labelFor(asked.client.active)}
        name={client.name}
        note={asked.client.active === 1 ? keptWords(asked) : undefined}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          const body = { active: asked.client.active === 1 ? 0 : 1 } as const;
          try {
            await command('client.set-active', { params: { id: client.id }, body }, client.version);
          } finally {
            // Also after a refusal: someone else may have changed the client.
            await onDone();
          }
        }}
      />
    </>
  );
}

function labelFor(active: ClientFile['active']): string {
  return active === 1 ? 'Deactivate' : 'Activate';
}

/**
 * "Its records are kept: 12 students and 340 sessions. 3 students are still active. …"; undefined for a client that nothing
 * refers to.
 */
function keptWords({ client, uses }: ClientFacts): string | undefined {
  const kept = usesWords(uses);
  if (kept === '') return undefined;
  const { student_count: active } = client;
  if (active === 0) return `Its records are kept: ${kept}.`;
  return `Its records are kept: ${kept}. ${counted(active, 'student is', 'students are')} still active. Transfer or archive them first, or they stay with an inactive client.`;
}

interface DeleteClientProps {
  facts: ClientFacts;
  /** It wasn't deleted, and may have changed. */
  onKept: () => Promise<void>;
  onGone: () => void;
}

/** Deletes a client, or archives one that other records refer to and says so before. */
export function DeleteClient({ facts, onKept, onGone }: DeleteClientProps) {
  const [isAsking, setAsking] = useState(false);
  const command = useServerCommand();
  const { id, name, active } = facts.client;
  const uses = usesWords(facts.uses);
  const isArchived = uses !== '' && active === 0;
  return (
    <>
      <Button variant="ghost" className="text-destructive" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <PageRemoval
        entity="client_account"
        name={name}
        detail={
          uses === ''
            ? undefined
            : `It can't be deleted because it has ${uses}. It ${isArchived ? 'stays archived' : 'will be archived instead'}.`
        }
        open={isAsking}
        onOpenChange={setAsking}
        record={facts.client}
        merge={clientPageMerge}
        done={uses === '' ? 'deleted' : 'archived'}
        run={async ({ version }) => {
          if (uses === '') await command('client.delete', { params: { id } }, version);
          else if (!isArchived) {
            await command('client.set-active', { params: { id }, body: { active: 0 } }, version);
          }
        }}
        reload={onKept}
        onDone={onGone}
      />
    </>
  );
}
