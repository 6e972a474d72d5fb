import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { unsentOf } from '#db/outbox.ts';
import type { LocalSession } from '#db/sessions.ts';
import { requestRefusal } from '#domain/sessions/request-rules.ts';
import { LOCK_KINDS } from '#domain/sessions/request-states.ts';
import { requestsOf, type SessionRequest } from '#domain/sessions/session-requests.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { REQUEST_KIND_LABELS, REQUEST_LABELS } from '#entities/words/code-labels.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { sessionsNamedBy, useNames } from '#screens/device/record-names.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { fieldChanges } from './changed-fields.ts';
import { decideRequest, LOCK_EFFECTS } from './decide-request.ts';
import { durationEffect } from './duration-rows.ts';
import { nameOfPerson, type SessionLookups } from './session-lookups.ts';
import { requestState } from './session-words.ts';

interface SessionRequestsProps {
  session: LocalSession;
  lookups: SessionLookups;
}

/** A session's requests and their status, with the decision for those who may make it. */
export function SessionRequests({ session, lookups }: SessionRequestsProps) {
  const requests = requestsOf(session).toReversed();
  const names = useNames(sessionsNamedBy(requests.flatMap(({ before, changes }) => [before, changes])));
  if (requests.length === 0 || names === undefined) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Requests</CardTitle>
      </CardHeader>
      <CardContent>
        <ul aria-label="Requests" className="grid gap-4 text-sm">
          {requests.map((request) => (
            <li key={`${request.kind} ${request.asked_at}`} className="grid gap-1.5">
              <RequestEntry session={session} request={request} lookups={lookups} names={names} />
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

interface RequestEntryProps extends SessionRequestsProps {
  request: SessionRequest;
  names: KnownNames;
}

function RequestEntry({ session, request, lookups, names }: RequestEntryProps) {
  const { asked_by, asked_at, decided_by, decided_at, reason, note, state } = request;
  const unsent = useLocal((db) => unsentOf(db, session.id), [session.id]);
  const shown = unsent === undefined ? null : requestState(request, unsent);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{REQUEST_KIND_LABELS[request.kind]}</span>
        {shown !== null && <Badge variant={shown.variant}>{shown.label}</Badge>}
      </p>
      {fieldChanges(request, names).map(({ label, before, after }) => (
        <p key={label}>
          {label}: <s className="text-muted-foreground">{before}</s> <span aria-hidden="true">→</span>
          <span className="sr-only"> becomes </span> <strong className="font-medium">{after}</strong>
        </p>
      ))}
      {reason !== '' && <p>“{reason}”</p>}
      <p className="text-muted-foreground">
        Requested by {nameOfPerson(asked_by, lookups)}, {pacificDisplay(asked_at)} Pacific
      </p>
      {decided_at !== null && (
        <p className="text-muted-foreground">
          {REQUEST_LABELS[state]} {decided_by !== null && `by ${nameOfPerson(decided_by, lookups)}, `}
          {pacificDisplay(decided_at)} Pacific{note !== '' && `: ${note}`}
        </p>
      )}
      <RequestDecision session={session} request={request} />
    </>
  );
}

type Decision = 'approved' | 'refused';

interface RequestDecisionProps {
  session: LocalSession;
  request: SessionRequest;
  /** Names the session for those who hear the buttons one by one: then they're in a table row. */
  name?: string;
}

/** Approve and deny, for those who may decide on this request now. */
export function RequestDecision({ session, request, name }: RequestDecisionProps) {
  const { profile, engine } = useSignedIn();
  const [asking, setAsking] = useState<Decision | null>(null);
  const kinds = request.kind === 'duration' ? (['duration'] as const) : LOCK_KINDS;
  const refusal = requestRefusal(ownActor(profile), session, kinds, {
    ...{ asked_at: request.asked_at, decision: 'approved', note: '' },
  });
  if (request.state !== 'pending') return null;
  if (refusal?.code === 'decision.own') {
    return (
      <p className="whitespace-normal text-muted-foreground text-xs">
        You can't decide on your own request. Ask a colleague.
      </p>
    );
  }
  if (refusal !== null) return null;
  const words = name === undefined ? null : <span className="sr-only"> {name}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        // In a table one filled button a row would shout.
        variant={name === undefined ? 'default' : 'outline'}
        onClick={() => setAsking('approved')}
      >
        {words === null && <Check aria-hidden="true" />}
        Approve{words}
      </Button>
      <Button
        size="sm"
        variant={name === undefined ? 'outline' : 'ghost'}
        onClick={() => setAsking('refused')}
      >
        {words === null && <Undo2 aria-hidden="true" />}
        Deny{words}
      </Button>
      {asking !== null && (
        <NoteConfirmation
          action={asking === 'approved' ? 'Approve' : 'Deny'}
          label="Note"
          needsNote={asking === 'refused'}
          destructive={asking === 'refused'}
          onClose={() => setAsking(null)}
          onConfirm={async (note) => {
            await decideRequest(engine, session, request, asking, note);
            toast.success(asking === 'approved' ? 'Approved' : 'Denied', { duration: 2_500 });
          }}
        >
          {name !== undefined && `${name}. `}
          {effectOf(session, request.kind, asking)} The provider sees your decision and note.
        </NoteConfirmation>
      )}
    </div>
  );
}

function effectOf(session: LocalSession, kind: SessionRequest['kind'], decision: Decision): string {
  if (kind !== 'duration') return LOCK_EFFECTS[kind][decision];
  const { scheduled_minutes: old_minutes, actual_minutes: new_minutes } = session;
  return durationEffect(decision, { old_minutes, new_minutes });
}
