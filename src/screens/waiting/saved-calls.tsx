import { CircleAlert, CloudUpload } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { WaitingEndpointName } from '#contract/index.ts';
import { dropCall, replaceCall, type WaitingCall, waitingCalls } from '#db/waiting-calls.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { Confirmation } from '#ui/confirmation.tsx';

const TITLES: Readonly<Record<WaitingEndpointName, string>> = {
  'ticket.create': 'Support ticket',
  'ticket.create-comment': 'Comment on a ticket',
  'feedback.create': 'Feedback',
};

/** What its author typed, one field after the other. */
function textOf({ body }: WaitingCall): string {
  return ['title', 'details', 'comment', 'message']
    .flatMap((field) => {
      const value = body[field];
      return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
    })
    .join('\n\n');
}

interface WaitingCallsProps {
  /** Only these; all where it is left out. */
  only?: (call: WaitingCall) => boolean;
}

/** What this person wrote offline that waits to be sent or was rejected; empty if there is none. */
export function WaitingCalls({ only = () => true }: WaitingCallsProps) {
  const calls = useLocal(waitingCalls, [])?.filter(only) ?? [];
  if (calls.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Saved on this device</CardTitle>
        <CardDescription>Not sent yet. They're sent once you're back online.</CardDescription>
      </CardHeader>
      <ul aria-label="Saved on this device">
        {calls.map((call) => (
          <Item key={call.name} call={call} />
        ))}
      </ul>
    </Card>
  );
}

function Item({ call }: { call: WaitingCall }) {
  const { workspace } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  const { problem } = call;
  const Icon = problem === null ? CloudUpload : CircleAlert;
  const sendAgain = async () => {
    // A refusal is stored under its key: another attempt needs another one.
    await replaceCall(workspace.db, call, { problem: null, key: uuidv7() });
    workspace.wake();
  };
  return (
    <li className="grid gap-2 border-border border-t px-4 py-3 sm:px-5">
      <p className="flex items-center gap-2 font-medium text-sm">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
        {TITLES[call.endpoint]}
        <span className="font-normal text-muted-foreground text-xs tabular-nums">
          {pacificDisplay(call.captured_at)}
        </span>
      </p>
      <p className="line-clamp-6 wrap-anywhere whitespace-pre-wrap text-sm">{textOf(call)}</p>
      {problem !== null && (
        <p className="text-destructive text-sm">
          {[problem.message, ...Object.values(problem.fields ?? {})].join(' ')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {problem !== null && (
          <Button size="sm" onClick={() => void sendAgain()}>
            Send again
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
          Discard…
        </Button>
      </div>
      <Confirmation
        title={`Discard ${TITLES[call.endpoint].toLowerCase()}?`}
        destructive
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => dropCall(workspace.db, call)}
      >
        It hasn't been sent and can't be recovered.
      </Confirmation>
    </li>
  );
}
