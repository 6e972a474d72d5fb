import { ChevronRight } from 'lucide-react';
import { type Ref, useState } from 'react';
import { toast } from 'sonner';
import { isSynced } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { openRow } from '#db/encrypted-rows.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { CAUSE_LABELS } from '#entities/words/code-labels.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useFilesNotHere } from '#screens/device/file-gate.tsx';
import { firstKnown } from '#screens/device/record-names.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { TimeDisplay } from '#ui/time-display.tsx';
import { detailWords, filesOf, shownFields, subjectOf, titleWords } from './quarantine-words.ts';

interface DecisionItemProps {
  /** Takes the focus when it is the next to decide. */
  ref: Ref<HTMLLIElement>;
  write: QuarantinedWrite;
  names: KnownNames;
  /** Resolves when the list has been refreshed. */
  onChanged: () => Promise<void>;
  /** Among those that are decided together; absent where there is nothing to decide together. */
  isChosen?: boolean;
  onChoose?: (isChosen: boolean) => void;
}

/** A held write: whose it is, what it would do, and the decision on it. */
export function DecisionItem({
  ref,
  write,
  names: localNames,
  onChanged,
  isChosen = false,
  onChoose,
}: DecisionItemProps) {
  const { profile } = useSignedIn();
  const current = useCurrentRow(write);
  const away = useFilesNotHere(filesOf(write)) ?? [];
  const names = {
    ...localNames,
    students: firstKnown(new Map(Object.entries(write.student_names)), localNames.students),
  };
  const title = titleWords(write);
  const detail = detailWords(write, current, names);
  const fields = shownFields(subjectOf(write).entity, write.body, current, names);
  const isOwn = write.author === profile.user_id;
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="grid gap-3 outline-offset-[-2px] [contain-intrinsic-size:auto_11rem] [content-visibility:auto] border-border border-t px-4 py-4 first:border-t-0 sm:px-5"
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {onChoose !== undefined && write.decision === 'open' && !isOwn && (
            <Checkbox
              aria-label={`Select ${detail === '' ? title : `${title}: ${detail}`}, ${write.author_name}`}
              checked={isChosen}
              onCheckedChange={(checked) => onChoose(checked === true)}
            />
          )}
          <p className="font-medium">{title}</p>
          <Badge variant="neutral">{CAUSE_LABELS[write.cause]}</Badge>
        </div>
        {detail !== '' && <p className="text-sm tabular-nums">{detail}</p>}
        <p className="text-muted-foreground text-sm">
          {write.author_name}, entered{' '}
          <TimeDisplay dateTime={write.captured_at}>{pacificDisplay(write.captured_at)}</TimeDisplay>
          {', received '}
          <TimeDisplay dateTime={write.received_at}>{pacificDisplay(write.received_at)}</TimeDisplay>
        </p>
      </div>
      {write.note !== '' && (
        <figure className="grid max-w-prose gap-0.5 border-border border-l-2 pl-3 text-sm">
          <figcaption className="text-muted-foreground text-xs">Author's note</figcaption>
          <blockquote className="whitespace-pre-wrap break-words">{write.note}</blockquote>
        </figure>
      )}
      {write.decision === 'open' && write.problem !== null && <AcceptProblem write={write} />}
      {current === null && away.length > 0 && (
        <p role="note" className="text-muted-foreground text-sm">
          You're offline. Connect to see what the record says now.
        </p>
      )}
      {fields.length > 0 && (
        <details className="group text-sm">
          <summary className="inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-md pr-2 font-medium text-primary hover:underline touch:min-h-11">
            <ChevronRight
              aria-hidden="true"
              className="size-4 transition-transform group-open:rotate-90 motion-reduce:transition-none"
            />
            All fields
          </summary>
          <dl className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)] xl:grid-cols-[11rem_minmax(0,1fr)_11rem_minmax(0,1fr)]">
            {fields.map(({ name, label, value, now }) => (
              <div key={name} className="contents max-sm:grid max-sm:gap-0.5">
                <dt className="text-muted-foreground">{label}</dt>
                <dd className="min-w-0 whitespace-pre-wrap break-words tabular-nums">
                  {value}
                  {now !== null && <span className="block text-muted-foreground">Now: {now}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {write.decision !== 'open' ? (
        <Decision write={write} />
      ) : isOwn ? (
        <p className="text-muted-foreground text-sm">You can't review your own change. Ask a colleague.</p>
      ) : (
        <DecisionButtons
          write={write}
          subject={detail === '' ? title : `${title}: ${detail}`}
          onChanged={onChanged}
        />
      )}
    </li>
  );
}

/** The record that a write changes or deletes, on this device or as the server sent it; null if neither has it. */
function useCurrentRow(write: QuarantinedWrite): object | null {
  const { entity, id } = subjectOf(write);
  const row = useLocal<object | null>(
    async (db) =>
      entity === null || id === null || !isSynced(entity)
        ? null
        : openRow(db, entity, await db.rowsOf(entity).get(id)),
    [entity, id],
  );
  return row ?? (write.current as object | undefined) ?? null;
}

/** Why the rules rejected it when it was accepted. */
function AcceptProblem({ write: { problem, endpoint, params } }: { write: QuarantinedWrite }) {
  const { entity } = subjectOf({ endpoint, params });
  return (
    <div className="grid gap-1 text-destructive text-sm">
      <p>{`Accepted, but it couldn't be saved: ${problem?.message ?? ''}`}</p>
      <ul className="list-disc pl-5 empty:hidden">
        {Object.entries(problem?.fields ?? {}).map(([name, words]) => (
          <li key={name}>{`${fieldLabel(entity, name)}: ${words}`}</li>
        ))}
      </ul>
    </div>
  );
}

function Decision({ write }: { write: QuarantinedWrite }) {
  const isAccepted = write.decision === 'accepted';
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
      <Badge variant={isAccepted ? 'success' : 'destructive'}>{isAccepted ? 'Accepted' : 'Rejected'}</Badge>
      <span className="text-muted-foreground">
        {write.decided_by_name ?? 'Someone at your office'}
        {write.decided_at !== null && `, ${pacificDisplay(write.decided_at)}`}
      </span>
      {write.decision_note !== '' && (
        <span className="w-full whitespace-pre-wrap break-words">{write.decision_note}</span>
      )}
    </div>
  );
}

interface DecisionButtonsProps {
  write: QuarantinedWrite;
  /** Its description. */
  subject: string;
  onChanged: () => Promise<void>;
}

function DecisionButtons({ write, subject, onChanged }: DecisionButtonsProps) {
  const { engine } = useSignedIn();
  const [asking, setAsking] = useState<'accept' | 'refuse' | null>(null);
  const params = { id: write.write_id };

  /** Sends the decision and refreshes the list, even if a colleague was faster. */
  const decide = async (send: () => Promise<QuarantinedWrite>) => {
    try {
      const { decision } = await send();
      if (decision !== 'open') {
        toast.success(decision === 'accepted' ? 'Accepted' : 'Rejected', { duration: 2_500 });
      } else toast.warning("It couldn't be saved. See the reason on the entry.");
    } catch (problem) {
      if (!(problem instanceof ApiError && problem.code === 'decision.made')) throw problem;
      toast.info(problem.message);
    }
    await onChanged();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setAsking('accept')}>
        Accept
      </Button>
      <Button size="sm" variant="outline" onClick={() => setAsking('refuse')}>
        Reject
      </Button>
      <Confirmation
        open={asking === 'accept'}
        onOpenChange={(isOpen) => setAsking(isOpen ? 'accept' : null)}
        onConfirm={() => decide(() => engine.api.call('quarantine.accept', { params, body: {} }))}
        title="Confirmation - Accept"
      >
        <span className="mb-1 block text-foreground">{subject}</span>
        {`The change is saved under ${write.author_name}'s name, with the usual checks.`}
      </Confirmation>
      {asking === 'refuse' && (
        <NoteConfirmation
          action="Reject"
          label="Reason"
          needsNote
          destructive
          onClose={() => setAsking(null)}
          onConfirm={(note) => decide(() => engine.api.call('quarantine.refuse', { params, body: { note } }))}
        >
          <span className="mb-1 block text-foreground">{subject}</span>
          The change won't be applied. Its author sees your reason.
        </NoteConfirmation>
      )}
    </div>
  );
}
