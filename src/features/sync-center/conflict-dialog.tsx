import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { amendmentOf } from '#domain/notes/amendment.ts';
import { addedParagraphs } from '#domain/text/paragraphs.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { sessionsNamedBy, useNames } from '#screens/device/record-names.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { type Choice, type Decision, decideConflict, type Question } from '#sync/merge/conflict.ts';
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
import { ConflictChoice, Said } from './conflict-choice.tsx';
import { type ShownMatter, shownMatters, toldOf } from './conflict-words.ts';

interface ConflictDialogProps {
  question: Question;
  /** "11/21/2026, 09:00 AM, Maya R."; nothing where the screen below says it. */
  about?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks the author of a change what becomes of it, because somebody else changed the same row. */
export function ConflictDialog({ question, about, open, onOpenChange }: ConflictDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-w-3xl">
        <OpenQuestion question={question} about={about} />
      </DialogContent>
    </Dialog>
  );
}

function OpenQuestion({ question, about }: { question: Question; about: string | undefined }) {
  const { fields } = question.conflict;
  const sides = fields.flatMap(({ field, base, mine, theirs }) =>
    [base, mine, theirs].map((value) => ({ [field]: value })),
  );
  const names = useNames(sessionsNamedBy(sides));
  const key = JSON.stringify([question.conflict.kind, question.conflict.fields]);
  const [firstKey] = useState(key);
  if (names === undefined) return null;
  const matters = shownMatters(question, names);
  return (
    <>
      {firstKey !== key && (
        <p role="status" className="mr-8 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
          It changed again. This is the latest version.
        </p>
      )}
      <Asked key={key} question={question} matters={matters} about={about} />
    </>
  );
}

interface AskedProps {
  question: Question;
  matters: readonly ShownMatter[];
  about: string | undefined;
}

function Asked(props: AskedProps) {
  switch (props.question.conflict.kind) {
    case 'fields':
      return <AskedFields {...props} />;
    case 'deleted-there':
      return <AskedAfterDeletion {...props} />;
    case 'changed-there':
      return <AskedBeforeDeletion {...props} />;
    case 'closed-there':
      return <AskedAfterClosing {...props} />;
  }
}

/** Carries out a decision; the dialog goes with its question. */
function useDecide(question: Question) {
  const { workspace } = useSignedIn();
  const [failure, setFailure] = useState<string | null>(null);
  const decide = async (decision: Decision) => {
    setFailure(null);
    try {
      const decided = await decideConflict(workspace, question, decision);
      if (decided === 'decided') toast.success('Decided on this device', { duration: 2_500 });
    } catch (problem) {
      setFailure(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return { decide, failure };
}

function Head({ question, about, children }: Omit<AskedProps, 'matters'> & { children: ReactNode }) {
  const { profile } = useSignedIn();
  const { title, who } = toldOf(question, profile.user_id);
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

function AskedFields({ question, matters, about }: AskedProps) {
  const { decide, failure } = useDecide(question);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>(() => keepingBoth(matters));
  const [isAsked, setAsked] = useState(false);
  const isMissing = ({ name }: ShownMatter) => choices[name] === undefined;
  const send = () => {
    setAsked(true);
    if (!matters.some(isMissing)) void decide({ kind: 'fields', choices });
  };
  return (
    <>
      <Head question={question} about={about}>
        You both changed the same thing. Choose which to keep; all other changes are kept.
      </Head>
      {matters.map((matter) => (
        <ConflictChoice
          key={matter.name}
          matter={matter}
          choice={choices[matter.name]}
          onChoice={(choice) => setChoices((known) => ({ ...known, [matter.name]: choice }))}
          isMissing={isAsked && isMissing(matter)}
        />
      ))}
      <Foot failure={failure}>
        <Button onClick={send}>Save decision</Button>
      </Foot>
    </>
  );
}

/** Texts begin with both kept: nobody's words are lost by haste. */
function keepingBoth(matters: readonly ShownMatter[]): Record<string, Choice> {
  const texts = matters.filter(({ suggestion }) => suggestion !== null);
  return Object.fromEntries(texts.map(({ name, suggestion }) => [name, { text: suggestion ?? '' }]));
}

function AskedAfterDeletion({ question, matters, about }: AskedProps) {
  const { decide, failure } = useDecide(question);
  return (
    <>
      <Head question={question} about={about}>
        You changed it without knowing. Keep it deleted, or enter it again as a new record with your change.
      </Head>
      <Changes matters={matters} name="You changed it to" side="mine" />
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

function AskedBeforeDeletion({ question, matters, about }: AskedProps) {
  const { decide, failure } = useDecide(question);
  return (
    <>
      <Head question={question} about={about}>
        It's still on the server, with their change.
      </Head>
      <Changes matters={matters} name="They changed it to" side="theirs" />
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

function AskedAfterClosing({ question, matters, about }: AskedProps) {
  const { workspace } = useSignedIn();
  const { decide, failure } = useDecide(question);
  const { effect, entity } = question.write;
  const isNote = entity === 'soap_note';
  const text = question.conflict.fields
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
      <Head question={question} about={about}>
        {isDeletion && "It can't be deleted anymore. The server's version stays."}
        {!isDeletion && isNote && "Signed notes can't be changed. You can add your text as an amendment."}
        {!isDeletion &&
          !isNote &&
          "This record is locked, so your change wasn't applied. It's still saved here. Ask your office to unlock it, or discard the change."}
      </Head>
      {!isDeletion && <Changes matters={matters} name="Your change" side="mine" />}
      {amendment !== null && (
        <Field
          label="Your text as an amendment"
          {...(isNote ? {} : { description: 'Copy it to where it belongs.' })}
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
                () => toast.error("This browser won't copy it. Select the text instead."),
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

/** One side's changes to be read, nothing to be chosen. */
function Changes({
  matters,
  name,
  side,
}: {
  matters: readonly ShownMatter[];
  name: string;
  side: 'mine' | 'theirs';
}) {
  if (matters.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {matters.map((matter) => (
        <li
          key={matter.name}
          className="grid gap-2 rounded-lg border border-border p-3 sm:grid-cols-[1fr_2fr_2fr]"
        >
          <span className="font-medium text-sm">{matter.label}</span>
          <Said name="It was" words={matter.base} />
          <Said name={name} words={matter[side]} />
        </li>
      ))}
    </ul>
  );
}
