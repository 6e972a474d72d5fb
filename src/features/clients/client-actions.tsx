import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ClientFile } from '#contract/clients.ts';
import { usesWords } from '#domain/clients/client-rules.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { PageRemoval } from '#screens/form/page-removal.tsx';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Button } from '#ui/button.tsx';
import type { ClientFacts } from './client-facts.ts';
import { clientPageMerge } from './client-merge.ts';

/** Deactivates or activates a client after the confirmation. */
export function ActivateClient({ client, onDone }: { client: ClientFile; onDone: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  /** What the dialog asks stays, even if someone else deactivates the client meanwhile. */
  const [asked, setAsked] = useState(client.active);
  const command = useServerCommand();
  return (
    <>
      <Button
        variant="outline"
        onClick={() => {
          setAsked(client.active);
          setAsking(true);
        }}
      >
        {labelFor(client.active)}
      </Button>
      <ActivateConfirmation
        buttonLabel={labelFor(asked)}
        name={client.name}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          const body = { active: asked === 1 ? 0 : 1 } as const;
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
