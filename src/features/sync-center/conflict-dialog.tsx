import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { amendmentOf } from '#domain/notes/amendment.ts';
import { addedParagraphs } from '#domain/text/paragraphs.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { ConflictChoice, Said, type ShownFieldGroup } from '#screens/conflict/conflict-choice.tsx';
import { sessionsNamedBy, useNames } from '#screens/device/record-names.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { type Choice, type Decision, decideConflict, type OpenConflict } from '#sync/merge/conflict.ts';
import { classOf } from '#sync/merge/merge-fields.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { attributionOf, shownFieldGroups, sideNames } from './conflict-words.ts';

interface ConflictDialogProps {
  openConflict: OpenConflict;
  /** "11/21/2026, 09:00 AM, Maya R."; absent if the screen below already says it. */
  about?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lets the author decide on a change that conflicts with someone else's change of the same row. */
export function ConflictDialog({ openConflict, about, open, onOpenChange }: ConflictDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-w-3xl">
        <OpenConflictContent openConflict={openConflict} about={about} />
      </DialogContent>
    </Dialog>
  );
}

function OpenConflictContent({
  openConflict,
  about,
}: {
  openConflict: OpenConflict;
  about: string | undefined;
}) {
  const { fields } = openConflict.conflict;
  const sides = fields.flatMap(({ field, base, mine, theirs }) =>
    [base, mine, theirs].map((value) => ({ [field]: value })),
  );
  const names = useNames(sessionsNamedBy(sides));
  const key = JSON.stringify([openConflict.conflict.kind, openConflict.conflict.fields]);
  const [firstKey] = useState(key);
  if (names === undefined) return null;
  const groups = shownFieldGroups(openConflict, names);
  return (
    <>
      {firstKey !== key && (
        <p role="status" className="mr-8 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
          It changed again. This is the latest version.
        </p>
      )}
      <ConflictContent key={key} openConflict={openConflict} groups={groups} about={about} />
    </>
  );
}

interface ConflictProps {
  openConflict: OpenConflict;
  groups: readonly ShownFieldGroup[];
  about: string | undefined;
}

function ConflictContent(props: ConflictProps) {
  switch (props.openConflict.conflict.kind) {
    case 'fields':
      return <FieldsConflict {...props} />;
    case 'deleted-there':
      return <DeletedThere {...props} />;
    case 'changed-there':
      return <ChangedThere {...props} />;
    case 'closed-there':
      return <ClosedThere {...props} />;
  }
}

/** Applies a decision; the dialog disappears with its conflict. */
function useDecide(openConflict: OpenConflict) {
  const { workspace } = useSignedIn();
  const [failure, setFailure] = useState<string | null>(null);
  const decide = async (decision: Decision) => {
    setFailure(null);
    try {
      const decided = await decideConflict(workspace, openConflict, decision);
      if (decided === 'decided') toast.success('Decision saved on this device', { duration: 2_500 });
    } catch (problem) {
      setFailure(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return { decide, failure };
}

function Head({ openConflict, about, children }: Omit<ConflictProps, 'groups'> & { children: ReactNode }) {
  const { profile } = useSignedIn();
  const { title, who } = attributionOf(openConflict, profile.user_id);
  return (
    <DialogHeader>
      <DialogTitle>{title}</DialogTitle>
      {about !== undefined && <p className="text-sm tabular-nums">{about}</p>}
      {who !== null && <p className="text-sm tabular-nums">{who}</p>}
      <DialogDescription>{children}</DialogDescription>
    </DialogHeader>
  );
}

function Foot({ failure, children }: { failure: string | null; children: ReactNode }) {
  return (
    <>
      {failure !== null && (
        <p role="alert" className="rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm">
          <strong className="font-semibold">Not saved.</strong> This device couldn't save it. Try again. (
          {failure})
        </p>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="ghost">Decide later</Button>
        </DialogClose>
        {children}
      </DialogFooter>
    </>
  );
}

function FieldsConflict({ openConflict, groups, about }: ConflictProps) {
  const { profile } = useSignedIn();
  const { decide, failure } = useDecide(openConflict);
  const sides = sideNames(openConflict, profile.user_id);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>(() => keepingBoth(groups));
  const [isAsked, setAsked] = useState(false);
  const isMissing = ({ name }: ShownFieldGroup) => choices[name] === undefined;
  const send = () => {
    setAsked(true);
    if (!groups.some(isMissing)) void decide({ kind: 'fields', choices });
  };
  return (
    <>
      <Head openConflict={openConflict} about={about}>
        {sides.about} Choose which to keep; all other changes are kept.
      </Head>
      {groups.map((group) => (
        <ConflictChoice
          key={group.name}
          group={group}
          sides={sides}
          choice={choices[group.name]}
          onChoice={(choice) => setChoices((known) => ({ ...known, [group.name]: choice }))}
          isMissing={isAsked && isMissing(group)}
        />
      ))}
      <Foot failure={failure}>
        <Button onClick={send}>Save decision</Button>
      </Foot>
    </>
  );
}

/** For texts, keeping both is preselected, so that no one's words are lost by accident. */
function keepingBoth(groups: readonly ShownFieldGroup[]): Record<string, Choice> {
  const texts = groups.filter(({ suggestion }) => suggestion !== null);
  return Object.fromEntries(texts.map(({ name, suggestion }) => [name, { text: suggestion ?? '' }]));
}

function DeletedThere({ openConflict, groups, about }: ConflictProps) {
  const { decide, failure } = useDecide(openConflict);
  return (
    <>
      <Head openConflict={openConflict} about={about}>
        It was deleted before your change arrived. Keep it deleted, or enter it again as a new record with
        your change.
      </Head>
      <Changes groups={groups} name="You changed it to" side="mine" />
      <Foot failure={failure}>
        <Button
          variant="outline"
          onClick={() => void decide({ kind: 'deleted-there', choice: 'keep-deleted' })}
        >
          Keep it deleted
        </Button>
        <Button onClick={() => void decide({ kind: 'deleted-there', choice: 'enter-again' })}>
          Enter it again
        </Button>
      </Foot>
    </>
  );
}

function ChangedThere({ openConflict, groups, about }: ConflictProps) {
  const { profile } = useSignedIn();
  const { decide, failure } = useDecide(openConflict);
  const isOwn = openConflict.conflict.changed?.by === profile.user_id;
  return (
    <>
      <Head openConflict={openConflict} about={about}>
        {`It's still on the server, with ${isOwn ? 'your other' : 'their'} change.`}
      </Head>
      <Changes groups={groups} name={isOwn ? 'You changed it to' : 'They changed it to'} side="theirs" />
      <Foot failure={failure}>
        <Button
          variant="destructive"
          onClick={() => void decide({ kind: 'changed-there', choice: 'delete' })}
        >
          Delete it anyway
        </Button>
        <Button onClick={() => void decide({ kind: 'changed-there', choice: 'keep' })}>Keep it</Button>
      </Foot>
    </>
  );
}

function ClosedThere({ openConflict, groups, about }: ConflictProps) {
  const { workspace } = useSignedIn();
  const { decide, failure } = useDecide(openConflict);
  const { effect, entity } = openConflict.write;
  const isNote = entity === 'soap_note';
  const text = openConflict.conflict.fields
    .flatMap(({ field, base, mine }) =>
      classOf(entity, field) === 'text' && typeof mine === 'string' && typeof base === 'string'
        ? addedParagraphs(base, mine)
        : [],
    )
    .join('\n\n');
  const isDeletion = effect === 'delete';
  const amendment = isDeletion || text === '' ? null : amendmentOf(text, pacificDay(workspace.clock.now()));
  return (
    <>
      <Head openConflict={openConflict} about={about}>
        {isDeletion && "It can't be deleted anymore. The server's version is kept."}
        {!isDeletion && isNote && "Signed notes can't be changed. You can add your text as an amendment."}
        {!isDeletion &&
          !isNote &&
          "This record is locked, so your change wasn't applied. It's still saved here. Ask your office to unlock it, or discard the change."}
      </Head>
      {!isDeletion && <Changes groups={groups} name="Your change" side="mine" />}
      {amendment !== null && (
        <Field
          label="Your text as an amendment"
          {...(isNote ? {} : { description: 'Copy it and paste it where it belongs.' })}
        >
          <Textarea readOnly value={amendment} rows={4} />
        </Field>
      )}
      <Foot failure={failure}>
        {amendment !== null && !isNote && (
          <Button
            variant="outline"
            onClick={() =>
              void navigator.clipboard.writeText(amendment).then(
                () => toast.success('Copied', { duration: 2_500 }),
                () => toast.error('Copying failed. Select the text and copy it.'),
              )
            }
          >
            Copy amendment
          </Button>
        )}
        <Button
          variant={isDeletion ? 'default' : 'destructive'}
          onClick={() => void decide({ kind: 'closed-there' })}
        >
          {isDeletion ? `Keep the ${isNote ? 'note' : 'session'}` : 'Discard my change'}
        </Button>
        {amendment !== null && isNote && (
          <Button onClick={() => void decide({ kind: 'closed-there', amendment: text })}>
            Add as an amendment
          </Button>
        )}
      </Foot>
    </>
  );
}

/** One side's changes, read-only. */
function Changes({
  groups,
  name,
  side,
}: {
  groups: readonly ShownFieldGroup[];
  name: string;
  side: 'mine' | 'theirs';
}) {
  if (groups.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {groups.map((group) => (
        <li
          key={group.name}
          className="grid gap-2 rounded-lg border border-border p-3 sm:grid-cols-[1fr_2fr_2fr]"
        >
          <span className="font-medium text-sm">{group.label}</span>
          <Said name="It was" words={group.base} />
          <Said name={name} words={group[side]} />
        </li>
      ))}
    </ul>
  );
}
