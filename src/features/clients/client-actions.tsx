import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ClientFile } from '#contract/clients.ts';
import { usesWords } from '#domain/clients/client-rules.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { ActivateConfirmation } from '#ui/activate-confirmation.tsx';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import type { ClientFacts } from './client-facts.ts';

/** Deactivates or activates a client after the confirmation. */
export function ActivateClient({ client, onDone }: { client: ClientFile; onDone: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const command = useServerCommand();
  const label = client.active === 1 ? 'Deactivate' : 'Activate';
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ActivateConfirmation
        buttonLabel={label}
        name={client.name}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          const body = { active: client.active === 1 ? 0 : 1 } as const;
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

/** Deletes a client, or archives one that other records refer to and says so before. */
export function DeleteClient({ facts, onGone }: { facts: ClientFacts; onGone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const command = useServerCommand();
  const { id, name, active, version } = facts.client;
  const uses = usesWords(facts.uses);
  const isArchived = uses !== '' && active === 0;
  return (
    <>
      <Button variant="ghost" className="text-destructive" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <DeleteConfirmation
        name={name}
        detail={
          uses === ''
            ? undefined
            : `It can't be deleted because it has ${uses}. It ${isArchived ? 'stays archived' : 'will be archived instead'}.`
        }
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          if (uses === '') await command('client.delete', { params: { id } }, version);
          else if (!isArchived) {
            await command('client.set-active', { params: { id }, body: { active: 0 } }, version);
          }
          onGone();
        }}
      />
    </>
  );
}
